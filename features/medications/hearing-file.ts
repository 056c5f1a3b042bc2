import type { CallContext, FileAnswer, FilePart } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { ROWS_A_PART } from '#platform/calls/row-parts.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { inZone, type InZone } from '#platform/dates/zone-stamp.ts'
import type { Report } from '#platform/pdf/pdf.ts'
import { cellWords, tableWriter, type SheetCell } from '#platform/sheet/table-file.ts'
import { XLSX } from '#platform/sheet/xlsx.ts'
import { fileWords } from '#platform/text/file-name.ts'
import type { medications, Supply, Timeline } from './contract.ts'
import { drawing } from './drawing.ts'
import { timelineFrom } from './timeline.ts'
import * as sql from './sql.ts'

const money = (amount: number | null): string => (amount === null ? '' : `$${amount.toFixed(2)}`)

type Column = { label: string; share: number; align?: 'right'; cell: (one: Supply) => SheetCell }
const columns: readonly Column[] = [
  { label: 'Drug', share: 20, cell: (one) => one.drugName },
  { label: 'Filled', share: 8, cell: (one) => ({ day: one.fillDate }) },
  { label: 'Supply to', share: 8, cell: (one) => ({ day: one.lastsTo }) },
  { label: 'Quantity', share: 6, align: 'right', cell: (one) => one.quantity },
  { label: 'Days', share: 4, align: 'right', cell: (one) => one.daysSupply },
  { label: 'Overlap or gap', share: 10, cell: (one) => daysWords(one) },
  { label: 'Prescriber', share: 14, cell: (one) => one.prescriberName },
  { label: 'Pharmacy', share: 15, cell: (one) => one.pharmacyName },
  { label: 'Paid', share: 7, align: 'right', cell: (one) => one.paidAmount },
  { label: 'MME a day', share: 6, align: 'right', cell: (one) => one.mmePerDay },
]

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`
const daysWords = ({ overlapDays, gapDays }: Supply): string =>
  overlapDays > 0 ? `overlap, ${days(overlapDays)}` : gapDays > 0 ? `gap, ${days(gapDays)}` : ''

const supplies = (timeline: Timeline): Supply[] => timeline.lanes.flatMap((lane) => lane.supplies)

/** What a reader must know to read the table. */
const notes = ({ together, dose, marks }: Timeline): string[] => [
  ...together.map((one) => `${one.name}: ${usDate(one.from)} to ${usDate(one.to)}`),
  ...(dose.steps.length === 0
    ? ['No opioid dose in this time.']
    : [
        `Highest opioid dose: ${Math.max(...dose.steps.map((step) => step.mme))} MME a day (plan limit ${dose.limit}). Factors: ${dose.factorVersion}.`,
      ]),
  ...dose.notCounted,
  ...(marks.length === 0
    ? []
    : [`Not paid or asked for: ${marks.map((one) => `${one.drugName} ${usDate(one.date)}`).join('; ')}`]),
]

type About = { of: string; by: string; at: string; zone: InZone; now: Date }

/**
 * The table as a file, sent in parts. What a supply overlaps is computed of all supplies of the person, so they are read at once.
 */
async function* tableParts(type: 'csv' | 'xlsx', timeline: Timeline, about: About): AsyncGenerator<FilePart> {
  const table = tableWriter(type, columns, about.zone.zone)
  yield { text: table.head(), rows: 0 }
  const all = supplies(timeline)
  for (let at = 0; at < all.length; at += ROWS_A_PART) {
    const part = all.slice(at, at + ROWS_A_PART)
    yield { text: table.rows(part.map((one) => columns.map((column) => column.cell(one)))), rows: part.length }
  }
  yield { text: table.end([about.of, `Exported by ${about.by}, ${about.at}.`, ...notes(timeline)]), rows: 0 }
}

const paper = (timeline: Timeline, about: About): Report => ({
  title: 'Medications',
  about: [`${about.of}   ${usDate(timeline.from)} to ${usDate(timeline.today)}`, ...notes(timeline)],
  drawing: timeline.lanes.length === 0 ? undefined : drawing(timeline),
  columns: columns.map(({ label, share, align }) => ({ label, share, ...(align && { align }) })),
  rows: supplies(timeline).map((one) =>
    columns.map(({ label, cell }) => {
      const found = cellWords(cell(one), about.zone)
      return label === 'Paid' && typeof found === 'number' ? money(found) : String(found ?? '')
    }),
  ),
  empty: 'Nothing was filled in this time',
  footer: `${about.of}. Printed by ${about.by}, ${about.at}`,
  now: about.now,
})

type HearingContext = CallContext<typeof medications.hearing>
/** The timeline as a file: drawn with its table as a PDF, or the table alone as a CSV or a spreadsheet. */
export async function hearingFile(context: HearingContext, sub: string | null): Promise<FileAnswer> {
  const { input, db, who, now, note, portal, refuse } = context
  const type = input.type.toLowerCase()
  if (type !== 'csv' && type !== 'xlsx' && type !== 'pdf')
    return refuse({ code: 'UNKNOWN_EXPORT_TYPE', message: 'Unknown export type. Allowed types CSV or PDF' })
  const [person, found] = await Promise.all([who(), db.all(sql.timeline(input.claimId, sub, input.months))])
  const [row] = found
  if (!row) return notFound()
  if (type === 'pdf' && !row.pdf_allowed)
    refuse({ code: 'FEATURE_OFF', message: 'PDF exports are switched off for this carrier.' })
  const zone = inZone(input.timeZone ?? person.timeZone)
  const timeline = timelineFrom(row)
  const about: About = {
    of: `${timeline.patientName}, claim ${timeline.claimNumber}`,
    by: `${person.name} (${person.username})`,
    at: zone.instant(now.toISOString()),
    zone,
    now,
  }
  const today = dateIn(now.getTime(), zone.zone)
  const words = row.name_in_files ? fileWords(timeline.patientName, 'Medications') : 'Medications'
  const name = `${words} ${usDate(today).replaceAll('/', '-')}.${type}`
  note({
    claims: found.map((one) => one.stratus_claim_id),
    type: 'export',
    id: row.id,
    detail: { file: type, of: 'medications', rows: supplies(timeline).length },
  })
  return type !== 'pdf'
    ? { parts: () => tableParts(type, timeline, about), name, type: type === 'xlsx' ? XLSX : 'text/csv; charset=utf-8' }
    : { file: await portal.files.pdf(paper(timeline, about)), name }
}
