import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords } from '#platform/dates/words.ts'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { iconAssign, iconStopwatch } from '#platform/ui/display/icons.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { figureAddress } from './addresses.ts'
import { team, type Load } from './contract.ts'
import { ForecastCard } from './forecast-card.tsx'
import { WhenTheyLapse } from './lapse-chart.tsx'
import { Away, Elsewhere } from './side-cards.tsx'
import css from './team.module.css'
import { Workload } from './workload.tsx'

// Loaded when it is first opened.
const MoveRequests = lazyPart(() => import('./move-requests.tsx').then((it) => it.MoveRequests))

const hints: readonly Hint[] = [
  { keys: ['M'], does: 'Move requests' },
  { keys: ['V'], does: 'Chart or table' },
  { keys: ['?'], does: 'All shortcuts' },
]
const many = (count: number): string => count.toLocaleString('en-US')

/** /team: what each person of a supervisor's team has open, what lapses when, who is away, and what to expect by 5:00 PM. */
export function Team() {
  const { person } = useUser()
  const asked = useRead(team.workload, { userId: person.id }, { everyMs: 60_000 })
  const found = asked.data
  const [moves, setMoves] = useState(false)
  const mayMove = (found?.members.length ?? 0) > 1
  const [table, setTable] = useState(false)
  useKeys({ m: () => (mayMove ? setMoves(true) : false), v: () => setTable((shown) => !shown) })
  useHints(hints)
  const missing = asked.error?.status === 404
  return (
    <Page canvas>
      <div className={css.page}>
        <header className={css.head}>
          <PageTitle title="Team" />
          <span className={css.span}>{found && `Counted ${exactWords(found.asOf, person.timeZone)}`}</span>
          <LinkButton href="/turnaround" tone="quiet" icon={iconStopwatch}>
            Turnaround
          </LinkButton>
        </header>
        {missing || found?.members.length === 0 ? (
          <Card>
            <State kind="empty" title="You have no team here">
              {missing
                ? 'This carrier does not use the team view.'
                : 'Nobody reports to you. An account manager sets up teams.'}
            </State>
          </Card>
        ) : asked.error && !found ? (
          <Card>
            <NotLoaded title="Your team could not be loaded" of={asked} />
          </Card>
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={320} />} loaded="Team loaded.">
            {found && (
              <>
                <Headline of={found.total} ids={found.members.map(({ userId }) => userId)} />
                <div className={css.columns}>
                  <div className={css.main}>
                    <Workload
                      of={found}
                      acts={
                        <Button icon={iconAssign} keys={['M']} onClick={() => setMoves(true)}>
                          Move requests
                        </Button>
                      }
                    />
                    <WhenTheyLapse
                      of={found.total}
                      ids={found.members.map(({ userId }) => userId)}
                      table={table}
                      onTable={setTable}
                    />
                  </div>
                  <div className={css.side}>
                    <ForecastCard of={found} table={table} onTable={setTable} />
                    <Away of={found.members} />
                    <Elsewhere of={found.waiting} ids={found.members.map(({ userId }) => userId)} />
                  </div>
                </div>
              </>
            )}
          </Loading>
        )}
      </div>
      {moves && found && (
        <Suspense fallback={null}>
          <MoveRequests members={found.members} onClose={() => setMoves(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/** What lapses when, in the whole team; the windows include those before them. */
function Headline({ of, ids }: { of: Load; ids: readonly string[] }) {
  const tiles = [
    ['Pending', 'pending', `${many(of.escalated)} escalated`],
    ['Overdue', 'overdue', 'past the due time'],
    ['Due in 4 hours', 'due4', `including ${many(of.overdue)} overdue`],
    ['Due in 24 hours', 'due24', `${many(of.due4)} in the next 4`],
    ['Due in 72 hours', 'due72', `${many(of.due24)} in the next 24`],
  ] as const
  return (
    <ul className={css.tiles}>
      {tiles.map(([title, figure, more]) => (
        <li key={title}>
          <Card>
            <div
              className={css.figure}
              data-tone={
                of[figure] === 0 ? undefined : figure === 'overdue' ? 'red' : figure === 'due4' ? 'amber' : undefined
              }
            >
              <h2>{title}</h2>
              <Link href={figureAddress(figure, ids)}>{many(of[figure])}</Link>
              <span>{more}</span>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}
