import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { formatDate } from '#platform/ui/calendar-date.ts'
import { CheckBox } from '#platform/ui/check-box.tsx'
import { ErrorState } from '#platform/ui/error-state.tsx'
import { useRead } from '#platform/use-call.ts'
import type { AuthDetail } from '../contract.ts'
import { shortName } from '../evidence/in-words.ts'
import { First, Terms, Why } from './approve-fields.tsx'
import {
  approveForm,
  approveProblems,
  approveWords,
  effectOf,
  mayClearAll,
  safetyTicked,
  toApproval,
  toTrial,
  type ApproveChoices,
  type Problem,
  type Reason,
} from './approve-form.ts'
import { clearings } from './clearing.ts'
import { decision, type EditRules } from './contract.ts'
import css from './decision.module.css'
import { FailureNote, focusField, FormSkeleton, messageOf, unmarked, type FormProps } from './form-parts.tsx'
import { Overrides } from './overrides.tsx'
import { Trial } from './trial.tsx'

/** The approve form: safe defaults, everything in reach, and a button that names the effect. */
export function Approve(props: FormProps) {
  const { detail, frame } = props
  const rules = useRead(decision.editRules, { authorizationId: detail.authorizationId, action: 'APPROVE' })
  const reasons = useRead(decision.reasons, { action: 'APPROVE', jurisState: detail.jurisState })
  const failed = rules.error ?? reasons.error
  if (rules.data && reasons.data) return <Filled {...props} rules={rules.data} reasons={reasons.data} />
  if (!failed) return frame({ fields: <FormSkeleton /> })
  const retry = () => void Promise.all([rules.refetch(), reasons.refetch()])
  return frame({
    fields: (
      <ErrorState
        small
        title="The form could not be loaded"
        safe="Nothing was decided."
        text={failed.message}
        supportId={failed.supportId}
        onRetry={retry}
        retrying={rules.isFetching || reasons.isFetching}
      />
    ),
  })
}

/** Words of the toast: what happened, to whom, and what tells one person from another. */
export const toldOf = (detail: AuthDetail, words: string) => ({
  words: `${words} for ${shortName(detail.claimantFirstName, detail.claimantLastName)}`,
  detail: `Born ${formatDate(detail.dateOfBirth)}, claim ${detail.claimNumber}, ${detail.masterCarrier}/${detail.subCarrier}.`,
})

function Filled(props: FormProps & { rules: EditRules; reasons: readonly Reason[] }) {
  const { detail, person, today, draft, change, decide, sending, standing, frame, rules, reasons } = props
  const [shown, setShown] = useState<readonly Problem[]>([])
  const clearing = clearings(person, detail)
  const confirms = detail.authorizationStatusId === 25
  const secondHalf = detail.firstApproval !== null
  const form = approveForm(rules, clearing, reasons, draft.approve, today, secondHalf)
  const problems = approveProblems(rules, clearing, reasons, form, today, secondHalf && !confirms)
  const effect = effectOf(person, detail, form, clearing)
  const words = approveWords(form, effect, detail.authorizationStatusId, today)
  const failure = draft.failure?.form === 'approve' ? draft.failure : undefined
  const duplicate = failure?.code === 'DUPLICATE'

  const set = (choices: ApproveChoices) => {
    const advised = (draft.approve.advised ?? []).filter((name) => !(name in choices))
    change({
      approve: { ...draft.approve, ...choices, advised },
      version: draft.version ?? detail.version,
      failure: unmarked(draft.failure),
    })
  }
  // Dates that do not fit each other are told at once; all else when it is sent.
  const live = problems.filter(
    ({ field, message }) =>
      (field === 'endDate' || field === 'startDate') &&
      message !== 'Invalid date' &&
      (draft.approve.start ?? draft.approve.end) !== undefined,
  )
  const error = (field: string) =>
    messageOf(
      field,
      [
        ...live,
        ...shown.filter((one) => problems.some((still) => still.field === one.field && still.message === one.message)),
      ],
      failure,
    )
  const advised = (name: keyof ApproveChoices) =>
    draft.approve.advised?.includes(name) ? <span className={css.mark}>from the advice</span> : undefined

  const onSubmit = () => {
    if (sending) return
    if (problems.length > 0 && !confirms) {
      setShown(problems)
      focusField(problems[0]!.field)
      return
    }
    const effectWords = confirms
      ? 'Second approval given'
      : form.once
        ? 'Approved one fill'
        : `Approved until ${form.end}`
    const overlaps = standing.some((one) => one.kind === 'PERMIT' && detail.gpi.startsWith(one.gpiPrefix))
    decide({
      kind: 'approve',
      input: toApproval(detail, rules, clearing, form, today),
      told: toldOf(
        detail,
        effect.leadsTo === 30
          ? effectWords
          : effect.leadsTo === 25
            ? 'Approved, waits for a second person,'
            : `Approved all but ${effect.waitsFor.join(', ')}`,
      ),
      // Shown as done before the server has said so only where nothing is likely to stand against it, and undo exists.
      undoable: effect.leadsTo === 30 && safetyTicked(form, clearing).length === 0 && (!overlaps || form.supersede),
    })
  }

  return frame({
    onSubmit,
    act: (
      <Button
        type="submit"
        tone="primary"
        size="large"
        block
        keys={['Ctrl', 'Enter']}
        busy={sending}
        busyLabel="Approving"
        id="confirm"
        data-autofocus
      >
        {words}
      </Button>
    ),
    fields: (
      <>
        {failure && (
          <FailureNote
            key={failure.supportId}
            failure={failure}
            act={
              duplicate && !form.supersede ? (
                <Button size="small" onClick={() => set({ supersede: true })}>
                  Replace it
                </Button>
              ) : undefined
            }
          />
        )}
        {detail.firstApproval && <First first={detail.firstApproval} zone={person.timeZone} confirms={confirms} />}
        {!detail.firstApproval && <Terms {...{ rules, form, detail, today, set, error, advised }} />}
        {!confirms && (
          <Overrides
            clearing={clearing}
            form={form}
            mayClearAll={mayClearAll(rules, clearing)}
            set={set}
            error={error}
          />
        )}
        <Why {...{ form, reasons, set, error, advised }} first={detail.firstApproval} />
        {form.supersede && (
          <CheckBox
            label="Replace the permission that is in force"
            checked
            onChange={() => set({ supersede: false })}
          />
        )}
        {!confirms && <Trial input={toTrial(detail, clearing, form, today)} />}
      </>
    ),
  })
}
