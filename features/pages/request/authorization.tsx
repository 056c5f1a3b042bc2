import { useLocation, useParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { AuthorizationHead, type HeadOfEvery } from './authorization-head.tsx'
import css from './authorization.module.css'
import { authorizations } from '#features/authorizations/contract.ts'
import { OpenRequest } from './open-request.tsx'
import { stillLoading } from '#features/decisions/still-loading.ts'
import { placeIn, queueOf, queueState, requestPath, type Queue } from '#features/authorizations/queue.ts'
import { useAhead } from './use-ahead.ts'
import { useNarrow } from './use-narrow.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** One request on one screen: the evidence, and the decision beside it (/authorizations/request/:id). */
export function AuthorizationScreen() {
  const { id } = useParams<{ id: string }>()
  const { person } = useUser()
  const now = useNow()
  const narrow = useNarrow()
  const [, navigate] = useLocation()
  const queue = queueOf(useHistoryState())
  const { position, total, next, previous } = placeIn(queue, id)
  const valid = uuid.test(id)
  const query = useRead(authorizations.one, { id }, { off: !valid })
  useAhead(query.data ? next : undefined)

  const open = (to: string | undefined, list: Queue = queue) =>
    to !== undefined &&
    navigate(requestPath(to), { replace: true, state: queueState(list.ids, list.back, list.done, list.snoozed) })
  const missing = !valid || query.error?.code === 'NOT_FOUND' || query.error?.code === 'VALIDATION'
  const detail = missing ? undefined : query.data
  useKeys({
    j: () => open(next),
    k: () => open(previous),
    ']': () => open(next),
    '[': () => open(previous),
    Escape: (event) => leaveWith(event, () => navigate(queue.back)),
  })
  // Keys that open a form are kept while the request loads: it opens with that form. None of them decides.
  const keep = (form: 'approve' | 'reject') => () =>
    navigate(requestPath(id, form), {
      replace: true,
      state: queueState(queue.ids, queue.back, queue.done, queue.snoozed),
    })
  useKeys(
    detail || missing || query.error
      ? {}
      : { a: keep('approve'), r: keep('reject'), 'mod+Enter': () => stillLoading() },
  )
  const head: HeadOfEvery = {
    zone: person.timeZone,
    now,
    back: queue.back,
    position,
    total,
    onPrevious: previous === undefined ? undefined : () => open(previous),
    onNext: next === undefined ? undefined : () => open(next),
    narrow,
  }

  if (detail) return <OpenRequest key={id} detail={detail} refreshing={query.isFetching} {...{ queue, open, head }} />
  return (
    <Page as="work" canvas>
      <AuthorizationHead
        {...head}
        detail={undefined}
        acts={[]}
        more={[]}
        {...((missing || query.error) && { title: 'Request not available' })}
      />
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
      ) : query.error ? (
        <NotLoaded
          title="We could not load this request"
          safe="Nothing was changed, and no decision was lost."
          of={query}
        />
      ) : (
        <Loading busy skeleton={<RequestSkeleton />}>
          {null}
        </Loading>
      )}
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

/**
 * Esc closes what is open first, then leaves the field, then the request. False lets the browser close what is open.
 */
function leaveWith(event: KeyboardEvent, leave: () => void): boolean {
  if (document.querySelector(':popover-open')) return false
  const field = event.target instanceof HTMLElement && event.target.closest<HTMLElement>('input, select, textarea')
  if (field) field.blur()
  else leave()
  return true
}
