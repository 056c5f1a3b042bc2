import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { columnLabels, type ChoosableColumn } from './columns.ts'
import css from './worklist.module.css'

const lines = 13
/** A width that varies from row to row, as names do. */
const width = (base: number, spread: number, row: number): number => base + ((row * 7) % 4) * spread

/** The table while its first rows are loading, in the same layout. */
export function TableSkeleton({ columns, checks }: { columns: readonly ChoosableColumn[]; checks: boolean }) {
  return (
    <Table caption="Requests, loading" tall fixed scrolls cards="places" busy className={css.table}>
      <TableHead>
        {checks && <Cell className={css.check} />}
        <HeadCell className={css.time}>Time left</HeadCell>
        <HeadCell className={css.claimant}>Claimant</HeadCell>
        <HeadCell>Drug</HeadCell>
        <HeadCell className={css.rejects}>Rejects</HeadCell>
        <HeadCell className={css.prescriber}>Prescriber, pharmacy</HeadCell>
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
            <Cell card="aside" second={<Skeleton width={44} height={8} />}>
              <Skeleton width={74} />
            </Cell>
            <Cell card="title" second={<Skeleton width={82} height={8} />}>
              <Skeleton width={width(94, 9, row)} />
            </Cell>
            <Cell card="line" second={<Skeleton width={width(80, 6, row)} height={8} />}>
              <Skeleton width={width(132, 11, row)} />
            </Cell>
            <Cell card="foot">
              <Skeleton width={27} height={18} />
            </Cell>
            <Cell card="hide" className={css.prescriber} second={<Skeleton width={width(52, 6, row)} height={8} />}>
              <Skeleton width={width(88, 8, row)} />
            </Cell>
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
