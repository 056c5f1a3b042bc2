import { Link } from 'wouter'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconTable } from '#platform/ui/display/icons.ts'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { figureAddress } from './addresses.ts'
import type { Load } from './contract.ts'
import { lapseParts } from './in-words.ts'
import css from './team.module.css'

/** A person's pending requests by when they lapse; the figures in the row say the same. */
export function LapseBar({ of, most }: { of: Load; most: number }) {
  const parts = lapseParts(of)
  return (
    <svg className={css.lapses} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ key, count }, at) => (
        <rect
          key={key}
          className={css[key]}
          x={(parts.slice(0, at).reduce((sum, one) => sum + one.count, 0) / most) * 100}
          width={(count / most) * 100}
          height="8"
        />
      ))}
    </svg>
  )
}

type WhenTheyLapseProps = { of: Load; ids: readonly string[]; table: boolean; onTable: (table: boolean) => void }

/** How many of the team's requests lapse in each window, as bars or as a table with the running sum. */
export function WhenTheyLapse({ of, ids, table, onTable }: WhenTheyLapseProps) {
  const parts = lapseParts(of)
  const most = Math.max(1, ...parts.map(({ count }) => count))
  const title = 'When they are due'
  return (
    <Card
      title={title}
      sub={`${of.due72.toLocaleString('en-US')} in the next 72 hours`}
      flush={table}
      acts={
        <Button
          tone="quiet"
          size="small"
          icon={iconTable}
          keys={['V']}
          aria-pressed={table}
          onClick={() => onTable(!table)}
        >
          {table ? 'Show the chart' : 'Show the table'}
        </Button>
      }
    >
      {table ? (
        <Table caption={title} cards="labels">
          <TableHead>
            <HeadCell>When</HeadCell>
            <HeadCell end>Requests</HeadCell>
            <HeadCell end>With those before</HeadCell>
          </TableHead>
          <TableBody>
            {parts.map(({ key, label, count, until }) => (
              <Row key={key}>
                <Cell head>{label}</Cell>
                <Cell label="Requests" end>
                  {count.toLocaleString('en-US')}
                </Cell>
                <Cell label="With those before" end>
                  <Link href={figureAddress(until, ids)}>{of[until].toLocaleString('en-US')}</Link>
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      ) : (
        <ol className={css.columnChart} aria-label={title}>
          {parts.map(({ key, label, count }) => (
            <li key={key}>
              <b>{count.toLocaleString('en-US')}</b>
              <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
                <rect className={css[key]} y={100 - (count / most) * 100} width="10" height={(count / most) * 100} />
              </svg>
              <span>{label}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
