import { lazy, Suspense, useRef, useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { Button } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { cx } from '#platform/ui/cx.ts'
import { ErrorState } from '#platform/ui/error-state.tsx'
import { useHints, type Hint } from '#platform/ui/hints.ts'
import { iconBell } from '#platform/ui/icons.ts'
import { LinkButton } from '#platform/ui/link-button.tsx'
import { Loading } from '#platform/ui/loading.tsx'
import type { MenuItem } from '#platform/ui/menu.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RefreshBar } from '#platform/ui/refresh-bar.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { State } from '#platform/ui/state.tsx'
import { useKeys } from '#platform/ui/use-keys.ts'
import { useNow } from '#platform/ui/use-now.ts'
import { useRead } from '#platform/use-call.ts'
import { useUser } from '#platform/use-user.ts'
import { AuthorizationHead, type AuthorizationHeadProps } from './authorization-head.tsx'
import css from './authorization.module.css'
import { dateIn } from './clock/zoned-time.ts'
import { authorizations, type AuthDetail } from './contract.ts'
import { DecisionCard } from './decision-card.tsx'
import { adviceChoices } from './decision/approve-form.ts'
import { toldOf } from './decision/approve.tsx'
import { whyNoApproval } from './decision/clearing.ts'
import { decision } from './decision/contract.ts'
import { DecisionBar } from './decision/decision-bar.tsx'
import { DecisionPane, paneState } from './decision/decision-pane.tsx'
import { changeDraft, draftKey, useDraft, type Draft } from './decision/drafts.ts'
import { mayReject } from './decision/reject-form.ts'
import { useDecide } from './decision/use-decide.ts'
import { inForce } from './evidence/past-decisions.tsx'
import { exactWords } from './evidence/in-words.ts'
import { history } from './history/contract.ts'
import { EventLog } from './history/event-log.tsx'
import { Jump } from './jump.tsx'
import { deskActs, moreItems, useUnsnooze } from './more-acts.ts'
import { afterDeciding, placeIn, queueOf, queueState, requestPath, type Queue } from './queue.ts'
import { useAhead } from './use-ahead.ts'
import { useNarrow } from './use-narrow.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** One request on one screen: the evidence, and the decision beside it (/authorizations/request/:id). */
export function AuthorizationScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const { person } = useUser()
  const now = useNow()
  const narrow = useNarrow()
  const [, navigate] = useLocation()
  const queue = queueOf(useHistoryState())
  const { position, total, next, previous } = placeIn(queue, id)
  const valid = uuid.test(id)
  const asked = useRead(authorizations.one, { id }, { off: !valid })
  useAhead(asked.data ? next : undefined)

  const open = (to: string | undefined, list: Queue = queue) => to !== undefined && navigate(requestPath(to), { replace: true, state: queueState(list.ids, list.back, list.done) })
  const missing = !valid || asked.error?.code === 'NOT_FOUND' || asked.error?.code === 'VALIDATION'
  const detail = missing ? undefined : asked.data
  useKeys({ j: () => open(next), k: () => open(previous), ']': () => open(next), '[': () => open(previous), Escape: () => navigate(queue.back) })
  const head: Omit<AuthorizationHeadProps, 'detail' | 'acts' | 'more'> = {
    zone: person.timeZone,
    now,
    back: queue.back,
    position,
    total,
    onPrevious: previous === undefined ? undefined : () => open(previous),
    onNext: next === undefined ? undefined : () => open(next),
    narrow,
  }

  if (detail) return <Request key={id} detail={detail} refreshing={asked.isFetching} queue={queue} open={open} head={head} />
  return (
    <Page as="work" canvas>
      <AuthorizationHead {...head} detail={undefined} acts={[]} more={[]} {...((missing || asked.error) && { title: 'Request not available' })} />
      {missing ? (
        <State
          kind="noPermission"
          title="This request is not available"
          acts={
            <LinkButton tone="primary" href={queue.back} keys={['Esc']}>
              Back to requests
            </LinkButton>
          }
        >
          It does not exist, or it is not in your groups. Check the link, or ask who sent it.
        </State>
      ) : asked.error ? (
        <ErrorState
          title="We could not load this request"
          safe="Nothing was changed, and no decision was lost."
          text={asked.error.message}
          supportId={asked.error.supportId}
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      ) : (
        <Loading busy skeleton={<RequestSkeleton />}>
          {null}
        </Loading>
      )}
    </Page>
  )
}

const decideHints: readonly Hint[] = [
  { keys: ['A'], does: 'Approve' },
  { keys: ['R'], does: 'Reject' },
  { keys: ['O'], does: 'Assign' },
  { keys: ['S'], does: 'Snooze' },
  { keys: ['J', 'K'], does: 'Next, previous' },
  { keys: ['Esc'], does: 'Back to list' },
  { keys: ['?'], does: 'All' },
]
const readHints: readonly Hint[] = decideHints.slice(4)

// Fetched when first opened.
const Assign = lazy(() => import('./owners/assign.tsx').then((it) => ({ default: it.Assign })))
const Snooze = lazy(() => import('./worklist/snooze.tsx').then((it) => ({ default: it.Snooze })))

