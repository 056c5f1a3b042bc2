import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords } from '#platform/dates/words.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { iconArrowRight, iconAssign, iconStopwatch } from '#platform/ui/display/icons.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { ownersAddress } from './addresses.ts'
import { team, type Load } from './contract.ts'
import { forecastWords, leaveWords } from './in-words.ts'
import css from './team.module.css'
import { Workload } from './workload.tsx'

// Loaded when it is first opened.
const MoveRequests = lazy(() => import('./move-requests.tsx').then((it) => ({ default: it.MoveRequests })))

type Answer = AnswerOf<typeof team.workload>
const many = (count: number): string => count.toLocaleString('en-US')

/** /team: what each person of a supervisor's team has open, what lapses when, who is away, and what to expect by 5:00 PM. */
export function Team() {
  const { person } = useUser()
  const asked = useRead(team.workload, { userId: person.id }, { everyMs: 60_000 })
  const found = asked.data
  const [moves, setMoves] = useState(false)
  const mayMove = (found?.members.length ?? 0) > 1
  useKeys({ m: () => (mayMove ? setMoves(true) : false) })
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
                : 'Nobody reports to you. An account administrator sets who supervises whom.'}
            </State>
          </Card>
        ) : asked.error && !found ? (
          <Card>
            <ErrorState
              title="Your team could not be loaded"
              safe="Nothing was changed."
              text={asked.error.message}
              supportId={asked.error.supportId}
              onRetry={() => void asked.refetch()}
              retrying={asked.isFetching}
            />
          </Card>
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={320} />} loaded="Team loaded.">
            {found && (
              <>
                <Headline of={found.total} />
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
                  </div>
                  <div className={css.side}>
                    <Expected of={found} />
                    <Away of={found} />
                    <Elsewhere of={found.waiting} />
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
function Headline({ of }: { of: Load }) {
  const tiles = [
    ['Pending', of.pending, `${many(of.escalated)} escalated`],
    ['Overdue', of.overdue, 'past the due time'],
    ['Lapse in 4 hours', of.due4, `including ${many(of.overdue)} overdue`],
    ['Lapse in 24 hours', of.due24, `including the ${many(of.due4)}`],
    ['Lapse in 72 hours', of.due72, `including the ${many(of.due24)}`],
  ] as const
  return (
    <ul className={css.tiles}>
      {tiles.map(([title, figure, more]) => (
        <li key={title}>
          <Card>
            <div className={css.figure}>
              <h2>{title}</h2>
              <b>{many(figure)}</b>
              <span>{more}</span>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}

function Expected({ of }: { of: Answer }) {
  const { person } = useUser()
  const words = forecastWords(of.total.pending, of.forecast, of.hoursUntil)
  return (
    <Card title={`Expected at ${exactWords(of.until, person.timeZone)}`}>
      <p>
        <b>{many(of.forecast.expected)} pending</b>, {words.change}
      </p>
      <p className={css.formula}>{words.formula}</p>
      <p className="muted">
        Rates: the same weekday and hours over the last {of.weeks} weeks, requests of the people in this team today.
      </p>
    </Card>
  )
}

function Away({ of }: { of: Answer }) {
  const { person } = useUser()
  const away = of.members.filter(({ leave }) => leave !== null)
  return (
    <Card
      title="Time off"
      acts={
        <LinkButton href="/accounts/out-of-office" tone="quiet" size="small" iconEnd={iconArrowRight}>
          Add time off
        </LinkButton>
      }
    >
      {away.length === 0 ? (
        <p className="muted">Nobody in your team is away or has time off planned.</p>
      ) : (
        <ul className={css.facts} aria-label="Time off in your team">
          {away.map(({ userId, name, leave }) => {
            const words = leaveWords(leave!, person.timeZone)
            return (
              <li key={userId}>
                <span>
                  <b>{name}</b> {words.span}
                  <small>{words.delegate}</small>
                </span>
                <Link href={ownersAddress([userId])}>{many(leave!.dueBefore)} due</Link>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

function Elsewhere({ of }: { of: Answer['waiting'] }) {
  const places = [
    ['Pharmacist', of.pharmacist],
    ['Prescriber', of.prescriber],
    ['Utilization review', of.utilizationReview],
    ['Second approver', of.secondApprover],
  ] as const
  return (
    <Card title="Waiting elsewhere">
      <ul className={css.facts} aria-label="Requests of your team that wait for somebody else">
        {places.map(([name, count]) => (
          <li key={name}>
            {name} <b>{many(count)}</b>
          </li>
        ))}
      </ul>
    </Card>
  )
}
