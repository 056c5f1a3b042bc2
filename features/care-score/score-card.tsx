import type { ReactNode } from 'react'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { monthNames, usDate } from '#platform/dates/day.ts'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowDown, iconArrowUp, iconMinus } from '#platform/ui/display/icons.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { careScores } from './contract.ts'
import { bandNames, bands } from './bands.ts'
import css from './score-card.module.css'

type Status = AnswerOf<typeof careScores.status>

/** As many reasons as the card of the overview has. */
const FEW = 5

/** The care score of a claim with its reasons; nothing where the carrier has it switched off. `act`: beside the title. */
export function ScoreCard({ claimId, few, act }: { claimId: string; few?: boolean; act?: ReactNode }) {
  const asked = useRead(careScores.status, { stratusClaimId: claimId })
  const on = asked.data?.enabled === true
  const why = useRead(careScores.criteria, { stratusClaimId: claimId, months: 12 }, { off: !on })
  const failed = [asked, why].find(({ error, data }) => error && !data)
  if (asked.data?.enabled === false) return null
  const criteria = why.data?.criteria
  return (
    <Card
      title="Care score"
      sub={asked.data?.asOf ? `as of ${usDate(asked.data.asOf)}` : undefined}
      {...(act !== undefined && { acts: act })}
    >
      {failed?.error ? (
        <NotLoaded small title="The care score could not be loaded" of={failed} />
      ) : (
        <Loading busy={!asked.data || !criteria} skeleton={<Skeleton width="100%" height={120} />}>
          {asked.data && <Figure of={asked.data} />}
          {criteria?.length === 0 && <p className="muted">No risk factors.</p>}
          <ul className={css.reasons}>
            {criteria?.slice(0, few ? FEW : undefined).map((one) => (
              <li key={one.key}>
                <b>+{one.points}</b>
                <span>
                  {one.label} <span className="muted">{one.value}</span>
                  {!few && <small>{one.explanation}</small>}
                </span>
              </li>
            ))}
          </ul>
          {few && criteria && criteria.length > FEW && <p className="muted">and {criteria.length - FEW} more</p>}
        </Loading>
      )}
    </Card>
  )
}

const trends: Readonly<Record<NonNullable<Status['trend']>, { tone: Tone; icon: string }>> = {
  UP: { tone: 'amber', icon: iconArrowUp },
  DOWN: { tone: 'green', icon: iconArrowDown },
  STEADY: { tone: 'neutral', icon: iconMinus },
}

function Figure({ of: { score, band, trend, delta } }: { of: Status }) {
  if (score === null || band === null) return null
  const look = trends[trend ?? 'STEADY']
  const change = Math.abs(delta ?? 0)
  return (
    <>
      <div className={css.score}>
        <span className={css.figure}>{score}</span>
        <span className={css.of}>
          of 100 <b>{bandNames[band]}</b>
        </span>
        <Badge tone={look.tone} icon={look.icon} className={css.trend ?? ''}>
          {change === 0 ? 'unchanged in 90 days' : `${(delta ?? 0) > 0 ? 'up' : 'down'} ${change} in 90 days`}
        </Badge>
      </div>
      <div className={css.bar} aria-hidden="true">
        {bands.map((one) => (
          <span key={one} data-band={one === band ? one : undefined} />
        ))}
        <span className={css.mark} style={{ left: `calc(${Math.min(99, score)}% - 1px)` }} />
      </div>
    </>
  )
}

/** The score by category, and month by month. */
export function ScoreHistory({ claimId }: { claimId: string }) {
  const asked = useRead(careScores.categories, { stratusClaimId: claimId })
  const why = useRead(careScores.criteria, { stratusClaimId: claimId, months: 12 })
  // Switched off for the carrier: the card beside it says nothing either.
  if (asked.error?.code === 'FEATURE_OFF') return null
  const failed = [asked, why].find(({ error, data }) => error && !data)
  return (
    <Card title="Care score by category and month">
      {failed?.error ? (
        <NotLoaded small title="The parts of the score could not be loaded" of={failed} />
      ) : (
        <Loading busy={!asked.data || !why.data} skeleton={<Skeleton width="100%" height={180} />}>
          <ul className={css.categories}>
            {asked.data?.categories.map((one) => (
              <li key={one.key}>
                <span>{one.name}</span>
                <span>
                  {one.points} of {one.max}
                </span>
                <meter aria-label={one.name} min={0} max={one.max} value={one.points} />
              </li>
            ))}
          </ul>
          <h3 className={css.title}>Month by month</h3>
          <ol className={css.months} tabIndex={0} aria-label="Care score month by month">
            {why.data?.trend.map(({ month, score }) => (
              <li key={month}>
                <span>{score}</span>
                <i style={{ height: `${Math.max(2, score * 0.7)}px` }} aria-hidden="true" />
                <small>
                  {monthNames[Number(month.slice(5)) - 1]?.slice(0, 3)} {month.slice(2, 4)}
                </small>
              </li>
            ))}
          </ol>
        </Loading>
      )}
    </Card>
  )
}
