import { useState, type ReactNode } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { formatDate } from '#platform/ui/calendar-date.ts'
import { CheckBox } from '#platform/ui/check-box.tsx'
import { cx } from '#platform/ui/cx.ts'
import { ErrorState } from '#platform/ui/error-state.tsx'
import { Facts } from '#platform/ui/facts.tsx'
import { GpiLadder } from '#platform/ui/gpi-ladder.tsx'
import { Note } from '#platform/ui/note.tsx'
import { SelectField } from '#platform/ui/select-field.tsx'
import { Switch } from '#platform/ui/switch.tsx'
import { TextArea } from '#platform/ui/text-area.tsx'
import { useRead } from '#platform/use-call.ts'
import type { AuthDetail } from '../contract.ts'
import { exactWords, shortName } from '../evidence/in-words.ts'
import {
  approveForm, approveProblems, approveWords, effectOf, mayClearAll, safetyTicked, toApproval, toTrial, type ApproveChoices, type ApproveForm, type Problem, type Reason,
} from './approve-form.ts'
import { clearings } from './clearing.ts'
import { decision, type EditRules } from './contract.ts'
import { Dates } from './dates.tsx'
import css from './decision.module.css'
import { FailureNote, fieldId, focusField, FormSkeleton, messageOf, unmarked, type FormProps } from './form-parts.tsx'
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
    fields: <ErrorState small title="The form could not be loaded" safe="Nothing was decided." text={failed.message} supportId={failed.supportId} onRetry={retry} retrying={rules.isFetching || reasons.isFetching} />,
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
  const form = approveForm(rules, clearing, reasons, draft.approve, today)
  const confirms = detail.authorizationStatusId === 25
  const problems = approveProblems(rules, clearing, reasons, form, today, detail.firstApproval !== null && !confirms)
  const effect = effectOf(person, detail, form, clearing)
  const words = approveWords(form, effect, detail.authorizationStatusId, today)
  const failure = draft.failure?.form === 'approve' ? draft.failure : undefined
  const duplicate = failure?.code === 'DUPLICATE'

  const set = (choices: ApproveChoices) => {
    const advised = (draft.approve.advised ?? []).filter((name) => !(name in choices))
    change({ approve: { ...draft.approve, ...choices, advised }, version: draft.version ?? detail.version, failure: unmarked(draft.failure) })
  }
  // Dates that do not fit each other are told at once; all else when it is sent.
  const live = problems.filter(({ field, message }) => (field === 'endDate' || field === 'startDate') && message !== 'Invalid date' && (draft.approve.start ?? draft.approve.end) !== undefined)
  const error = (field: string) => messageOf(field, [...live, ...shown.filter((one) => problems.some((still) => still.field === one.field && still.message === one.message))], failure)
  const advised = (name: keyof ApproveChoices) => (draft.approve.advised?.includes(name) ? <span className={css.mark}>from the advice</span> : undefined)

  const onSubmit = () => {
    if (sending) return
    if (problems.length > 0 && !confirms) {
      setShown(problems)
      focusField(problems[0]!.field)
      return
    }
    const effectWords = confirms ? 'Second approval given' : form.once ? 'Approved one fill' : `Approved until ${form.end}`
    const overlaps = standing.some((one) => one.kind === 'PERMIT' && detail.gpi.startsWith(one.gpiPrefix))
    decide({
      kind: 'approve',
      input: toApproval(detail, rules, clearing, form, today),
      told: toldOf(detail, effect.leadsTo === 30 ? effectWords : effect.leadsTo === 25 ? 'Approved, waits for a second person,' : `Approved all but ${effect.waitsFor.join(', ')}`),
      // Shown as done before the server has said so only where nothing is likely to stand against it, and undo exists.
      undoable: effect.leadsTo === 30 && safetyTicked(form, clearing).length === 0 && (!overlaps || form.supersede),
    })
  }

  return frame({
    onSubmit,
    act: (
      <Button type="submit" tone="primary" size="large" block keys={['Ctrl', 'Enter']} busy={sending} busyLabel="Approving" id="confirm" data-autofocus>
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
        {!confirms && <Overrides clearing={clearing} form={form} mayClearAll={mayClearAll(rules, clearing)} set={set} error={error} />}
        <Why {...{ form, reasons, set, error, advised }} />
        {form.supersede && <CheckBox label="Replace the permission that is in force" checked onChange={() => set({ supersede: false })} />}
        {!confirms && <Trial input={toTrial(detail, clearing, form, today)} />}
      </>
    ),
  })
}

