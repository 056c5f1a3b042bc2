import { useState, type ReactNode } from 'react'
import { CallFailed } from '#platform/browser/call.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { iconStethoscope } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { KeptNote } from '#platform/ui/form/kept-note.tsx'
import { OptionCards } from '#platform/ui/form/option-cards.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { usDate } from '#platform/dates/day.ts'
import { atWords } from '#platform/dates/words.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { shortName } from '#features/authorizations/figures.ts'
import type { AdvisedAmounts } from '#features/decisions/advice-to-try.ts'
import { sendingOf } from '#features/drafts/keepers.ts'
import { useDraft } from '#features/drafts/use-draft.ts'
import css from './recommend.module.css'
import { clinical } from './contract.ts'
import { RecommendPane } from './recommend-pane.tsx'
import {
  actions,
  adviceDraft,
  adviceProblems,
  daysOf,
  quantityOf,
  longestRationale,
  nothingTyped,
  type TypedAdvice,
} from './typed-advice.ts'
import { plural } from '#platform/text/plural.ts'

const fields = ['action', 'days', 'quantity', 'rationale'] as const

/** What an approval as typed may have; nothing where none is recommended, or its amounts are no numbers. */
function amountsOf({
  action,
  days: typedDays,
  quantity: typedQuantity,
  once,
}: TypedAdvice): AdvisedAmounts | undefined {
  if (action === 'APPROVE') return { oneTime: false, modifiedDays: null, modifiedQuantity: null }
  const [days, quantity] = [daysOf(typedDays), quantityOf(typedQuantity)]
  if (action !== 'APPROVE_MODIFIED' || days === undefined || quantity === undefined) return undefined
  return { oneTime: once, modifiedDays: days, modifiedQuantity: quantity }
}

const idOf = (field: string): string => `recommend-${field}`

type RecommendProps = {
  detail: AuthDetail
  /** On phones it is a sheet over the whole screen. */
  narrow: boolean
  /** Who handed the request over, and what was asked; beside the evidence it stands above the form. */
  above: ReactNode
  /** Whether the claim would pay under an approval as it is recommended. */
  trial: (advice: AdvisedAmounts | undefined) => ReactNode
  onClose: () => void
  onSent: () => void
}

