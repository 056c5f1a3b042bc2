import { changeStatus, waitForYou } from '#features/carrier-settings/change-statuses.ts'
import { carrierSettings } from '#features/carrier-settings/contract.ts'
import { paths as settingPaths } from '#features/carrier-settings/paths.ts'
import { keptExtracts } from '#features/data-extracts/contract.ts'
import { paths as extractPaths } from '#features/data-extracts/paths.ts'
import { flags } from '#features/flags/contract.ts'
import { accessReview, people } from '#features/people/contract.ts'
import { paths as userPaths } from '#features/people/paths.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { DAY_MS } from '#platform/dates/instant.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { ErrorBoundary } from '#platform/ui/frame/error-boundary.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import css from './home.module.css'
import { LatelyCard } from './lately-card.tsx'
import { LicensesCard } from './licenses-card.tsx'

/** One kind of thing that waits: how many, by when (ISO 8601, the earliest), whether that has passed, and where it is done. */
type Line = {
  what: string
  detail: string
  open: number
  at: string
  isLate: boolean
  when: string
  act: string
  href: string
}

const earliest = (all: readonly string[]): string => all.toSorted()[0]!
const namesOf = (all: readonly string[]): string =>
  all.length > 2 ? `${all.slice(0, 2).join(', ')} and ${all.length - 2} more` : all.join(' and ')

/** An administrator's Home: what waits, licenses that end, what happened lately. One that fails does not affect the others. */
export function AdministrationCard() {
  return (
    <>
      <ErrorBoundary what="What waits for you" small>
        <WaitsCard />
      </ErrorBoundary>
      <ErrorBoundary what="The licenses card" small>
        <LicensesCard />
      </ErrorBoundary>
      <ErrorBoundary what="Recent activity" small>
        <LatelyCard />
      </ErrorBoundary>
    </>
  )
}

