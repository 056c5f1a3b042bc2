import { Link } from 'wouter'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { requestPath } from '#features/authorizations/queue.ts'
import { ownersTurnStatuses } from '#features/authorizations/statuses.ts'
import { worklist, type Counts } from '#features/worklist/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import css from './home.module.css'
import { ownDue } from './own-list.ts'
import { RequestRow } from './request-row.tsx'

const SHOWN = 7
const LOOKED_AT = 12
const everyMs = 60_000

/** Whose request it is: the user's own, or of somebody they stand in for. */
const whoseWords = (row: AuthRow, userId: string): string =>
  row.caseOwners.some(({ adjusterId }) => adjusterId === userId)
    ? 'Yours'
    : `For ${row.caseOwnerFirstName} ${row.caseOwnerLastName}`

/** What is due today and not above already, one's own and that of those one stands in for; else what is due next. */
export function DueToday({ counts, above }: { counts: Counts; above: readonly string[] }) {
  const { carrier, person } = useUser()
  const now = useNow()
  const today = counts.dueTodayCount
  const mine = { mc: carrier.code, size: LOOKED_AT, caseOwners: ['me'], authStatuses: [...ownersTurnStatuses] }
  const due = useRead(worklist.search, { ...mine, isDueTodayOnly: true }, { off: today === 0, everyMs })
  const ahead = useRead(worklist.search, mine, { off: today > 0 || counts.pendingAuthCount === 0 })
  if (today === 0) {
    const next = ahead.data?.content.find(({ statutoryDueAt }) => Date.parse(statutoryDueAt) > now)
    if (!next) return null
    return (
      <p className={css.more}>
        Nothing more is due today. Next: {whenWords(next.statutoryDueAt, person.timeZone, now)},{' '}
        <Link href={requestPath(next.authorizationId)}>
          {next.claimantFirstName} {next.claimantLastName}
        </Link>
      </p>
    )
  }
  const found = due.data?.content ?? []
  const rows = found.filter(({ authorizationId }) => !above.includes(authorizationId))
  const rest = today - (found.length - rows.length)
  if (rows.length === 0) return null
  const shown = rows.slice(0, SHOWN)
  return (
    <section aria-labelledby="due-today" className={css.escalated}>
      <h3 id="due-today">
        {rest === today ? 'Due today' : 'Also due today'}{' '}
        <span className="muted">{rest > shown.length ? `${shown.length} of ${rest}` : rest}, least time first</span>
      </h3>
      <ul className={css.rows}>
        {shown.map((row) => (
          <li key={row.authorizationId}>
            <RequestRow of={row} note={`${whoseWords(row, person.id)} · ${row.jurisState}`} />
          </li>
        ))}
      </ul>
      <p className={css.more}>
        <Link href={ownDue('today')}>See all {today} due today</Link>
      </p>
    </section>
  )
}
