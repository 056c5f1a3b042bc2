import { status } from '#features/authorizations/statuses.ts'
import { useState, type ReactNode } from 'react'
import type { InputOf } from '#platform/calls/contract.ts'
import type { approving } from './contract.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { approvedNotice, approveWords } from './button-words.ts'
import { Amounts, First, Terms, Why } from './fields.tsx'
import {
  approveForm,
  approveProblems,
  effectOf,
  isLess,
  mayClearAll,
  safetyTicked,
  toApproval,
  type PlanShown,
} from './choices.ts'
import { toConfirmedTrial, toRaisedTrial, toTrial, type ApprovalToTry } from './to-try.ts'
import { type ApproveChoices } from '../draft.ts'
import { notReviewed, type Reason } from '../form/problem.ts'
import type { FormRules } from '../edit-rules-shape.ts'
import css from '../decision.module.css'
import { FailureNote, unmarked, type FormProps, type Sent } from '../form/parts.tsx'
import { Loaded, useProblems } from '../form/loaded.tsx'
import { Overrides } from '../form/overrides.tsx'
import { noticeOf } from '../notice.ts'
import { isPharmacist } from '#features/permissions/rules.ts'

export type ApproveProps = FormProps<Sent<'approve', InputOf<typeof approving.approve>>> & {
  /**
   * Shows whether the claim would pay under this approval, undefined while the form has no valid dates; and, where the
   * approval allows a larger fill than was billed, what stops that one.
   */
  trial: (
    approval: ApprovalToTry | undefined,
    raised: ApprovalToTry | undefined,
    onPlan: (plan: PlanShown | undefined, of: unknown) => void,
  ) => ReactNode
}

/** The approve form: safe defaults, and a button that names the effect. */
export function Approve(props: ApproveProps) {
  return (
    <Loaded detail={props.detail} frame={props.frame} action="APPROVE">
      {(rules, reasons) => <Filled {...props} rules={rules} reasons={reasons} />}
    </Loaded>
  )
}