type PartProps = {
  form: ApproveForm
  set: (choices: ApproveChoices) => void
  error: (field: string) => string | undefined
  advised: (name: keyof ApproveChoices) => ReactNode
}

/** Dates, fills and how wide it reaches. */
function Terms({ rules, form, detail, today, set, error, advised }: PartProps & { rules: EditRules; detail: AuthDetail; today: string }) {
  const { fields } = rules
  const examples: Readonly<Record<number, string>> = { 14: detail.strength, 12: detail.medication.form, 11: detail.ndc }
  const level = rules.levels.find((one) => one.level === form.level)
  const most = fields.paMaxFill.max
  return (
    <>
      <Dates rules={rules} start={form.start} end={form.end} once={form.once} today={today} set={set} error={error} />
      <div className={cx(css.pair, css.middle)}>
        <div>
          <Switch label={<span className={css.once}>One-time fill</span>} checked={form.once} disabled={!fields.oneTimeFill.editable} onChange={(once) => set({ once })} />
          {advised('once') && <div className={css.small}>{advised('once')}</div>}
        </div>
        {fields.paMaxFill.visible && (
          <SelectField
            inline
            className={css.fills}
            label="Max fills"
            id={fieldId('paMaxFill')}
            value={form.fills === null ? 'any' : String(form.fills)}
            disabled={form.once}
            options={[
              ...(fields.paMaxFill.default === null && !form.once ? [{ value: 'any', label: 'No limit' }] : []),
              ...Array.from({ length: form.once ? 1 : most }, (_, index) => ({ value: String(index + 1), label: String(index + 1) })),
            ]}
            onChange={(fills) => set({ fills: fills === 'any' ? null : Number(fills) })}
            error={error('paMaxFill')}
          />
        )}
      </div>
      {form.maxDays !== null && (
        <div>
          <CheckBox label={`At most ${form.maxDays} days of supply a fill`} checked onChange={() => set({ maxDays: null })} /> {advised('maxDays')}
        </div>
      )}
      <div id={fieldId('drugLevel')}>
        <GpiLadder
          legend="Approve which drugs?"
          rungs={rules.levels.map((one) => ({ value: String(one.level), words: one.label, examples: examples[one.level] ?? '', digits: one.level }))}
          value={String(form.level)}
          onChange={(picked) => set({ level: Number(picked) })}
          {...(error('drugLevel') && { error: error('drugLevel')! })}
          {...(level && { hint: level.description })}
        />
      </div>
    </>
  )
}

/** Reason and note. */
function Why({ form, reasons, set, error, advised }: PartProps & { reasons: readonly Reason[] }) {
  const needsNote = reasons.find((reason) => reason.reasonId === form.reasonId)?.requiresNote
  return (
    <>
      <SelectField
        label="Reason"
        aside={advised('reasonId')}
        id={fieldId('reasonId')}
        value={form.reasonId === undefined ? '' : String(form.reasonId)}
        placeholder="Choose a reason"
        options={reasons.map((reason) => ({ value: String(reason.reasonId), label: reason.description }))}
        onChange={(picked) => set({ reasonId: Number(picked) })}
        error={error('reasonId')}
      />
      <TextArea
        label="Note"
        aside={needsNote ? undefined : 'optional'}
        required={needsNote}
        id={fieldId('note')}
        value={form.note}
        placeholder="Anything the pharmacy or prescriber should know"
        onChange={(note) => set({ note })}
        error={error('note')}
      />
    </>
  )
}

/** What the first of two people set: this approval writes just that. */
function First({ first, zone, confirms }: { first: NonNullable<AuthDetail['firstApproval']>; zone: string; confirms: boolean }) {
  return (
    <Note tone="blue">
      <b>{first.byName} approved this.</b> {confirms ? 'Your confirmation makes it stand as it is.' : `It waits for ${first.waitsFor.join(', ')} to be cleared, and then stands as it is.`}
      <Facts
        of={[
          ['When', exactWords(first.at, zone)],
          ['Dates', `${formatDate(first.startDate)} to ${formatDate(first.endDate)}`],
          ['Fills', first.oneTimeFill ? 'one' : (first.maxFills ?? 'no limit')],
          ['GPI level', first.drugLevel],
          ['Clears', first.codes.join(', ') || 'nothing yet'],
          ...(first.note ? [['Note', first.note] as const] : []),
        ]}
      />
    </Note>
  )
}