/** A pharmacist's recommendation on a request in clinical review; the request goes back to its case owner with it. */
export function Recommend({ detail, narrow, above, trial, onClose, onSent }: RecommendProps) {
  const { carrier, person } = useUser()
  const now = useNow()
  const id = detail.authorizationId
  const act = useAct(clinical.advise)
  const [kept, setKept] = useState<TypedAdvice>()
  const { shown, discard, takeOther, keepMine } = useDraft(adviceDraft, id, kept, setKept)
  const sending = sendingOf({ mc: carrier.code, userId: person.id, about: 'request', subjectId: id }, adviceDraft.name)
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<CallFailed>()
  const typed = kept ?? nothingTyped
  const set = (change: Partial<TypedAdvice>) => {
    setKept({ ...typed, ...change })
    setFailure(undefined)
  }
  const problems = adviceProblems(typed)
  const error = (field: (typeof fields)[number]) => (tried ? problems[field] : undefined)
  const owner = `${detail.caseOwnerFirstName} ${detail.caseOwnerLastName}`.trim() || 'the case owner'
  const evidence = [...new Set(detail.considerations.map(({ title }) => title))].slice(0, 10)

  const send = async () => {
    const wrong = fields.find((field) => problems[field])
    if (act.isPending) return
    if (wrong || typed.action === '') {
      setTried(true)
      const place = document.getElementById(idOf(wrong ?? 'action'))
      ;(place?.matches('input, textarea') ? place : place?.querySelector<HTMLElement>('input'))?.focus()
      return
    }
    sending.sent()
    const [days, quantity] = [daysOf(typed.days), quantityOf(typed.quantity)]
    try {
      await act.mutateAsync({
        authorizationId: id,
        version: detail.version,
        action: typed.action,
        rationale: typed.rationale.trim(),
        ...(typed.action === 'APPROVE_MODIFIED' && {
          modified: {
            ...(typed.once && { oneTime: true }),
            ...(days != null && { days }),
            ...(quantity != null && { quantity }),
          },
        }),
        ...(typed.refs.length > 0 && { refs: [...typed.refs] }),
      })
      sending.taken({ forget: true })
      toast({
        words: `Recommendation sent to ${owner} for ${shortName(detail.claimantFirstName, detail.claimantLastName)}`,
        detail: `Born ${usDate(detail.dateOfBirth)}, claim ${detail.claimNumber}. It is pending for ${owner} again.`,
      })
      onSent()
    } catch (reason) {
      sending.back()
      if (!(reason instanceof CallFailed)) throw reason
      setFailure(reason)
    }
  }

  const verb = `Send to ${owner}`
  const { handedOver } = detail
  const fieldsOfForm = (
    <>
      {handedOver?.note && (
        <Note tone="blue">
          <b>Sent by {handedOver.byName}:</b> {handedOver.note}
        </Note>
      )}
      <KeptNote
        {...shown}
        {...{ now }}
        zone={person.timeZone}
        onDiscard={discard}
        onTakeOther={takeOther}
        onKeepMine={keepMine}
      />
      <div id={idOf('action')}>
        <OptionCards
          legend="What you recommend"
          look="lines"
          numbered
          options={actions}
          value={typed.action === '' ? undefined : typed.action}
          onChange={(action) => set({ action })}
          {...(error('action') && { error: error('action')! })}
        />
      </div>
      {typed.action === 'APPROVE_MODIFIED' && (
        <div className={css.changes}>
          <TextField
            label="Days’ supply per fill"
            id={idOf('days')}
            inputMode="numeric"
            hint={`${plural(detail.medication.daysSupply, 'day')} requested`}
            value={typed.days}
            onChange={(days) => set({ days })}
            error={error('days')}
          />
          <TextField
            label="Quantity per fill"
            id={idOf('quantity')}
            inputMode="decimal"
            hint={`${detail.quantity.toLocaleString('en-US')} requested`}
            value={typed.quantity}
            onChange={(quantity) => set({ quantity })}
            error={error('quantity')}
          />
          <CheckBox label="One fill only" checked={typed.once} onChange={(once) => set({ once })} />
        </div>
      )}
      <TextArea
        label="Why"
        required
        id={idOf('rationale')}
        rows={4}
        limit={longestRationale}
        hint="The case owner reads this before deciding. It stays on record."
        value={typed.rationale}
        onChange={(rationale) => set({ rationale })}
        error={error('rationale')}
      />
      {evidence.length > 0 && (
        <FieldSet legend="Evidence to cite" aside="optional">
          <div className={css.evidence}>
            {evidence.map((title) => (
              <ToggleChip
                key={title}
                label={title}
                on={typed.refs.includes(title)}
                onChange={(on) =>
                  set({ refs: on ? [...typed.refs, title] : typed.refs.filter((one) => one !== title) })
                }
              />
            ))}
          </div>
        </FieldSet>
      )}
      <ActWords>
        {detail.firstApproval
          ? `The approval of ${detail.firstApproval.byName} is not sent; ${owner} decides again with your recommendation. To clear ${detail.firstApproval.waitsFor.join(', ')}, approve instead.`
          : `The request is pending for ${owner} again.`}{' '}
        The deadline does not change.
      </ActWords>
    </>
  )
  if (!narrow)
    return (
      <RecommendPane
        {...{ onClose, verb, failure, above }}
        trial={trial(amountsOf(typed))}
        onSend={() => void send()}
        busy={act.isPending}
        saved={shown.saved && !shown.unsaved ? `Draft saved ${atWords(shown.saved, person.timeZone, now)}.` : undefined}
      >
        {fieldsOfForm}
      </RecommendPane>
    )
  return (
    <ActDialog
      title="Write a recommendation"
      tile={<Tile icon={iconStethoscope} />}
      sheet="full"
      onClose={onClose}
      onSend={() => void send()}
      verb={verb}
      busyLabel="Sending"
      busy={act.isPending}
      failure={failure}
      failedWords="The recommendation was NOT sent."
    >
      {fieldsOfForm}
      {trial(amountsOf(typed))}
    </ActDialog>
  )
}