/** What waits for an account manager, the next date first; a kind with nothing is left out, and one that fails says so alone. */
function WaitsCard() {
  const { person, carrier, dataExtract } = useUser()
  const now = useNow()
  const flag = useRead(flags.ofUser, { flagName: 'administration' })
  const off = flag.data?.variation !== true
  // Who works for some programs reads the settings of these.
  const [program] = person.subCarriers ?? []
  const settings = useRead(carrierSettings.list, program === undefined ? {} : { subCarrier: program })
  const review = useRead(accessReview.overview, {}, { off })
  const users = useRead(people.list, { state: 'INVITED' }, { off })
  const schedules = useRead(keptExtracts.schedules, { mc: carrier.code }, { off: !dataExtract })
  const dayOf = (at: string) => dayAndTime(at, person.timeZone).day

  const lines: Line[] = []
  const waiting = settings.data?.open.filter(({ status }) => status === changeStatus.WAITING) ?? []
  const open = waiting.filter(({ own, whyNotApprove }) => own || whyNotApprove === null)
  if (open.length > 0 && settings.data?.whyNotChange === null) {
    const yours = waitForYou(open)
    const own = open.filter((one) => one.own).length
    const first = earliest(open.map(({ startsOn }) => startsOn))
    lines.push({
      what: 'Changes of settings',
      detail: [
        ...(yours > 0 ? [`${yours} ${yours === 1 ? 'waits' : 'wait'} for you`] : []),
        ...(own > 0 ? [`${own} of yours ${own === 1 ? 'waits' : 'wait'} for another account manager`] : []),
      ].join('; '),
      open: open.length,
      at: first,
      // A change for today is not late before the day is over.
      isLate: first < settings.data.today,
      when: `Meant for ${usDate(first)}`,
      act: yours > 0 ? 'Confirm' : 'Open',
      href: settingPaths.settings,
    })
  }
  const failed = schedules.data?.content.filter((one) => one.last?.state === 'FAILED' || one.why !== null) ?? []
  if (failed.length > 0) {
    const first = earliest(failed.map(({ last, nextAt }) => last?.dueAt ?? nextAt))
    const paused = failed.filter((one) => one.paused)
    lines.push({
      what: 'Failed deliveries',
      detail: `${namesOf(failed.map(({ name }) => name))}${paused.length > 0 ? `, ${paused.length} paused` : ''}`,
      open: failed.length,
      at: first,
      isLate: true,
      when: `Since ${dayOf(first)}`,
      act: 'Open',
      href: extractPaths.extract,
    })
  }
  const invitations = users.data?.invitations ?? []
  if (invitations.length > 0) {
    const first = earliest(invitations.map(({ expiresAt }) => expiresAt))
    lines.push({
      what: 'Invitations waiting',
      detail: namesOf(invitations.map(({ name }) => name)),
      open: invitations.length,
      at: first,
      isLate: false,
      when: `First ends ${dayOf(first)}`,
      act: 'Open',
      href: userPaths.users,
    })
  }
  // One that is due within a month can be begun.
  const due = review.data
  if (due && (due.open || due.overdue || Date.parse(due.dueAt) - now < 30 * DAY_MS))
    lines.push({
      what: 'Access review',
      detail: due.open
        ? `${due.open.users - due.open.toReview} of ${due.open.users} users answered`
        : 'Review what each user may do',
      open: due.open?.toReview ?? 1,
      at: due.dueAt,
      isLate: due.overdue,
      when: due.overdue ? `Was due ${dayOf(due.dueAt)}` : `Due ${dayOf(due.dueAt)}`,
      act: due.open ? 'Continue' : 'Begin',
      href: userPaths.accessReview,
    })
  lines.sort((a, b) => a.at.localeCompare(b.at))

  const parts = [
    ['Changes of settings', settings],
    ['Scheduled extracts', schedules],
    ['Invitations', users],
    ['The access review', review],
  ] as const
  const faults = parts.flatMap(([what, { error, data }]) => (error && !data ? [{ what, failure: error }] : []))
  const waits = [settings, ...(dataExtract ? [schedules] : []), ...(off ? [] : [users, review])].some(
    ({ isPending }) => isPending,
  )
  const calm = !waits && lines.length === 0 && faults.length === 0
  return (
    <Card
      title="Waiting for you"
      sub={`At ${carrier.name}, next date first`}
      flush
      acts={
        <LinkButton href={userPaths.users} tone="quiet" size="small" iconEnd={iconArrowRight}>
          Administration
        </LinkButton>
      }
    >
      {faults.map(({ what, failure }) => (
        <FailedNote key={what} what={`${what} could not be loaded.`} failure={failure} />
      ))}
      <Loading busy={waits} skeleton={<Skeleton width="100%" height={120} />} loaded="What waits for you is loaded.">
        {calm && (
          <p className={css.calm}>Nothing waits.{due && ` The next access review is due ${dayOf(due.dueAt)}.`}</p>
        )}
        {lines.length > 0 && (
          <Table caption="What waits for you, the next date first" cards="labels">
            <TableHead>
              <HeadCell>What</HeadCell>
              <HeadCell>Open</HeadCell>
              <HeadCell>When</HeadCell>
              <HeadCell>
                <span className="sr-only">Act</span>
              </HeadCell>
            </TableHead>
            <TableBody>
              {lines.map(({ what, detail, open: count, isLate, when, act, href }) => (
                <Row key={what}>
                  <Cell head label="What" second={detail}>
                    {what}
                  </Cell>
                  <Cell label="Open">{count.toLocaleString('en-US')}</Cell>
                  <Cell label="When">
                    <span className={isLate ? css.late : undefined}>{when}</span>
                  </Cell>
                  <Cell>
                    <LinkButton href={href} size="small" aria-label={`${act}: ${what}`}>
                      {act}
                    </LinkButton>
                  </Cell>
                </Row>
              ))}
            </TableBody>
          </Table>
        )}
      </Loading>
    </Card>
  )
}
