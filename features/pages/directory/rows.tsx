import { Fragment, useRef, type ReactNode } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { useMeant } from '#platform/ui/form/use-chooser.ts'
import type { Hint } from '#platform/ui/keys/hints.ts'
import { useKeys, type KeyMap } from '#platform/ui/keys/use-keys.ts'
import { Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { useRows } from '#platform/ui/list/use-rows.ts'
import css from './directory.module.css'

/** What the status bar of a directory with numbers to copy prints. */
export const directoryHints: readonly Hint[] = [
  { keys: ['/'], does: 'Search' },
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['C'], does: 'Copy phone' },
  { keys: ['F'], does: 'Copy fax' },
]

/** A form chooses one of the directory: what its button says, and what happens then. */
export type Choice<T> = { words: string; choose: (one: T) => void }

/** What a row's cells are made with. */
export type RowParts = {
  /** The name in the row's head, the one Tab stop of the list. */
  name: (words: string, gone?: boolean) => ReactNode
  /** tabIndex of a link in the row. */
  tab: 0 | -1
}

type RowsProps<T> = {
  /** "Drugs". */
  caption: string
  heads: readonly ReactNode[]
  rows: readonly T[]
  keyOf: (one: T) => string
  busy: boolean
  /** The rows answer an earlier search; those of this one have not come yet. */
  isEarlier: boolean
  cells: (one: T, parts: RowParts) => ReactNode
  /** "Drug". */
  one: string
  pane: (one: T) => ReactNode
  choice: Choice<T> | undefined
  /** Keys that act on the current row. */
  keysOf?: (one: T | undefined) => KeyMap
  /** Rows that follow each other with the same words stand under them. */
  groupOf?: (one: T) => string
}

/** The rows of a directory, and beside them all that is known of the current one. */
export function Rows<T>({
  caption,
  heads,
  rows,
  keyOf,
  busy,
  isEarlier,
  cells,
  one: what,
  pane,
  choice,
  keysOf,
  groupOf,
}: RowsProps<T>) {
  const list = useRows(rows.map(keyOf))
  const region = useRef<HTMLDivElement>(null)
  const current = rows[list.current]
  // In a dialog only the keys of a region that lies in it act.
  useKeys({ ...list.keys, ...keysOf?.(current) }, choice ? { scope: region } : {})
  // While another search is answered, its rows are not those that are shown.
  const meant = useMeant<T>({ typed: '', answered: !isEarlier })
  const choose = async (marked: T) => {
    const one = await meant(marked)
    if (one) choice?.choose(one)
  }
  const columns = heads.length
  const partsOf = (one: T, index: number): RowParts => ({
    tab: list.innerTab(index),
    name: (words, gone) => (
      <button
        type="button"
        className={gone ? `${css.name} ${css.gone}` : css.name}
        {...list.linkProps(index)}
        onClick={() => list.go(index)}
        onKeyDown={(event) => {
          if (!choice || event.key !== 'Enter') return
          event.preventDefault()
          void choose(one)
        }}
      >
        {words}
      </button>
    ),
  })
  return (
    <div className={choice ? `${css.body} ${css.choosing}` : css.body} ref={region}>
      <div className={css.list} {...list.listProps}>
        <Table caption={caption} tall cards="labels" busy={busy}>
          <TableHead>{heads}</TableHead>
          <TableBody>
            {rows.map((one, index) => {
              const group = groupOf?.(one)
              const begins = group !== undefined && (index === 0 || groupOf?.(rows[index - 1]!) !== group)
              return (
                <Fragment key={keyOf(one)}>
                  {begins && (
                    <tr role="row" className={css.group}>
                      <th role="rowheader" scope="rowgroup" colSpan={columns}>
                        {group}
                      </th>
                    </tr>
                  )}
                  <Row {...list.rowProps(index)}>{cells(one, partsOf(one, index))}</Row>
                </Fragment>
              )
            })}
          </TableBody>
        </Table>
      </div>
      {current && (
        <section className={css.pane} aria-label={what}>
          {pane(current)}
          {choice && (
            <div className={css.use}>
              <Button tone="primary" block keys={['Enter']} disabled={isEarlier} onClick={() => choice.choose(current)}>
                {choice.words}
              </Button>
            </div>
          )}
        </section>
      )}
    </div>
  )
}
