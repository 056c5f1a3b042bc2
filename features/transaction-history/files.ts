import { openStatuses } from '#features/authorizations/statuses.ts'
import type { CallContext, FileAnswer } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { integers } from '#platform/database/sql.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { inZone } from '#platform/dates/zone-stamp.ts'
import { claimOf, type ClaimFound } from './claim-sql.ts'
import type { transactionHistory } from './contract.ts'
import type { Txn } from './shapes.ts'
import {
  csvFile,
  fileName,
  fileType,
  filterWords,
  mostRows,
  paper,
  paperRow,
  summaryCsv,
  summaryPaper,
  type About,
} from './export.ts'
import { readFilter, toTxn } from './rules.ts'
import { toSummary } from './summary.ts'
import * as sql from './sql.ts'

const CHUNK = 1000
const unknownType = {
  code: 'UNKNOWN_EXPORT_TYPE',
  message: 'Unknown export type. Allowed types CSV or PDF',
} as const
const pdfOff = { code: 'FEATURE_OFF', message: 'PDF exports are switched off for this carrier.' } as const

const patientOf = (claim: ClaimFound): string => `${claim.first_name} ${claim.last_name}`

type HistoryContext = CallContext<typeof transactionHistory.export>
/** The history as a file, of the rows of one search at one moment: read by cursor, a thousand at a time. */
export async function historyFile({ input, db, who, now, note, portal, refuse }: HistoryContext): Promise<FileAnswer> {
  const type = fileType(input.type)
  if (type === undefined) return refuse(unknownType)
  const search = readFilter(input)
  const most = mostRows[type]
  const of = `transactionHistory.export ${now.getTime()}`
  const part = (after: string | null, size: number) => db.all(sql.slice(search, after, of, size))
  const [person, claim, totals, first] = await Promise.all([
    who(),
    db.one(claimOf(input)),
    db.one(sql.totals(search)),
    part(null, Math.min(CHUNK, most)),
  ])
  if (!claim) return notFound()
  if (type === 'pdf' && !claim.pdf_allowed) refuse(pdfOff)
  const csv = csvFile()
  const lines: string[][] = []
  let count = 0
  let more = false
  for (let rows = first, size = Math.min(CHUNK, most); ;) {
    const shown: Txn[] = rows.slice(0, size).map(toTxn)
    if (type === 'csv') csv.add(shown)
    else lines.push(...shown.map(paperRow))
    count += shown.length
    more = rows.length > size
    if (!more || count >= most) break
    const place = rows[size - 1]!.place
    size = Math.min(CHUNK, most - count)
    rows = await part(place, size)
  }
  const zone = inZone(input.timeZone ?? person.timeZone)
  const { paid, rejected, reversed, billed } = totals!
  const about: About = {
    by: `${person.name} (${person.username})`,
    at: zone.instant(now.toISOString()),
    zone: zone.zone,
    of: `${patientOf(claim)}, claim ${claim.claim_number}`,
    filters: filterWords(search),
    cutFrom: more ? paid + rejected + reversed + billed : null,
    now,
  }
  const patient = claim.name_in_files ? patientOf(claim) : null
  const name = fileName(patient, 'TransactionHistory', dateIn(now.getTime(), zone.zone), type)
  note({ claims: [claim.id], type: 'export', id: claim.id, detail: { file: type, rows: count, truncated: more } })
  return type === 'csv'
    ? { file: csv.end(about, count), name }
    : { file: await portal.files.pdf(paper(lines, totals!, about)), name, type: 'application/pdf' }
}

type SummaryContext = CallContext<typeof transactionHistory.summaryExport>
/** The claim summary as a file. */
export async function summaryFile({ input, db, who, now, note, portal, refuse }: SummaryContext): Promise<FileAnswer> {
  const type = fileType(input.type)
  if (type === undefined) return refuse(unknownType)
  const { from, to } = input
  if (from && to && from > to) return invalid('to', 'The end lies before the start.')
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
    filters: from || to ? [`Filled ${from ? `from ${from}` : ''} ${to ? `to ${to}` : ''}`.replaceAll('  ', ' ')] : [],
    cutFrom: null,
    now,
  }
  const patient = claim.name_in_files ? patientOf(claim) : null
  const name = fileName(patient, 'ClaimSummary', dateIn(now.getTime(), zone.zone), type)
  const summary = toSummary(claim, found, from ?? null, to ?? claim.today)
  note({ claims: [claim.id], type: 'export', id: claim.id, detail: { file: type, of: 'claim summary' } })
  return type === 'csv'
    ? { file: summaryCsv(summary, about), name }
    : { file: await portal.files.pdf(summaryPaper(summary, about)), name, type: 'application/pdf' }
}
