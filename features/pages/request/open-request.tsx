import { Suspense, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { lazyPart } from '#platform/browser/load-part.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { patientAddress } from '#features/claims/patient-address.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import type { HandOverTo } from '#features/decisions/hand-over.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { cx } from '#platform/ui/cx.ts'
import { iconReminder } from '#platform/ui/display/icons.ts'
import type { MenuItem } from '#platform/ui/overlay/menu.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { RefreshBar } from '#platform/ui/list/refresh-bar.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { AuthorizationHead, type HeadOfEvery } from './authorization-head.tsx'
import css from './authorization.module.css'
import { exactWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { DecisionCard } from './decision-card.tsx'
import type { DialogName } from './dialog-name.ts'
import { adviceChoices } from '#features/decisions/advice-choices.ts'
import { UnfinishedNote } from '#features/decisions/unfinished-note.tsx'
import { whyNoApproval } from '#features/decisions/why-no-approval.ts'
import { DecisionBar } from '#features/decisions/phone-bar.tsx'
import { DecisionPane, paneState } from '#features/decisions/pane.tsx'
import { isEmpty } from '#features/decisions/draft.ts'
import { useFormRules } from '#features/decisions/use-form-rules.ts'
import { levels } from '#features/prior-auths/levels.ts'
import { mayReject } from '#features/decisions/may-reject.ts'
import { noticeOf } from '#features/decisions/notice.ts'
import { useDecide } from '#features/decisions/use-decide.ts'
import { useDecisionDraft } from '#features/decisions/use-decision-draft.ts'
import { DeterminationLine } from '#features/determinations/line.tsx'
import { AdvisedTrial } from './advised-trial.tsx'
import { Trial } from './trial.tsx'
import { inForce } from './last-decision.ts'
import { history } from '#features/history/contract.ts'
import { EventLog } from '#features/history/event-log.tsx'
import { useRequestHints } from './hints.ts'
import { Jump } from './jump.tsx'
import { headActs, mayAsk, moreItems, useUnsnooze } from './more-acts.ts'
import { toEndDate, toFirstFinding } from './to-field.ts'
import { handedOverStatuses, status } from '#features/authorizations/statuses.ts'
import { afterDeciding, queueState, requestPath, type Queue } from '#features/authorizations/queue.ts'

// Loaded when first opened.
const AnsweringCard = lazyPart(() => import('./answering-card.tsx').then((it) => it.AnsweringCard))
const AnsweringDialog = lazyPart(() => import('./answering-dialog.tsx').then((it) => it.AnsweringDialog))
const WaitingCard = lazyPart(() => import('./waiting-card.tsx').then((it) => it.WaitingCard))
const Instead = lazyPart(() => import('./instead.tsx').then((it) => it.Instead))
const GoesOut = lazyPart(() => import('#features/outgoing/goes-out.tsx').then((it) => it.GoesOut))
const OpenHere = lazyPart(() => import('#features/presence/open-here.tsx').then((it) => it.OpenHere))
const AfterDecision = lazyPart(() => import('./after-decision.tsx').then((it) => it.AfterDecision))
const Colleague = lazyPart(() => import('#features/colleagues/colleague.tsx').then((it) => it.Colleague))
/** Who acted: the name at once, what opens with it when it is there. */
const Actor = (of: { id: string | null; name: string }) => (
  <Suspense fallback={of.name}>
    <Colleague {...of} />
  </Suspense>
)
const Assign = lazyPart(() => import('../assign-request.tsx').then((it) => it.AssignRequest))
const Determinations = lazyPart(() => import('#features/determinations/all.tsx').then((it) => it.Determinations))
const RecordDetermination = lazyPart(() =>
  import('#features/determinations/record.tsx').then((it) => it.RecordDetermination),
)
const CurrentDetermination = lazyPart(() =>
  import('#features/determinations/current-determination.tsx').then((it) => it.CurrentDetermination),
)
const Duplicates = lazyPart(() => import('#features/merging/duplicates.tsx').then((it) => it.Duplicates))
const EditMedication = lazyPart(() => import('./edit-medication.tsx').then((it) => it.EditMedication))
const Extend = lazyPart(() => import('#features/clock/extend-dialog.tsx').then((it) => it.Extend))
const ExplainBill = lazyPart(() => import('#features/eobr/explain-bill.tsx').then((it) => it.ExplainBill))
const MailExaminer = lazyPart(() => import('#features/owners/mail-examiner.tsx').then((it) => it.MailExaminer))
const AskSupervisor = lazyPart(() => import('#features/decisions/ask-supervisor.tsx').then((it) => it.AskSupervisor))
const HandOver = lazyPart(() => import('#features/decisions/hand-over.tsx').then((it) => it.HandOver))
const Known = lazyPart(() => import('./known.tsx').then((it) => it.Known))
const Recommend = lazyPart(() => import('#features/clinical/recommend.tsx').then((it) => it.Recommend))
const RequestLetter = lazyPart(() => import('#features/letters/request-letter.tsx').then((it) => it.RequestLetter))
const ReviewForm = lazyPart(() => import('#features/determinations/review-form.tsx').then((it) => it.ReviewForm))
const Snooze = lazyPart(() => import('#features/clock/snooze.tsx').then((it) => it.Snooze))

type OpenRequestProps = {
  detail: AuthDetail
  refreshing: boolean
  queue: Queue
  open: (id: string | undefined, queue?: Queue) => void
  head: HeadOfEvery
}

/** A loaded request: its evidence, and the decision form beside it or, on phones, over it. */
export function OpenRequest({ detail, refreshing, queue, open, head }: OpenRequestProps) {
  const { person, carrier, settings } = useUser()
  const { now, narrow, zone } = head
  const id = detail.authorizationId
  const [, navigate] = useLocation()
  const formInAddress = new URLSearchParams(useSearch()).get('form')
  const named: 'approve' | 'reject' | undefined =
    formInAddress === 'approve' || formInAddress === 'reject' ? formInAddress : undefined
  const mine = useDecisionDraft(detail)
  const { draft } = mine
  const act = useDecide({ id, of: mine, queue })
  const story = useRead(history.story, { stratusAuthId: id })
  // After a refusal the focus goes to the message, not to the button.
  const wantedRef = useRef<'approve' | 'reject' | undefined>(draft.failure ? undefined : named)

  // Beside the evidence, in place of the decision; what is typed is kept.
  const [recommends, setRecommends] = useState(false)
  const state = paneState(detail, draft, act.sending, person)
  const mayApprove = !whyNoApproval(detail)
  const mayRefuse = mayReject(detail) !== 'no'
  // Without a form in the address: the only form there is, or the one with unfinished input.
  const onlyReject = !mayApprove && mayReject(detail) === 'block'
  const usual = onlyReject || (isEmpty(draft.approve) && !isEmpty(draft.reject)) ? 'reject' : 'approve'
  const form = named ?? (narrow ? undefined : usual)
  // The address holds which form is open; the list stays in the history entry.
  const onForm = (to: 'approve' | 'reject' | undefined) =>
    navigate(requestPath(id, to), {
      replace: true,
      state: queueState(queue.ids, queue.back, queue.done, queue.snoozed),
    })
  const callForm = (to: 'approve' | 'reject') => {
    setRecommends(false)
    wantedRef.current = to
    if (form === to) document.getElementById(to === 'approve' ? 'confirm' : 'decision-reasonId')?.focus()
    else onForm(to)
  }

  // Filling in the advice needs the limits of the form; both are fetched once and shared with it.
  const deciding = state === 'form'
  const { rules, reasons } = useFormRules(detail, 'APPROVE', !deciding || !mayApprove)
  const advised =
    deciding && detail.recommendation && !detail.firstApproval
      ? adviceChoices(detail.recommendation, rules.data, reasons.data ?? [])
      : undefined
  const takeAdvice = () => {
    if (advised?.form === 'approve' && mayApprove) mine.change({ approve: { ...draft.approve, ...advised.choices } })
    if (advised) callForm(advised.form)
  }

  const [goesOutPlace, setGoesOutPlace] = useState<HTMLElement | null>(null)

  // A second approver approves as it was saved, or returns it.
  const confirms = deciding && detail.authorizationStatusId === status.PENDING_SECOND_APPROVAL
  const reviews = deciding && detail.authorizationStatusId === status.PENDING_UR
  // What a reviewer typed stays in sight when somebody else was first.
  const [reviewed, setReviewed] = useState(reviews)
  if (reviews && !reviewed) setReviewed(true)
  const [handOver, setHandOver] = useState<HandOverTo | undefined>(() =>
    confirms && formInAddress === 'return' ? 'pending' : undefined,
  )
  useKeys(
    deciding
      ? {
          a: () => callForm('approve'),
          r: () => (confirms ? setHandOver('pending') : callForm('reject')),
          x: () => (confirms ? callForm('reject') : false),
          d: toEndDate,
          f: toFirstFinding,
          ...(advised && { u: takeAdvice }),
        }
      : {},
  )

  const { next } = afterDeciding(queue, id)
  const [dialog, setDialog] = useState<DialogName>()
  const openPart = (part: DialogName | 'recommend') => (part === 'recommend' ? setRecommends(true) : setDialog(part))
  const unsnooze = useUnsnooze(id)
  const acts = headActs(detail, openPart)
  useRequestHints(confirms ? 'confirm' : deciding ? 'decide' : 'read', acts)
  const onKnown = () => setDialog('known')
  const timelineAddress = `${patientAddress({ ...detail, claimId: detail.stratusClaimId }, 'timeline')}?request=${id}`
  useKeys({
    ...Object.fromEntries(acts.map((one) => [one.keys[0]!.toLowerCase(), one.onPress])),
    w: onKnown,
    h: () => navigate(timelineAddress),
  })
  const kinds = detail.recordableDeterminations
  const snoozed =
    detail.snoozedUntil !== null && Date.parse(detail.snoozedUntil) > now && detail.allowedActions.includes('unsnooze')
  const more: MenuItem[] = [
    ...(narrow ? acts.map(({ label, icon, onPress }) => ({ label, icon, onSelect: onPress })) : []),
    ...(snoozed ? [{ label: 'End the snooze', icon: iconReminder, onSelect: unsnooze }] : []),
    ...moreItems(
      detail,
      onKnown,
      setDialog,
      (to) =>
        to === 'back'
          ? void act.move({ status: 'pending', notice: noticeOf(detail, 'Returned to pending') }, detail.version)
          : setHandOver(to),
      deciding,
      zone,
      settings['pdfExportEnabled'] !== false,
    ),
  ]
  const inSheet = narrow && deciding
  const answering = (
    <Suspense fallback={null}>
      <AnsweringCard
        {...{ detail, zone, now }}
        onDialog={setDialog}
        onReturn={deciding && detail.allowedActions.includes('pending') ? () => setHandOver('pending') : undefined}
      />
    </Suspense>
  )
  const pane = (
    <DecisionPane
      {...{ detail, person, now, form, onForm, wantedRef, mine, act, narrow }}
      today={dateIn(now, zone)}
      inForce={inForce(story.data?.priorAuths ?? []).filter((one) => one.authorizationId !== id)}
      onNext={next === undefined ? undefined : () => open(next)}
      back={queue.back}
      onKnown={onKnown}
      onReview={() => setHandOver('ur')}
      after={
        <Suspense fallback={null}>
          <AfterDecision
            {...{ detail, zone, now }}
            onReopen={() => void act.move({ status: 'reopen', notice: noticeOf(detail, 'Reopened') }, detail.version)}
          />
        </Suspense>
      }
      waiting={
        <Suspense fallback={null}>
          <WaitingCard detail={detail} zone={zone} now={now} />
        </Suspense>
      }
      answering={!inSheet && answering}
      determinationNote={(of) => <DeterminationLine of={detail.determination} form={of} />}
      trial={(approval, raised, onPlan) => <Trial input={approval} raised={raised} billed={detail} onPlan={onPlan} />}
      goesOut={(sent) => (
        <Suspense fallback={null}>
          <GoesOut authorizationId={id} sent={sent} place={narrow ? null : goesOutPlace} />
        </Suspense>
      )}
      instead={(field) => <Instead {...field} detail={detail} today={dateIn(now, zone)} />}
    />
  )
  const recommendation = recommends && (
    <Recommend
      {...{ detail, narrow }}
      above={answering}
      trial={(advice) => mayApprove && <AdvisedTrial {...{ detail, advice }} today={dateIn(now, zone)} />}
      onClose={() => setRecommends(false)}
      onSent={() => {
        setRecommends(false)
        const { queue: after, next: following } = afterDeciding(queue, id)
        if (following !== undefined) open(following, after)
      }}
    />
  )
  return (
    <Page as="work" canvas>
      <AuthorizationHead {...head} detail={detail} acts={acts} more={more} />
      <p className={css.printed}>
        {carrier.name} · Authorization request {detail.referenceNumber} · Claim {detail.claimNumber}
        <span>
          Printed {exactWords(new Date(now).toISOString(), zone)} by {person.name}. Confidential health information.
        </span>
      </p>
      {narrow && <Jump />}
      <div className={css.body}>
        <div className={css.evidence} role="region" aria-label="Request" tabIndex={narrow ? undefined : 0}>
          <RefreshBar busy={refreshing} />
          <div className={cx(css.cards, inSheet && css.withBar)}>
            {/* Its place is there before its code: what follows stays where it is. */}
            <Suspense fallback={<span />}>
              <OpenHere id={id} />
            </Suspense>
            <Suspense fallback={null}>
              {(detail.duplicates.length > 0 || detail.merged.length > 0 || detail.mergedInto) && (
                <Duplicates
                  {...{ detail, zone, now }}
                  onOpen={(to) => open(to)}
                  onAsk={mayAsk(detail) ? () => setHandOver('merge') : undefined}
                />
              )}
              {detail.determination && (
                <CurrentDetermination
                  {...{ detail, zone, now }}
                  may={kinds.includes(detail.determination.kind)}
                  onAll={() => setDialog('determinations')}
                />
              )}
            </Suspense>
            {/* On a phone the form is a sheet: what is asked stands before the evidence. */}
            {inSheet && handedOverStatuses.includes(detail.authorizationStatusId) && answering}
            {inSheet && form === undefined && <UnfinishedNote draft={draft} onForm={callForm} />}
            <DecisionCard
              {...{ detail, zone, now }}
              goesOut={deciding && !narrow && <div ref={setGoesOutPlace} className={css.goesOut} />}
              review={
                reviewed && (
                  <Suspense fallback={null}>
                    <ReviewForm {...{ detail, zone, now }} />
                  </Suspense>
                )
              }
              story={{ data: story.data, error: story.error, onRetry: () => void story.refetch() }}
              useAdvice={
                advised && (
                  <Button keys={['U']} onClick={takeAdvice}>
                    Use these settings
                  </Button>
                )
              }
            />
            <div id="log">
              <Card
                title="Event log"
                acts={
                  <LinkButton href={timelineAddress} keys={['H']} tone="quiet" size="small">
                    Timeline of this prescription
                  </LinkButton>
                }
              >
                <EventLog authorizationId={id} Actor={Actor} />
              </Card>
            </div>
          </div>
        </div>
        {!inSheet && (
          <aside
            id="decision"
            tabIndex={-1}
            className={cx(css.pane, state !== 'decided' && css.offPaper)}
            aria-label={recommendation ? 'Recommendation' : 'Decision'}
          >
            {recommendation ? <Suspense fallback={null}>{recommendation}</Suspense> : pane}
          </aside>
        )}
      </div>
      {inSheet && pane}
      {inSheet && <DecisionBar mayApprove={mayApprove} mayReject={mayRefuse} onForm={callForm} more={more} />}
      <Suspense fallback={null}>
        {dialog === 'known' && (
          <Known authorizationId={id} referenceNumber={detail.referenceNumber} onClose={() => setDialog(undefined)} />
        )}
        {dialog === 'determination' && (
          <RecordDetermination {...{ detail, now, kinds, levels }} onClose={() => setDialog(undefined)} />
        )}
        {dialog === 'determinations' && <Determinations {...{ id, zone }} onClose={() => setDialog(undefined)} />}
        {dialog === 'medication' && <EditMedication detail={detail} onClose={() => setDialog(undefined)} />}
        {dialog === 'explain' && <ExplainBill detail={detail} onClose={() => setDialog(undefined)} />}
        {dialog === 'examiner' && <MailExaminer detail={detail} onClose={() => setDialog(undefined)} />}
        {dialog === 'extension' && <Extend {...{ detail, zone, now }} onClose={() => setDialog(undefined)} />}
        {narrow && recommendation}
        {(dialog === 'ask' || dialog === 'call') && (
          <AnsweringDialog {...{ detail, dialog }} onClose={() => setDialog(undefined)} />
        )}
        {dialog === 'letter' && <RequestLetter detail={detail} onClose={() => setDialog(undefined)} />}
        {dialog === 'assign' && <Assign request={detail} onClose={() => setDialog(undefined)} />}
        {(handOver === 'question' || handOver === 'merge') && (
          <AskSupervisor
            detail={detail}
            wanted={handOver === 'merge' ? 'MERGE' : undefined}
            busy={act.busy === 'move'}
            send={(move) => act.move(move, detail.version)}
            onClose={() => setHandOver(undefined)}
          />
        )}
        {handOver && handOver !== 'question' && handOver !== 'merge' && (
          <HandOver
            detail={detail}
            to={handOver}
            busy={act.busy === 'move'}
            send={(move) => act.move(move, detail.version)}
            onClose={() => setHandOver(undefined)}
          />
        )}
        {dialog === 'snooze' && <Snooze request={detail} now={now} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </Page>
  )
}
