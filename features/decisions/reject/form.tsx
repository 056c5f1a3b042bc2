import { Suspense, type ReactNode } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { timeLeft } from '#features/deadlines/timer.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import { longestNote, notReviewed, type Reason } from '../form/problem.ts'
import type { FormRules } from '../edit-rules-shape.ts'
import { Dates } from '../form/dates.tsx'
import css from '../decision.module.css'
import { FailureNote, fieldId, unmarked, type FormProps, type Sent } from '../form/parts.tsx'
import { Loaded, useProblems } from '../form/loaded.tsx'
import {
  brandDenial,
  monthsOfUse,
  reachShown,
  reasonChoices,
  rejectForm,
  rejectProblems,
  toRejection,
} from './choices.ts'
import { alternativeReason, isOfOneFill, otherReason } from '#reference/rejection-reasons.ts'
import { whyNotReachOf } from '../about-brand.ts'
import { mayReject, whyNoReview, type MayReject } from '../may-reject.ts'
import type { Instead, RejectChoices } from '../draft.ts'
import { noticeOf } from '../notice.ts'

/** The product to use instead as it is chosen, and what the server said of it. */
type InsteadField = {
  /** Id of its choices, so that a refusal leads there. */
  id: string
  chosen: Instead | undefined
  onChoose: (instead: Instead | undefined) => void
  error: string | undefined
}

export type RejectProps = FormProps<
  ReturnType<typeof toRejection> & Pick<Sent<never, never>, 'notice' | 'undoable'>
> & {
  /** Opens the dialog that sends it to utilization review. */
  onReview: () => void
  /** Chooses the product to use instead. */
  instead: (field: InsteadField) => ReactNode
}

/** The reject form; where the state leaves denials to reviewers, the way there. */
export function Reject(props: RejectProps) {
  const { detail, frame } = props
  const may = mayReject(detail)
  if (may === 'no') return frame({ fields: <BlockedNote {...props} /> })
  return (
    <Loaded detail={detail} frame={frame} action="REJECT">
      {(rules, reasons) => <Filled {...props} rules={rules} reasons={reasons} may={may} />}
    </Loaded>
  )
}

/** Why this person may not reject now, and where to send the request instead. */
function BlockedNote({ detail, now, onReview }: RejectProps) {
  const why =
    detail.blockedReasons.find(({ action }) => action === 'reject') ??
    detail.blockedReasons.find(({ action }) => action === 'rejectThisFill')
  const mayReview = detail.allowedActions.includes('ur')
  const noReview = whyNoReview(detail)
  return (
    <Note tone="amber">
      <b>{why?.message ?? 'This request cannot be rejected now.'}</b>
      {mayReview && ` ${timeLeft(detail.statutoryDueAt, new Date(now).toISOString()).words}.`}
      {noReview && ` ${noReview}`}
      {mayReview && (
        <div className={css.below}>
          <Button size="small" onClick={onReview}>
            Send to utilization review
          </Button>
        </div>
      )}
    </Note>
  )
}

