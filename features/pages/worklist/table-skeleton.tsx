import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { columnLabels, type ChoosableColumn } from './columns.ts'
import css from './worklist.module.css'

const lines = 13
/** A width that varies from row to row, as names do. */
const varied = (base: number, row: number): number => base + ((row * 7) % 4) * 8

/** The usual columns: how a card shows each, its words and class, and the widths of its two lines. */
const usual = [
  ['aside', 'Time left', css.time, 62, 32],
  ['title', 'Claimant', css.claimant, 94, 70],
  ['line', 'Drug', undefined, 132, 80],
  ['foot', 'Rejects', css.rejects, 27],
  ['hide', 'Prescriber, pharmacy', css.prescriber, 88, 52],
] as const

/** The table while its first rows are loading, in the same layout. */
export function TableSkeleton({ columns, checks }: { columns: readonly ChoosableColumn[]; checks: boolean }) {
  return (
    <Table caption="Requests, loading" tall fixed scrolls cards="places" busy className={css.table}>
      <TableHead>
        {checks && <Cell className={css.check} />}
        {usual.map(([card, label, column]) => (
          <HeadCell key={card} className={column}>
            {label}
          </HeadCell>
        ))}
        {columns.map((column) => (
          <HeadCell key={column} className={css[column]} end={column === 'cost'}>
            {columnLabels[column]}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {Array.from({ length: lines }, (_, row) => (
          <Row key={row}>
            {checks && (
              <Cell className={css.check} card="check">
                <Skeleton width={16} height={16} />
              </Cell>
            )}
            {usual.map(([card, , column, width, second]) => (
              <Cell
                key={card}
                card={card}
                className={column}
                second={second && <Skeleton width={varied(second, row)} height={8} />}
              >
                <Skeleton width={varied(width, row)} />
              </Cell>
            ))}
            {columns.map((column) => (
              <Cell key={column} card={column === 'delivery' ? 'footAside' : 'hide'} className={css[column]}>
                <Skeleton width={column === 'state' ? 20 : 58} />
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}
