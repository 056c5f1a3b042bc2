import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { ownersAddress } from './addresses.ts'
import type { Load, Member, team } from './contract.ts'
import { leaveWords, licenseWords, limitWords } from './in-words.ts'
import css from './team.module.css'

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
  return (
    <Card
      title="Workload"
      sub={`${of.total.pending.toLocaleString('en-US')} pending, ${of.members.length} people`}
      flush
      acts={acts}
    >
      <div className={css.wide}>
        <Table caption="Workload by case owner" cards="labels">
          <TableHead>
            <HeadCell>Case owner</HeadCell>
            <HeadCell end>Pending</HeadCell>
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
              <MemberRow key={member.userId} of={member} />
            ))}
            <Row className={css.total}>
              <Cell head>Team</Cell>
              <Figures of={of.total} />
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

function MemberRow({ of }: { of: Member }) {
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
      <Figures of={of.load} href={ownersAddress([of.userId])} />
      <Cell label="Expected" end>
        {of.forecast.expected.toLocaleString('en-US')}
      </Cell>
      <Cell label="Limit">{limitWords(of.approvalLimit)}</Cell>
    </Row>
  )
}

function Figures({ of, href }: { of: Load; href?: string }) {
  return (
    <>
      <Cell label="Pending" end>
        {href ? <Link href={href}>{of.pending.toLocaleString('en-US')}</Link> : of.pending.toLocaleString('en-US')}
      </Cell>
      {figures.map(([label, figure]) => (
        <Cell key={label} label={label} end>
          <span className={red.includes(figure) && of[figure] > 0 ? css.alarming : undefined}>
            {of[figure].toLocaleString('en-US')}
          </span>
        </Cell>
      ))}
    </>
  )
}
