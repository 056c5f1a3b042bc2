import { useState } from 'react'
import { cards, type CardWay } from '#features/cards/contract.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { saveFile } from '#platform/browser/save-file.ts'
import { ask, asFailed } from '#platform/browser/call.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Note } from '#platform/ui/display/note.tsx'
import type { eligibility } from './contract.ts'
import css from './coverage.module.css'

type Channel = CardWay['channel']
const channels: Readonly<Record<Channel, string>> = {
  EMAIL: 'E-mail on file',
  TEXT: 'Text message to the mobile on file',
  MAIL: 'Mail to the address on file',
  PRINT: 'Print it now',
}
const order: readonly Channel[] = ['EMAIL', 'TEXT', 'MAIL', 'PRINT']
const sent: Readonly<Record<Channel, string>> = {
  MAIL: 'by mail',
  EMAIL: 'by e-mail',
  TEXT: 'by text',
  PRINT: 'printed',
}

/** The pharmacy card: what a pharmacy types, the PDF, and a new one. */
export function PharmacyCard({
  claimId,
  card,
  covered,
  whyNot,
}: {
  claimId: string
  card: AnswerOf<typeof eligibility.of>['card']
  covered: boolean
  whyNot: { code: string; message: string } | null
}) {
  const { person } = useUser()
  const asked = useRead(cards.view, { claimId })
  const [requesting, setRequesting] = useState<Channel | 'any'>()
  const of = asked.data
  const download = () => {
    if (of)
      saveFile(
        new Blob([Uint8Array.from(atob(of.pdf), (one) => one.codePointAt(0)!)], { type: 'application/pdf' }),
        'Pharmacy card.pdf',
      )
  }
  return (
    <Card
      title="Card"
      acts={
        <ActButton
          never={whyNot?.code === 'UPDATE_BLOCKED'}
          whyNot={covered ? undefined : 'A card needs coverage that is in force today.'}
          size="small"
          onClick={() => setRequesting('any')}
        >
          Request new
        </ActButton>
      }
    >
      {asked.error && !of ? (
        <p className="muted">{asked.error.message}</p>
      ) : of ? (
        <div className={css.list}>
          <div className={css.card}>
            <b>{of.carrier}</b>
            <span>{of.name}</span>
            <dl>
              <dt>Member ID</dt>
              <dd>{of.subscriber}</dd>
              <dt>BIN</dt>
              <dd>{of.bin || 'Not on file'}</dd>
              <dt>PCN</dt>
              <dd>{of.pcn || 'Not on file'}</dd>
              <dt>Group</dt>
              <dd>{of.group}</dd>
            </dl>
          </div>
          <span className="muted">
            {card
              ? `Requested ${usDate(dateIn(Date.parse(card.requestedAt), person.timeZone))} by ${card.requestedBy}, ${sent[card.channel]}`
              : 'No card was requested yet.'}
          </span>
          {card?.status === 'NOT_SENT' && (
            <Note tone="amber">
              <b>The card was not sent.</b> {card.error}
            </Note>
          )}
          <span className={css.acts}>
            <Button size="small" onClick={download}>
              Download card
            </Button>
            <ActButton
              never={whyNot?.code === 'UPDATE_BLOCKED'}
              whyNot={of.ways.find(({ channel }) => channel === 'TEXT')?.whyNot ?? undefined}
              size="small"
              onClick={() => setRequesting('TEXT')}
            >
              Text card
            </ActButton>
          </span>
        </div>
      ) : (
        <p className="muted">Loading the card</p>
      )}
      {requesting && (
        <RequestCard
          claimId={claimId}
          ways={of?.ways ?? []}
          first={requesting === 'any' ? undefined : requesting}
          onClose={() => setRequesting(undefined)}
        />
      )}
    </Card>
  )
}

type RequestCardProps = {
  claimId: string
  /** Each way with where the card would go, and why it cannot. */
  ways: readonly CardWay[]
  /** The way the user came for. */
  first: Channel | undefined
  onClose: () => void
}

function RequestCard({ claimId, ways, first, onClose }: RequestCardProps) {
  const way = (channel: Channel) => ways.find((one) => one.channel === channel)
  const [channel, setChannel] = useState<Channel>(first ?? order.find((one) => !way(one)?.whyNot) ?? 'PRINT')
  const act = useAct(cards.request)
  const send = async () => {
    try {
      const { sentTo, documentId } = await act.mutateAsync({ claimId, channel })
      if (channel === 'PRINT') {
        const { documents } = await import('#features/documents/contract.ts')
        saveFile(await ask(documents.file, { id: documentId, x: 10 }), 'Pharmacy card.pdf')
      }
      toast({ tone: 'success', words: sentTo === null ? 'The card was made.' : `The card is sent to ${sentTo}.` })
      onClose()
    } catch {
      // Said above the form.
    }
  }
  return (
    <Dialog
      title="Request a new card"
      onClose={onClose}
      onSubmit={() => void send()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton tone="primary" busy={act.isPending} busyLabel="Requesting">
            Request card
          </SendButton>
        </>
      }
    >
      {act.error && <FailedNote what="No card was made." failure={asFailed(act.error)} />}
      <div className={css.dialog}>
        <span>The previous card is void once the new one is made.</span>
        <RadioGroup
          legend="How it is sent"
          value={channel}
          options={order.map((value) => ({
            value,
            label: channels[value],
            detail: way(value)?.whyNot ?? (value === 'MAIL' ? undefined : way(value)?.sentTo),
            disabled: Boolean(way(value)?.whyNot),
          }))}
          onChange={setChannel}
        />
        {channel === 'TEXT' && (
          <span className="muted">Between 9 PM and 8 AM in the patient’s time zone the text waits until 8 AM.</span>
        )}
      </div>
    </Dialog>
  )
}
