import { useState } from 'react'
import type { CallFailed } from '#platform/browser/call.ts'
import { ActDialog } from '#platform/ui/overlay/act-dialog.tsx'
import { iconCopy } from '#platform/ui/display/icons.ts'
import { OptionCards } from '#platform/ui/form/option-cards.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useAct } from '#platform/browser/use-call.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { figure } from '#features/authorizations/figures.ts'
import { merging } from './contract.ts'
import { plural } from '#platform/text/plural.ts'

export type MergeProps = {
  detail: AuthDetail
  zone: string
  now: number
  onClose: () => void
  /** The request that stays. */
  onDone: (id: string) => void
}

type Pair = { id: string; version: number; reference: string; words: string; due: string }

/** Merges two requests for the same drug: which one stays is chosen, the other is closed and names it (T28). */
export function Merge({ detail, zone, now, onClose, onDone }: MergeProps) {
  const merge = useAct(merging.merge)
  const [error, setError] = useState<CallFailed>()
  const words = (of: { quantity: number; daysSupply: number; pharmacyName: string; requestReceivedDate: string }) =>
    `${figure(of.quantity)} for ${plural(of.daysSupply, 'day')}, ${of.pharmacyName}, received ${whenWords(of.requestReceivedDate, zone, now)}`
  const own: Pair = {
    id: detail.authorizationId,
    version: detail.version,
    reference: detail.referenceNumber,
    words: words(detail),
    due: detail.statutoryDueAt,
  }
  const others: Pair[] = detail.duplicates.map((one) => ({
    id: one.authorizationId,
    version: one.version,
    reference: one.referenceNumber,
    words: words(one),
    due: one.statutoryDueAt,
  }))
  const [otherId, setOtherId] = useState(others[0]?.id)
  const other = others.find(({ id }) => id === otherId) ?? others[0]
  const [staysId, setStaysId] = useState(own.id)
  if (!other) return null
  const pair = [own, other]
  const stays = pair.find(({ id }) => id === staysId) ?? own
  const gone = stays === own ? other : own
  const due = pair.map((one) => one.due).toSorted((a, b) => (a < b ? -1 : 1))[0]!

  const send = () =>
    merge.mutate(
      { id: gone.id, into: stays.id, version: gone.version, intoVersion: stays.version },
      {
        onSuccess: (answer) => {
          toast({
            words: `Request ${gone.reference} was merged into ${answer.referenceNumber}.`,
            detail: `Due ${exactWords(answer.statutoryDueAt, zone)}.`,
          })
          onDone(stays.id)
        },
        onError: setError,
      },
    )

  return (
    <ActDialog
      title="Same drug is pending twice"
      tile={<Tile icon={iconCopy} tone="amber" />}
      onClose={onClose}
      onSend={send}
      verb="Merge"
      busyLabel="Merging"
      busy={merge.isPending}
      failure={error}
      failedWords="They were not merged."
    >
      {others.length > 1 && (
        <OptionCards
          legend="Merge with"
          options={others.map((one) => ({ value: one.id, label: `Request ${one.reference}`, detail: one.words }))}
          value={other.id}
          onChange={(id) => {
            setOtherId(id)
            setStaysId(own.id)
          }}
        />
      )}
      <OptionCards
        legend="Which one do you want to keep?"
        options={[
          { value: own.id, label: `This request, ${own.reference}`, detail: own.words },
          { value: other.id, label: `Request ${other.reference}`, detail: other.words },
        ]}
        value={stays.id}
        onChange={setStaysId}
        hint={`The other request is closed as superseded. The one you keep is due ${exactWords(due, zone)}, the earlier of the two. Both pharmacies are notified of the decision.`}
      />
    </ActDialog>
  )
}
