import { withoutNames } from '#features/exports/filter-words.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { seen, type CallContext, type FileAnswer, type FilePart, type ReadPart } from '#platform/calls/handler.ts'
import { rowParts, ROWS_A_PART } from '#platform/calls/row-parts.ts'
import { tableWriter } from '#platform/sheet/table-file.ts'
import { XLSX } from '#platform/sheet/xlsx.ts'
import { inZone } from '#platform/dates/zone-stamp.ts'
import type { worklist } from './contract.ts'
import { aboutTable, columnsOf, filterWords, headsOf, paper, paperRow, tableRows } from './export.ts'
import { must, placeAfter } from './asked.ts'
import { filePart, type FileFound } from './file-sql.ts'
import { COUNTED, mostRows } from './most-rows.ts'
import { exportFilter, exportName, exportType, orderingOf, readSearch, readSort, sortText } from './rules.ts'
import * as sql from './sql.ts'

/** Rows of a part after the first: each part is a transaction of its own, with its claims in the audit. */
const ROWS_LATER = 5000

/** The list as a file, read by cursor: a CSV or a spreadsheet is sent while it is read, and the claims of each part are audited with it. */
export async function worklistFile(context: CallContext<typeof worklist.export>): Promise<FileAnswer> {
  const { input, db, who, now, note, portal, refuse } = context
  const type = exportType(input.type)
  if (type === undefined)
    return refuse({ code: 'UNKNOWN_EXPORT_TYPE', message: 'Unknown export type. Allowed types CSV or PDF' })
  const read = readSearch(exportFilter(input, input.complete))
  const search = must(read.search, read.why)
  const order = readSort(input.sort, orderingOf(search))
  const sorting = must(order.sorting, order.why)
  const most = mostRows[type]
  const chosen = columnsOf(input.columns, type, input.complete)
  const slice = (last: FileFound | null, size: number) =>
    filePart({ search, sorting, size: size + 1, page: 0, after: last && placeAfter(last) })

  const [person, counted, named, allowed, first] = await Promise.all([
    who(),
    db.one(sql.total(search, COUNTED)),
    db.one(sql.namesOf(search)),
    db.one(sql.pdfAllowed()),
    db.all(slice(null, Math.min(ROWS_A_PART, most))),
  ])
  if (type === 'pdf' && !allowed?.enabled)
    refuse({ code: 'FEATURE_OFF', message: 'PDF exports are switched off for this carrier.' })
  const at = inZone(input.timeZone ?? person.timeZone)
  const found = counted!.total
  const name = exportName(type, input.complete)
  const filters = filterWords(search, {
    prescriber: named?.prescriber ?? undefined,
    owners: named?.owners ?? undefined,
    deciders: named?.deciders ?? undefined,
  })
  const about = (count: number, more: boolean) => ({
    by: `${person.name} (${person.username})`,
    at: at.instant(now.toISOString()),
    zone: at.zone,
    filters,
    truncated: more
      ? {
          shown: count,
          of: found > COUNTED ? `more than ${COUNTED.toLocaleString('en-US')}` : found.toLocaleString('en-US'),
        }
      : null,
  })
  const noted = (claims: Iterable<string>, rows: number | null) =>
    note({
      claims: [...new Set(claims)],
      type: 'export',
      detail: { file: name, rows, truncated: found > most, columns: chosen, sort: sortText(sorting), filters },
      exported: { filters: withoutNames(filters) },
    })
  const parts = (read: ReadPart) => rowParts(first, most, (last, size) => read(slice(last, size)), ROWS_LATER)

  if (type !== 'pdf') {
    const table = tableWriter(type, headsOf(chosen), at.zone)
    noted(
      first.slice(0, ROWS_A_PART).map((row) => row.stratus_claim_id),
      found > COUNTED ? null : Math.min(found, most),
    )
    return {
      name,
      ...(type === 'xlsx' && { type: XLSX }),
      parts: async function* (read): AsyncGenerator<FilePart> {
        yield { text: table.head(), rows: 0 }
        let count = 0
        let cut = false
        for await (const { rows, more } of parts((query) => read(seen(query, claimOfRow)))) {
          yield { text: table.rows(tableRows(chosen, rows)), rows: rows.length }
          count += rows.length
          cut = more
        }
        yield { text: table.end(aboutTable(about(count, cut))), rows: 0 }
      },
    }
  }
  const lines: string[][] = []
  const claims: string[] = []
  let cut = false
  for await (const { rows, more } of parts((query) => db.all(query))) {
    lines.push(...rows.map((row) => paperRow(chosen, row, at)))
    claims.push(...rows.map((row) => row.stratus_claim_id))
    cut = more
  }
  noted(claims, lines.length)
  const file = await portal.files.pdf(paper(chosen, lines, about(lines.length, cut), input.complete, now))
  return { file, name, type: 'application/pdf' }
}
