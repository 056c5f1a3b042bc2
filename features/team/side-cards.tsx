import { Link } from 'wouter'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { elsewhereAddress, ownersAddress } from './addresses.ts'
import { team } from './contract.ts'
import { leaveWords } from './in-words.ts'
import css from './team.module.css'

type Answer = AnswerOf<typeof team.workload>
const many = (count: number): string => count.toLocaleString('en-US')

/** Beside My Team's Authorizations on Home: what waits for somebody outside the team, and who is away. */
export function TeamAside() {
  const { person } = useUser()
  const found = useRead(team.workload, { userId: person.id }, { everyMs: 60_000 }).data
  if (!found || found.members.length === 0) return null
  return (
    <>
      <Elsewhere of={found.waiting} ids={found.members.map(({ userId }) => userId)} />
      <Away of={found.members} />
    </>
  )
}

export function Away({ of }: { of: Answer['members'] }) {
  const { person } = useUser()
  const away = of.filter(({ leave }) => leave !== null)
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

export function Elsewhere({ of, ids }: { of: Answer['waiting']; ids: readonly string[] }) {
  const places = [
    ['Pharmacist', 'pharmacist', of.pharmacist],
    ['Prescriber', 'waiting', of.prescriber],
    ['Utilization review', 'reviewer', of.utilizationReview],
    ['Second approver', 'approver', of.secondApprover],
    ['Supervisor', 'asked', of.supervisor],
  ] as const
  return (
    <Card title="Waiting elsewhere">
      <ul className={css.facts} aria-label="Requests of your team that wait for somebody else">
        {places.map(([name, view, count]) => (
          <li key={name}>
            {name} <Link href={elsewhereAddress(view, ids)}>{many(count)}</Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