type RequestProps = {
  detail: AuthDetail
  refreshing: boolean
  queue: Queue
  open: (id: string | undefined, queue?: Queue) => void
  head: Omit<AuthorizationHeadProps, 'detail' | 'acts' | 'more'>
}

function Request({ detail, refreshing, queue, open, head }: RequestProps) {
  const { person, carrier } = useUser()
  const { now, narrow, zone } = head
  const id = detail.authorizationId
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('form')
  const named: 'approve' | 'reject' | undefined = asked === 'approve' || asked === 'reject' ? asked : undefined
  const key = draftKey(person.id, id)
  const draft = useDraft(key)
  const change = (part: Partial<Draft>) => changeDraft(key, part)
  const act = useDecide({ id, key, queue })
  const story = useRead(history.story, { stratusAuthId: id })
  // After a refusal the focus belongs to what was said, not to the button.
  const wanted = useRef<'approve' | 'reject' | undefined>(draft.failure ? undefined : named)

  const state = paneState(person, detail, draft)
  const mayApprove = !whyNoApproval(person, detail)
  const mayRefuse = mayReject(detail) !== 'no'
  const form = named ?? (narrow ? undefined : !mayApprove && mayReject(detail) === 'block' ? 'reject' : 'approve')
  // The address holds which form is open; the list stays in the history entry.
  const onForm = (to: 'approve' | 'reject' | undefined) => navigate(requestPath(id, to), { replace: true, state: queueState(queue.ids, queue.back, queue.done) })
  const callForm = (to: 'approve' | 'reject') => {
    wanted.current = to
    if (form === to) document.getElementById(to === 'approve' ? 'confirm' : 'decision-reasonId')?.focus()
    else onForm(to)
  }

  // What the advice fills in needs the limits of the form; both are asked once and shared with it.
  const deciding = state === 'form'
  const rules = useRead(decision.editRules, { authorizationId: id, action: 'APPROVE' }, { off: !deciding || !mayApprove })
  const reasons = useRead(decision.reasons, { action: 'APPROVE', jurisState: detail.jurisState }, { off: !deciding || !mayApprove })
  const advised = deciding && detail.recommendation && !detail.firstApproval ? adviceChoices(detail.recommendation, rules.data, reasons.data ?? []) : undefined
  const takeAdvice = () => {
    if (advised?.form === 'approve' && mayApprove) change({ approve: { ...draft.approve, ...advised.choices }, version: draft.version ?? detail.version })
    if (advised) callForm(advised.form)
  }

  useKeys(deciding ? { a: () => callForm('approve'), r: () => callForm('reject'), ...(advised && { u: takeAdvice }) } : {})
  useHints(deciding ? decideHints : readHints)

  const { next } = afterDeciding(queue, id)
  const [dialog, setDialog] = useState<'assign' | 'snooze'>()
  const unsnooze = useUnsnooze(id)
  const acts = deskActs(person, detail, now, setDialog)
  useKeys(Object.fromEntries(acts.map((one) => [one.keys[0]!.toLowerCase(), one.onPress])))
  const snoozed = detail.snoozedUntil !== null && Date.parse(detail.snoozedUntil) > now && acts.length > 0
  const more: MenuItem[] = [
    ...(narrow ? acts.map(({ label, icon, onPress }) => ({ label, icon, onSelect: onPress })) : []),
    ...(snoozed ? [{ label: 'End the snooze', icon: iconBell, onSelect: unsnooze }] : []),
    ...moreItems(detail, (status, words) => void act.move({ status, told: toldOf(detail, words) }, detail.version)),
  ]
  const pane = (
    <DecisionPane
      {...{ detail, person, now, form, onForm, wanted, draftKey: key, draft, change, act, narrow }}
      today={dateIn(now, zone)}
      standing={inForce(story.data?.priorAuths ?? []).filter((one) => one.authorizationId !== id)}
      onNext={next === undefined ? undefined : () => open(next)}
      back={queue.back}
    />
  )
  const inSheet = narrow && deciding
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
            <DecisionCard
              {...{ detail, zone, now }}
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
              <Card title="Event log">
                <EventLog authorizationId={id} />
              </Card>
            </div>
          </div>
        </div>
        {!inSheet && (
          <aside className={cx(css.pane, state !== 'decided' && css.offPaper)} aria-label="Decision">
            {pane}
          </aside>
        )}
      </div>
      {inSheet && pane}
      {inSheet && <DecisionBar mayApprove={mayApprove} mayReject={mayRefuse} onForm={callForm} more={more} />}
      <Suspense fallback={null}>
        {dialog === 'assign' && <Assign requests={[detail]} onClose={() => setDialog(undefined)} />}
        {dialog === 'snooze' && <Snooze rows={[detail]} now={now} onClose={() => setDialog(undefined)} onDone={() => {}} />}
      </Suspense>
    </Page>
  )
}

function RequestSkeleton() {
  return (
    <div className={css.skeleton}>
      {[5, 2, 6, 4].map((lines, index) => (
        <div key={index}>
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} width={`${85 - ((line * 17 + index * 11) % 45)}%`} />
          ))}
        </div>
      ))}
    </div>
  )
}
