import { withoutNames } from '#features/exports/filter-words.ts'
import { openStatuses } from '#features/authorizations/statuses.ts'
import type { CallContext, FileAnswer, FilePart, ReadPart } from '#platform/calls/handler.ts'
import { rowParts, ROWS_A_PART } from '#platform/calls/row-parts.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { integers } from '#platform/database/sql.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { tableWriter } from '#platform/sheet/table-file.ts'
import { XLSX } from '#platform/sheet/xlsx.ts'
import { inZone } from '#platform/dates/zone-stamp.ts'
import { usDate } from '#platform/dates/day.ts'
import { claimOf, type ClaimFound } from './claim-sql.ts'
import type { transactionHistory } from './contract.ts'
import {
  aboutTable,
  tableHeads,
  tableRows,
  fileName,
  fileType,
  filterWords,
  mostRows,
  paper,
  paperRow,
  summaryTable,
  summaryPaper,
  type About,
} from './export.ts'
import { countOf, readFilter, toTxn } from './rules.ts'
import { toSummary } from './summary.ts'
import * as sql from './sql.ts'

const unknownType = {
  code: 'UNKNOWN_EXPORT_TYPE',
  message: 'Unknown export type. Allowed types CSV or PDF',
} as const
const pdfOff = { code: 'FEATURE_OFF', message: 'PDF exports are switched off for this carrier.' } as const

const patientOf = (claim: ClaimFound): string => `${claim.first_name} ${claim.last_name}`

type HistoryContext = CallContext<typeof transactionHistory.export>
/** The history as a file, read by cursor: a CSV is sent while it is read. */
export async function historyFile({ input, db, who, now, note, portal, refuse }: HistoryContext): Promise<FileAnswer> {
  const type = fileType(input.type)
  if (type === undefined) return refuse(unknownType)
  const search = readFilter(input)
  const most = mostRows[type]
  const of = `transactionHistory.export ${now.getTime()}`
  const slice = (after: string | null, size: number) => sql.slice(search, after, of, size)
  const [person, claim, totals, first] = await Promise.all([
    who(),
    db.one(claimOf(input)),
    db.one(sql.totals(search)),
    db.all(slice(null, Math.min(ROWS_A_PART, most))),
  ])
  if (!claim) return notFound()
  if (type === 'pdf' && !claim.pdf_allowed) refuse(pdfOff)
  const zone = inZone(input.timeZone ?? person.timeZone)
  const found = countOf(totals!, search.statuses)
  const rows = Math.min(found, most)
  const truncated = found > most
  const filters = filterWords(search)
  const about: About = {
    by: `${person.name} (${person.username})`,
    at: zone.instant(now.toISOString()),
    zone: zone.zone,
    of: `${patientOf(claim)}, claim ${claim.claim_number}`,
    filters,
    cutFrom: truncated ? found : null,
    now,
  }
  const patient = claim.name_in_files ? patientOf(claim) : null
  const name = fileName(patient, 'TransactionHistory', dateIn(now.getTime(), zone.zone), type)
  note({
    claims: [claim.id],
    type: 'export',
    id: claim.id,
    detail: { file: type, rows, truncated, filters },
    exported: { filters: withoutNames(filters) },
  })
  const parts = (read: ReadPart) => rowParts(first, most, ({ place }, size) => read(slice(place, size)))
  if (type !== 'pdf') {
    const table = tableWriter(type, tableHeads, zone.zone)
    return {
      name,
      ...(type === 'xlsx' && { type: XLSX }),
      parts: async function* (read): AsyncGenerator<FilePart> {
        yield { text: table.head(), rows: 0 }
        for await (const { rows: found } of parts(read))
          yield { text: table.rows(tableRows(found.map(toTxn))), rows: found.length }
        yield { text: table.end(aboutTable(about)), rows: 0 }
      },
    }
  }
  const lines: string[][] = []
  for await (const { rows: found } of parts(db.all.bind(db)))
    lines.push(...found.map((row) => paperRow(toTxn(row), zone)))
  return { file: await portal.files.pdf(paper(lines, totals!, about)), name, type: 'application/pdf' }
}

type SummaryContext = CallContext<typeof transactionHistory.summaryExport>
/** The claim summary as a file. */
export async function summaryFile({ input, db, who, now, note, portal, refuse }: SummaryContext): Promise<FileAnswer> {
  const type = fileType(input.type)
  if (type === undefined) return refuse(unknownType)
  const { from, to } = input
  if (from && to && from > to) return invalid('to', 'The end is before the start.')
  const [person, claim, found] = await Promise.all([
    who(),
    db.one(claimOf({ claimId: input.id, subCarrier: input.subCarrier })),
    db.one(sql.summary(input.id, from ?? null, to ?? null, integers(openStatuses))),
  ])
  if (!claim || !found) return notFound()
  if (type === 'pdf' && !claim.pdf_allowed) refuse(pdfOff)
  const zone = inZone(input.timeZone ?? person.timeZone)
  const about: About = {
    by: `${person.name} (${person.username})`,
    at: zone.instant(now.toISOString()),
    zone: zone.zone,
    of: `${patientOf(claim)}, claim ${claim.claim_number}`,
    filters:
      from || to
        ? [['Filled', from && `from ${usDate(from)}`, to && `to ${usDate(to)}`].filter(Boolean).join(' ')]
        : [],
    cutFrom: null,
    now,
  }
  const patient = claim.name_in_files ? patientOf(claim) : null
  const name = fileName(patient, 'ClaimSummary', dateIn(now.getTime(), zone.zone), type)
  const summary = toSummary(claim, found, from ?? null, to ?? claim.today)
  note({ claims: [claim.id], type: 'export', id: claim.id, detail: { file: type, of: 'claim summary' } })
  return type !== 'pdf'
    ? { file: summaryTable(type, summary, about), name, ...(type === 'xlsx' && { type: XLSX }) }
    : { file: await portal.files.pdf(summaryPaper(summary, about)), name, type: 'application/pdf' }
}
