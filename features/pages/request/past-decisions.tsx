import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { clearedWords } from '#features/prior-auths/findings.ts'
import type { OutputOf } from '#platform/calls/contract.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { iconCheck, iconClose } from '#platform/ui/display/icons.ts'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import type { CallFailed } from '#platform/browser/call.ts'
import type { history } from '#features/history/contract.ts'
import css from './evidence.module.css'
import { inForce } from './last-decision.ts'
import { figure } from '#features/authorizations/figures.ts'
import { decisionWords } from '#features/authorizations/in-words.ts'
import { plural } from '#platform/text/plural.ts'

type Story = OutputOf<typeof history.story>
type PastDecisionsProps = {
  authorizationId: string
  story: Story | undefined
  error: CallFailed | null
  onRetry: () => void
  zone: string
}

const most = 4
/** "1 of 2 fills used", "3 fills used". */
const usedWords = ({ fillsUsed, maxFills }: { fillsUsed: number; maxFills: number | null }): string =>
  maxFills === null ? `${plural(fillsUsed, 'fill')} used` : `${fillsUsed} of ${plural(maxFills, 'fill')} used`
const asked = (of: Story['decisions'][number]): string =>
  `${of.drugName}, ${figure(of.quantity)} for ${plural(of.daysSupply, 'day')}`

/**
 * Earlier decisions for this claim and drug, and the prior authorizations in force. Loads and fails independently of
 * the page.
 */
export function PastDecisions({ authorizationId, story, error, onRetry, zone }: PastDecisionsProps) {
  if (error && !story) {
    return (
      <Card title="Past decisions">
        <ErrorState
          small
          title="Past decisions could not be loaded"
          safe="You can still decide, but this evidence is missing."
          text={error.message}
          supportId={error.supportId}
          onRetry={onRetry}
        />
      </Card>
    )
  }
  if (!story) {
    return (
      <Card title="Past decisions">
        <div className={css.past} aria-busy="true">
          <Skeleton width="80%" />
          <Skeleton width="60%" />
          <Skeleton width="70%" />
        </div>
      </Card>
    )
  }
  const past = story.decisions.filter((one) => one.authorizationId !== authorizationId || one.undone)
  const activePriorAuths = inForce(story.priorAuths).filter((one) => one.authorizationId !== authorizationId)
  return (
    <Card title="Past decisions" sub={past.length > most ? `${most} of ${past.length}` : undefined}>
      {past.length === 0 ? (
        <p className={css.none}>No earlier decisions for this drug.</p>
      ) : (
        <ul className={css.past}>
          {past.slice(0, most).map((one, index) => {
            const { words, tone } = decisionWords(one.decision)
            const limits = [
              one.oneTimeFill ? 'one fill' : one.endDate ? `to ${usDate(one.endDate)}` : '',
              one.maxFill && !one.oneTimeFill ? `${one.maxFill} fills` : '',
              one.reasonDesc,
            ]
            return (
              <li key={index}>
                <Badge tone={one.undone ? 'neutral' : tone} icon={tone === 'green' ? iconCheck : iconClose}>
                  <span className={one.undone ? css.gone : undefined}>{words}</span>
                </Badge>
                <span>
                  <b>
                    {one.authorizationId === authorizationId ? (
                      asked(one)
                    ) : (
                      <Link href={requestPath(one.authorizationId)}>{asked(one)}</Link>
                    )}
                  </b>
                  <small>
                    {[
                      usDate(dateIn(Date.parse(one.at), zone)),
                      one.undone ? `undone, ${one.decidedBy}` : one.decidedBy,
                      ...limits,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {activePriorAuths.length > 0 && (
        <div className={css.still}>
          <h3>Still active</h3>
          <ul className={css.past}>
            {activePriorAuths.slice(0, most).map((one) => (
              <li key={one.priorAuthId}>
                <Badge
                  tone={one.kind === 'PERMIT' ? 'green' : 'red'}
                  icon={one.kind === 'PERMIT' ? iconCheck : iconClose}
                >
                  {one.kind === 'PERMIT' ? 'Approval' : 'Block'}
                </Badge>
                <span>
                  <b>{one.drugDescription}</b>
                  <small>
                    {usDate(one.startDate)} to {usDate(one.endDate)}
                    {one.kind === 'PERMIT' && ` · ${usedWords(one)}`} · {one.priorAuthOverrideRef}
                  </small>
                  {one.clearedFindings.length > 0 && <small>Clears {clearedWords(one.clearedFindings)}</small>}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
