import { Link } from 'wouter'
import type { AuthRow } from '#features/authorizations/contract.ts'
import css from './home.module.css'
import { RequestRow } from './request-row.tsx'

const most = 5
const byDue = (a: AuthRow, b: AuthRow): number => (a.statutoryDueAt < b.statutoryDueAt ? -1 : 1)

type Found = Record<string, AuthRow[][]>
const groupsShown = (found: Found): readonly AuthRow[][] =>
  (Object.values(found)[0] ?? [])
    .map((group) => group.toSorted(byDue))
    .toSorted(([a], [b]) => byDue(a!, b!))
    .slice(0, most)
/** The requests that have a line. */
export const escalatedShown = (found: Found): readonly string[] =>
  groupsShown(found).map(([first]) => first!.authorizationId)

/**
 * The escalated requests, one line per claimant, least time left first, at most five. The one key of `found` is their
 * number.
 */
export function EscalatedList({ found, all }: { found: Found; all: string }) {
  const [total = '0'] = Object.keys(found)
  const shown = groupsShown(found)
  if (shown.length === 0) return null
  const count = shown.reduce((sum, group) => sum + group.length, 0)
  return (
    <section aria-labelledby="escalated" className={css.escalated}>
      <h3 id="escalated">
        Escalated{' '}
        <span className="muted">
          {count} of {total}, least time first
        </span>
      </h3>
      <ul className={css.rows}>
        {shown.map((group) => (
          <li key={group[0]!.authorizationId}>
            <RequestRow
              of={group[0]!}
              note={`${group.length} ${group.length === 1 ? 'request' : 'requests'} · ${group[0]!.jurisState}`}
            />
          </li>
        ))}
      </ul>
      {Number(total) > count && (
        <p className={css.more}>
          <Link href={all}>See all {total} escalated requests</Link>
        </p>
      )}
    </section>
  )
}
