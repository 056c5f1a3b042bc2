import { Link } from 'wouter'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { worklist } from '#features/worklist/contract.ts'
import { ListSkeleton } from './authorizations-card.tsx'
import css from './home.module.css'
import { RequestRow } from './request-row.tsx'

const SHOWN = 7
const all = '/authorizations?view=all'
const everyMs = 60_000

/** For those who own no requests: how many are pending at the carrier, and those with the least time left. */
export function CarrierCard() {
  const { carrier } = useUser()
  const counts = useRead(worklist.counts, { mc: carrier.code }, { everyMs })
  const list = useRead(worklist.search, { mc: carrier.code, size: SHOWN }, { everyMs })
  const rows = list.data?.content ?? []
  const pending = counts.data?.carrierPendingCount
  const failed = list.data ? undefined : list.error
  return (
    <div className={css.auth}>
      <Card
        title="All pending"
        sub={<span className={css.whose}>At {carrier.name}, of every case owner</span>}
        flush
        acts={
          <LinkButton href={all} tone="quiet" size="small" iconEnd={iconArrowRight}>
            View all
          </LinkButton>
        }
      >
        {failed ? (
          <ErrorState
            small
            title="The pending requests could not be loaded"
            safe="Nothing was changed."
            text={failed.message}
            supportId={failed.supportId}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <Loading busy={!list.data} skeleton={<ListSkeleton />} loaded={list.data && 'Pending requests loaded.'}>
            {pending !== undefined && (
              <div className={css.figures}>
                <Link href={all} className={css.figure}>
                  <b>{pending.toLocaleString('en-US')}</b>
                  <span>Pending</span>
                </Link>
              </div>
            )}
            {list.data && rows.length === 0 && (
              <State small kind="allDone" title="Nothing is pending at this carrier">
                Requests that pharmacies send appear here, the ones with the least time left first.
              </State>
            )}
            {rows.length > 0 && (
              <section aria-labelledby="all-pending" className={css.escalated}>
                <h3 id="all-pending">
                  Least time left <span className="muted">the first {rows.length}</span>
                </h3>
                <ul className={css.rows}>
                  {rows.map((row) => (
                    <li key={row.authorizationId}>
                      <RequestRow
                        of={row}
                        note={`${row.caseOwnerLastName ? `${row.caseOwnerFirstName} ${row.caseOwnerLastName}` : 'No case owner'} · ${row.jurisState}`}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </Loading>
        )}
      </Card>
    </div>
  )
}