function Filled(props: ApproveProps & { rules: FormRules; reasons: readonly Reason[] }) {
  const { detail, person, today, draft, change, decide, sending, busy, inForce, frame, rules, reasons } = props
  const clearing = rules.clearings
  const confirms = detail.authorizationStatusId === status.PENDING_SECOND_APPROVAL
  const isSecondApproval = detail.firstApproval !== null
  const form = approveForm(rules, clearing, reasons, draft.approve, today, detail, isSecondApproval)
  const tried = confirms ? toConfirmedTrial(detail, form) : toTrial(detail, clearing, form, today)
  // What the server said of these very terms; of others nothing is known yet.
  const [answer, setAnswer] = useState<{ plan: PlanShown | undefined; of: string }>()
  const plan = answer !== undefined && answer.of === JSON.stringify(tried) ? answer.plan : undefined
  const ofPharmacist = isPharmacist(person)
  const chosenStart = parseDate(form.start, today) || undefined
  const problems = [
    ...notReviewed(draft.version, detail),
    ...(confirms ? [] : approveProblems(rules, clearing, reasons, form, today, isSecondApproval, chosenStart, plan)),
  ]
  const effect = effectOf(rules, detail, form, plan, ofPharmacist)
  const words = approveWords(form, effect, detail.authorizationStatusId, today, ofPharmacist)
  const failure = draft.failure?.form === 'approve' ? draft.failure : undefined
  const duplicate = failure?.code === 'DUPLICATE'
  const mayLift = isLiftable(failure?.data)
  // Where no approval may be withdrawn, a new one comes beside it.
  const stays = rules.approvalsStay === true

  const set = (choices: ApproveChoices) => {
    const advised = (draft.approve.advised ?? []).filter((name) => !(name in choices))
    change({ approve: { ...draft.approve, ...choices, advised }, failure: unmarked(draft.failure) })
  }
  const { error, mayGo } = useProblems(problems, draft.approve, failure)
  const advised = (name: keyof ApproveChoices) =>
    draft.approve.advised?.includes(name) ? <span className={css.mark}>from the advice</span> : undefined

  const input = () => toApproval(detail, rules, clearing, form, today, draft.version)
  const onSubmit = () => {
    if (sending || !mayGo()) return
    const effectWords = confirms ? 'Second approval given' : approvedNotice(form, today)
    const overlaps = inForce.some((one) => one.kind === 'PERMIT' && detail.gpi.startsWith(one.gpiPrefix))
    decide({
      kind: 'approve',
      input: input(),
      notice: noticeOf(
        detail,
        effect.leadsTo === status.APPROVED
          ? effectWords
          : effect.leadsTo === status.PENDING_SECOND_APPROVAL
            ? 'Approved, waits for a second person,'
            : `Approved all but ${effect.waitsFor.join(', ')}`,
      ),
      // Shown as done before the server answers only where a refusal is unlikely and undo exists.
      undoable:
        effect.leadsTo === status.APPROVED &&
        effect.missing === undefined &&
        // By the server's word, or with nothing left that could be somebody else's.
        (plan !== undefined || clearing.every(({ reject }) => form.ticks[reject.finding])) &&
        safetyTicked(form, clearing).length === 0 &&
        (!overlaps || form.supersede) &&
        (!inForce.some((one) => one.kind === 'BLOCK' && detail.gpi.startsWith(one.gpiPrefix)) || form.lift),
    })
  }

  return frame({
    onSubmit,
    saves: effect.leadsTo !== status.APPROVED && effect.missing === undefined,
    act: (
      <SendButton
        tone="primary"
        size="large"
        block
        keys={['Ctrl', 'Enter']}
        busy={busy}
        busyLabel={effect.leadsTo === status.APPROVED ? 'Approving' : 'Sending'}
        id="confirm"
        data-autofocus
      >
        <span className={css.send}>
          {words.act} {words.extent && <span className={css.extent}>{words.extent}</span>}
        </span>
      </SendButton>
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
                  {stays ? 'Add to it' : 'Replace it'}
                </Button>
              ) : mayLift && !form.lift ? (
                <Button size="small" onClick={() => set({ lift: true })}>
                  Lift the block
                </Button>
              ) : undefined
            }
          />
        )}
        {detail.firstApproval && <First first={detail.firstApproval} confirms={confirms} />}
        {props.determinationNote('approve')}
        {rules.oneOrder && (
          <p className={css.small}>
            {detail.jurisState} approves one prescription order: only prescription {rules.oneOrder} is covered. A new
            prescription needs a new approval.
          </p>
        )}
        {!detail.firstApproval && <Terms {...{ rules, form, detail, today, set, error, advised }} />}
        {detail.firstApproval && !confirms && (
          <Amounts
            {...{ form, set, error, advised }}
            locked={detail.determination?.startDate ? 'Set by: determination.' : undefined}
            hint={`${detail.firstApproval.byName} saved this. You can approve less.`}
          />
        )}
        {!confirms && (
          <Overrides
            clearing={clearing}
            form={form}
            mayClearAll={mayClearAll(rules, clearing)}
            set={set}
            error={error}
            passes={plan?.leadsTo === status.APPROVED && plan.why === null}
            whoElse={
              effect.leadsTo === status.PENDING_CLINICAL
                ? ofPharmacist
                  ? 'a senior pharmacist'
                  : 'a pharmacist'
                : undefined
            }
          />
        )}
        {(form.lift || mayLift) && (
          <CheckBox
            label="Lift the block that is in force"
            checked={form.lift}
            onChange={() => set({ lift: !form.lift })}
          />
        )}
        <Why {...{ form, reasons, set, error, advised }} first={detail.firstApproval} less={isLess(form, detail)} />
        {form.supersede && (
          <CheckBox
            label={
              stays
                ? 'Add to the prior authorization that is in force'
                : 'Replace the prior authorization that is in force'
            }
            checked
            onChange={() => set({ supersede: false })}
          />
        )}
        {props.goesOut(problems.length > 0 ? undefined : { kind: 'approve', input: input() })}
      </>
    ),
    trial: props.trial(tried, confirms ? undefined : toRaisedTrial(detail, clearing, form, today), (found, of) => {
      const next = JSON.stringify(of)
      if (answer?.of !== next || JSON.stringify(answer.plan) !== JSON.stringify(found))
        setAnswer({ plan: found, of: next })
    }),
  })
}

/** A refusal that says: this person may lift the block with the approval. */
const isLiftable = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && (data as { mayLift?: unknown }).mayLift === true
