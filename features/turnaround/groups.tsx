import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { Link } from 'wouter'
import { useUser } from '#platform/browser/use-user.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import type { Figures, turnaround } from './contract.ts'
import { durationWords, FEWEST, GOAL, groupName, keptShare, percentWords } from './in-words.ts'
import { listAddress, type CountedList } from './list-address.ts'
import { opensLists } from './who-reads.ts'
import css from './turnaround.module.css'

type Answer = AnswerOf<typeof turnaround.figures>
type GroupsProps = {
  of: Answer['groups']
  total: Figures
  by: Answer['by']
  /** With bars beside the figures. */
  bars: boolean
  busy: boolean
  /** The period, for the lists that the figures open. */
  period: Pick<CountedList, 'from' | 'to'>
}

const heads: Readonly<Record<Answer['by'], string>> = {
  person: 'Person',
  team: 'Team',
  state: 'State',
  subCarrier: 'Program',
  week: 'Week',
}

/** The figures of each group, and of all together in the last row. */
export function Groups({ of, total, by, bars, busy, period }: GroupsProps) {
  const slowest = Math.max(...of.map(({ medianHours }) => medianHours ?? 0))
  return (
    <div className={css.groups}>
      <Table caption={`Turnaround by ${heads[by].toLowerCase()}`} cards="labels" busy={busy}>
        <TableHead>
          <HeadCell>{heads[by]}</HeadCell>
          <HeadCell end>Received</HeadCell>
          <HeadCell end>Decided</HeadCell>
          <HeadCell>Median time</HeadCell>
          <HeadCell>
            On time <span className={css.goal}>goal {percentWords(GOAL)}</span>
          </HeadCell>
          <HeadCell end>Missed</HeadCell>
          <HeadCell end>Open</HeadCell>
        </TableHead>
        <TableBody>
          {of.map((group) => (
            <GroupRow
              key={group.key}
              name={groupName(by, group.name)}
              of={group}
              list={{ ...period, by, key: group.key }}
              slowest={bars ? slowest : undefined}
            />
          ))}
          <GroupRow name="All" of={total} list={{ ...period, by }} isTotal />
        </TableBody>
      </Table>
    </div>
  )
}

type GroupRowProps = {
  name: string
  of: Figures
  list: Omit<CountedList, 'figure' | 'page'>
  slowest?: number | undefined
  isTotal?: boolean
}

function GroupRow({ name, of, list, slowest, isTotal }: GroupRowProps) {
  const { person } = useUser()
  const linked = (figure: keyof Figures, words: string) =>
    opensLists(person) ? <Link href={listAddress({ ...list, figure, page: 0 })}>{words}</Link> : <span>{words}</span>
  const opened = (figure: keyof Figures) => linked(figure, Number(of[figure]).toLocaleString('en-US'))
  const kept = keptShare(of)
  return (
    <Row className={isTotal ? css.total : undefined}>
      <Cell head>{name}</Cell>
      <Cell label="Received" end>
        {opened('received')}
      </Cell>
      <Cell label="Decided" end>
        {opened('decided')}
      </Cell>
      <Cell label="Median time">
        {of.decided > 0 && of.decided < FEWEST ? (
          <span className={css.few}>Too few to compare</span>
        ) : (
          <span className={css.measured}>
            {slowest !== undefined && <Bar share={slowest === 0 ? 0 : (of.medianHours ?? 0) / slowest} />}
            {of.medianHours === null ? durationWords(null) : linked('medianHours', durationWords(of.medianHours))}
          </span>
        )}
      </Cell>
      <Cell label="On time">
        <span className={css.measured}>
          {slowest !== undefined && <Bar share={kept ?? 0} bad={kept !== null && kept < GOAL} goal />}
          {percentWords(kept)}
        </span>
      </Cell>
      <Cell label="Missed" end>
        <span className={of.lapsed > 0 ? css.missed : undefined}>{opened('lapsed')}</span>
      </Cell>
      <Cell label="Open" end>
        {opened('open')}
      </Cell>
    </Row>
  )
}

/** The figure beside it says the same. */
function Bar({ share, bad = false, goal = false }: { share: number; bad?: boolean; goal?: boolean }) {
  return (
    <svg
      className={css.bar}
      data-bad={bad || undefined}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={css.track} width="100" height="8" />
      <rect className={css.part} width={Math.max(0, Math.min(1, share)) * 100} height="8" />
      {goal && <rect className={css.tick} x={GOAL * 100 - 1} width="2" height="8" />}
    </svg>
  )
}