function Filled(props: RejectProps & { rules: FormRules; reasons: readonly Reason[]; may: MayReject }) {
  const { detail, today, draft, change, decide, sending, busy, frame, rules, reasons, may } = props
  const form = rejectForm(rules, detail, may, draft.reject, today)
  const choices = reasonChoices(rules, reasons, form.fillOnly)
  const problems = [...notReviewed(draft.version, detail), ...rejectProblems(rules, choices, form, today)]
  const failure = draft.failure?.form === 'reject' ? draft.failure : undefined
  const offered = may === 'claimReasons' ? choices.filter((choice) => !choice.whyNot) : choices
  const months = monthsOfUse(detail)
  const uncleared = detail.rejects.filter(
    (reject, index, all) => all.findIndex((other) => other.rejectCode === reject.rejectCode) === index,
  )

  const set = (picked: RejectChoices) =>
    change({ reject: { ...draft.reject, ...picked }, failure: unmarked(draft.failure) })
  const { error, mayGo } = useProblems(problems, draft.reject, failure)

  if (may === 'claimReasons' && offered.length === 0) return frame({ fields: <BlockedNote {...props} /> })
  const sent = () => toRejection(detail, rules, form, today, draft.version)
  const onSubmit = () => {
    if (sending || !mayGo()) return
    decide({
      ...sent(),
      notice: noticeOf(detail, form.fillOnly ? 'Rejected this fill' : 'Rejected'),
      undoable: true,
    })
  }
  const reason = choices.find((one) => one.reasonId === form.reasonId)
  const lockedToBrand = whyNotReachOf(brandDenial(rules, form), false)
  const reach = form.fillOnly ? undefined : reachShown(rules, form)
  return frame({
    onSubmit,
    act: (
      <SendButton
        tone="danger"
        size="large"
        block
        keys={['Ctrl', 'Enter']}
        busy={busy}
        busyLabel="Rejecting"
        id="confirm"
      >
        {form.fillOnly ? 'Reject this fill' : form.brandOnly ? 'Reject the brand' : 'Reject request'}
      </SendButton>
    ),
    fields: (
      <>
        {failure && <FailureNote key={failure.supportId} failure={failure} />}
        {may === 'claimReasons' && (
          <>
            <BlockedNote {...props} />
            <p className={css.small}>You may still reject this fill yourself for reasons that are not medical.</p>
          </>
        )}
        {props.determinationNote('reject')}
        {detail.prescriber.fax === null && detail.prescriber.email === null && (
          <Note tone="amber">
            <b>The prescriber has no fax and no e-mail on file.</b> Call, or write by mail: the denial reaches them in
            no other way.
          </Note>
        )}
        {months > 0 && (
          <Note tone="amber">
            <b>An opioid was filled in {months} of the last 7 months.</b> Stopping suddenly can cause withdrawal.
            {detail.recommendation?.source === 'PHARMACIST' &&
              detail.recommendation.action !== 'REJECT' &&
              ' The pharmacist does not recommend rejecting.'}
          </Note>
        )}
        {detail.rejects.length > 0 && (
          <FieldSet legend="Which rejects apply?" id={fieldId('rejectCodes')} error={error('rejectCodes')}>
            <div className={css.codes}>
              {uncleared.map((reject) => {
                const words = rejectWords(reject.rejectCode, reject.description)
                return (
                  <CheckBox
                    key={reject.rejectCode}
                    label={
                      <span className={css.code}>
                        <CodeChip code={reject.rejectCode} words={words} beside />
                        <span className={css.words}>{words}</span>
                      </span>
                    }
                    checked={form.codes[reject.rejectCode] ?? false}
                    onChange={(on) => set({ codes: { ...form.codes, [reject.rejectCode]: on } })}
                  />
                )
              })}
            </div>
          </FieldSet>
        )}
        <SelectField
          label="Reason for rejecting"
          required
          id={fieldId('reasonId')}
          data-autofocus
          value={form.reasonId === undefined ? '' : String(form.reasonId)}
          placeholder="Choose a reason"
          options={offered.map((choice) => ({
            value: String(choice.reasonId),
            label: choice.whyNot ? `${choice.description} (utilization review only)` : choice.description,
            disabled: choice.whyNot !== undefined,
          }))}
          onChange={(picked) => set({ reasonId: Number(picked) })}
          error={error('reasonId')}
        />
        {form.reasonId === alternativeReason && (
          <Suspense fallback={null}>
            {props.instead({
              id: fieldId('insteadNdc'),
              chosen: form.instead,
              onChoose: (instead) => set({ instead }),
              error: error('insteadNdc'),
            })}
          </Suspense>
        )}
        <TextArea
          label="Explain in plain language"
          required={reason?.requiresNote}
          aside={reason?.requiresNote ? undefined : 'optional'}
          id={fieldId('note')}
          rows={3}
          limit={longestNote}
          hint={[
            reason?.noteHint,
            form.reasonId === otherReason
              ? 'The patient, the prescriber and the pharmacy will read this.'
              : 'The patient and the prescriber will read this.',
          ]
            .filter(Boolean)
            .join(' ')}
          value={form.note}
          onChange={(note) => set({ note })}
          error={error('note')}
        />
        {!form.fillOnly && (
          <>
            <Dates rules={rules} start={form.start} end={form.end} today={today} set={set} error={error} />
            <SelectField
              label="Applies to"
              id={fieldId('drugLevel')}
              value={String(form.level)}
              options={rules.levels.map((one) => ({
                value: String(one.level),
                label: `${one.label} (GPI ${one.level})`,
              }))}
              onChange={(level) => set({ level: Number(level) })}
              error={error('drugLevel')}
            />
            {rules.block?.brand && (
              <CheckBox
                label="This brand only"
                detail={lockedToBrand?.message ?? 'Its generics are not blocked.'}
                checked={form.brandOnly}
                disabled={lockedToBrand !== undefined}
                onChange={(brandOnly) => set({ brandOnly })}
              />
            )}
            {reach && (
              <div className={css.small} role="status">
                <p>{reach.stops}</p>
                <p>{reach.stays}</p>
              </div>
            )}
          </>
        )}
        {may === 'block' ? (
          <CheckBox
            label="This fill only"
            detail={
              isOfOneFill(form.reasonId)
                ? 'The reason is about this fill alone. Blocks nothing: the next fill will be reviewed again.'
                : 'Blocks nothing. The next fill will be reviewed again.'
            }
            checked={form.fillOnly}
            disabled={isOfOneFill(form.reasonId)}
            onChange={(fillOnly) => set({ fillOnly })}
          />
        ) : (
          <p className={css.small}>Rejects this fill only. The next fill will be reviewed again.</p>
        )}
        {props.goesOut(problems.length > 0 ? undefined : sent())}
      </>
    ),
  })
}
