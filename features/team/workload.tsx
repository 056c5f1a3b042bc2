import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { figureAddress, ownersAddress } from './addresses.ts'
import type { Load, Member, team } from './contract.ts'
import { LapseBar } from './lapse-chart.tsx'
import { leaveWords, licenseWords, limitWords } from './in-words.ts'
import css from './team.module.css'
import { plural } from '#platform/text/plural.ts'

const figures = [
  ['Overdue', 'overdue'],
  ['4 h', 'due4'],
  ['24 h', 'due24'],
  ['72 h', 'due72'],
  ['At counter', 'atCounter'],
  ['Escalated', 'escalated'],
  ['Decided today', 'decidedToday'],
] as const satisfies readonly (readonly [string, keyof Load])[]
const red: readonly (keyof Load)[] = ['overdue', 'escalated']

type WorkloadProps = { of: AnswerOf<typeof team.workload>; acts?: ReactNode }

/** The load of each person, and of the team with every request counted once. */
export function Workload({ of, acts }: WorkloadProps) {
  const most = Math.max(1, ...of.members.map(({ load }) => load.pending))
  // A request of two owners counts for both of them.
  const twice = of.members.reduce((sum, { load }) => sum + load.pending, 0) - of.total.pending
  return (
    <Card
      title="Workload"
      sub={`${of.total.pending.toLocaleString('en-US')} pending, ${plural(of.members.length, 'person', 'people')}. A figure opens its requests.`}
      flush
      acts={acts}
    >
      <div className={css.wide}>
        <Table caption="Workload by case owner" cards="labels" className={css.counts}>
          <TableHead>
            <HeadCell>Case owner</HeadCell>
            <HeadCell>Pending</HeadCell>
            {figures.map(([label]) => (
              <HeadCell key={label} end>
                {label}
              </HeadCell>
            ))}
            <HeadCell end>Expected</HeadCell>
            <HeadCell>Limit</HeadCell>
          </TableHead>
          <TableBody>
            {of.members.map((member) => (
              <MemberRow key={member.userId} of={member} most={most} />
            ))}
            <Row className={css.total}>
              <Cell head second={twice > 0 && 'Each request once: some have two owners'}>
                Team
              </Cell>
              <Figures of={of.total} ids={of.members.map(({ userId }) => userId)} most={null} />
              <Cell label="Expected" end>
                {of.forecast.expected.toLocaleString('en-US')}
              </Cell>
              <Cell label="Limit" />
            </Row>
          </TableBody>
        </Table>
      </div>
    </Card>
  )
}

function MemberRow({ of, most }: { of: Member; most: number }) {
  const { person } = useUser()
  return (
    <Row>
      <Cell head>
        <span className={css.person}>
          <Avatar name={of.name} size="small" />
          <span>
            <Link href={ownersAddress([of.userId])}>{of.name}</Link>
            {of.userId === person.id && <span className="muted"> (you)</span>}
            <span className={css.under}>{licenseWords(of.licenseStates)}</span>
            {of.leave && (
              <span className={css.under}>
                {of.outOfOffice ? 'Away' : 'Time off'} {leaveWords(of.leave, person.timeZone).span}
              </span>
            )}
          </span>
        </span>
      </Cell>
      <Figures of={of.load} ids={[of.userId]} most={most} />
      <Cell label="Expected" end>
        {of.forecast.expected.toLocaleString('en-US')}
      </Cell>
      <Cell label="Limit">{limitWords(of.approvalLimit)}</Cell>
    </Row>
  )
}

/** The figures of some people; each opens the list it counts. */
function Figures({ of, ids, most }: { of: Load; ids: readonly string[]; most: number | null }) {
  return (
    <>
      <Cell label="Pending">
        <span className={css.measured}>
          {most !== null && <LapseBar of={of} most={most} />}
          <Link href={figureAddress('pending', ids)}>{of.pending.toLocaleString('en-US')}</Link>
        </span>
      </Cell>
      {figures.map(([label, figure]) => (
        <Cell key={label} label={label} end>
          <Link
            href={figureAddress(figure, ids)}
            className={of[figure] === 0 ? css.zero : red.includes(figure) ? css.alarming : undefined}
          >
            {of[figure].toLocaleString('en-US')}
          </Link>
        </Cell>
      ))}
    </>
  )
}
