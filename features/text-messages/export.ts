import type { CallContext, FileAnswer, FilePart } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { rowParts, ROWS_A_PART } from '#platform/calls/row-parts.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { inZone } from '#platform/dates/zone-stamp.ts'
import { cellWords, tableWriter, type SheetCell, type TableHead } from '#platform/sheet/table-file.ts'
import { XLSX } from '#platform/sheet/xlsx.ts'
import { fileWords } from '#platform/text/file-name.ts'
import type { texts } from './contract.ts'
import * as sql from './sql.ts'
import { templateName } from './template-names.ts'
import { plural } from '#platform/text/plural.ts'

// The text messages of a claim as a file: what was said to the worker and by the worker, and what became of it.

/** Rows a file holds at most; a claim has fewer, but a file must end somewhere. */
const mostRows = { csv: 10_000, xlsx: 10_000, pdf: 2000 } as const

const states: Readonly<Record<sql.ExportedLine['state'], string>> = {
  QUEUED: 'Sending',
  SENT: 'Sent',
  DELIVERED: 'Delivered',
  FAILED: 'Not delivered',
  BLOCKED: 'Not sent',
  RECEIVED: 'Received',
}

type Column = TableHead & { share: number; cell: (row: sql.ExportedLine) => SheetCell }
const columns: readonly Column[] = [
  { label: 'When', isTime: true, share: 16, cell: (row) => ({ at: row.at }) },
  { label: 'From', share: 8, cell: (row) => (row.direction === 'IN' ? 'Patient' : 'Carrier') },
  { label: 'About', share: 14, cell: templateName },
  { label: 'Text', share: 46, cell: (row) => row.text },
  { label: 'State', share: 10, cell: (row) => states[row.state] },
  { label: 'Reason', share: 14, cell: (row) => row.error ?? '' },
]

type ExportContext = CallContext<typeof texts.export>
/** The history as a file: a CSV is sent in parts as it is read. */
export async function textsFile(context: ExportContext): Promise<FileAnswer> {
  const { input, db, who, now, note, portal, refuse } = context
  const type = input.type.toLowerCase()
  if (type !== 'csv' && type !== 'xlsx' && type !== 'pdf')
    return refuse({ code: 'UNKNOWN_EXPORT_TYPE', message: 'Unknown export type. Allowed types CSV or PDF' })
  const { claimId, subCarrier } = input
  const most = mostRows[type]
  const [person, claim, counted, first] = await Promise.all([
    who(),
    db.one(sql.exportOf(subCarrier, claimId)),
    db.one(sql.countLines(claimId, most)),
    db.all(sql.partOf(claimId, null, Math.min(ROWS_A_PART, most))),
  ])
  if (!claim) return notFound()
  if (type === 'pdf' && !claim.pdf_allowed)
    refuse({ code: 'FEATURE_OFF', message: 'PDF exports are switched off for this carrier.' })
  const zone = inZone(input.timeZone ?? person.timeZone)
  const patient = `${claim.first_name} ${claim.last_name}`
  const rows = Math.min(counted!.total, most)
  const cut = counted!.total > most ? [`Only the newest ${most.toLocaleString('en-US')} are in this file.`] : []
  const of = `${patient}, claim ${claim.claim_number}`
  const by = `${person.name} (${person.username}), ${zone.instant(now.toISOString())}`
  const words = claim.name_in_files ? fileWords(patient, 'Text messages') : 'Text messages'
  const name = `${words} ${usDate(dateIn(now.getTime(), zone.zone)).replaceAll('/', '-')}.${type}`
  note({
    claims: [claim.id],
    type: 'export',
    id: claim.id,
    detail: { file: type, of: 'text messages', rows, truncated: cut.length > 0 },
  })
  const cells = (found: sql.ExportedLine[]) => found.map((row) => columns.map(({ cell }) => cell(row)))
  if (type !== 'pdf') {
    const table = tableWriter(type, columns, zone.zone)
    return {
      name,
      ...(type === 'xlsx' && { type: XLSX }),
      parts: async function* (read): AsyncGenerator<FilePart> {
        yield { text: table.head(), rows: 0 }
        const parts = rowParts(first, most, (last, size) => read(sql.partOf(claimId, last, size)))
        for await (const { rows: found } of parts) yield { text: table.rows(cells(found)), rows: found.length }
        yield { text: table.end([...cut, of, `Exported by ${by}. Times are in ${zone.zone}.`]), rows: 0 }
      },
    }
  }
  const lines: string[][] = []
  const parts = rowParts(first, most, (last, size) => db.all(sql.partOf(claimId, last, size)))
  for await (const { rows: found } of parts)
    lines.push(...cells(found).map((line) => line.map((cell) => String(cellWords(cell, zone) ?? ''))))
  return {
    file: await portal.files.pdf({
      title: 'Text messages',
      about: [of, `${plural(rows, 'text')}. Times are in ${zone.zone}.`],
      columns: columns.map(({ label, share }) => ({ label, share })),
      rows: lines,
      empty: 'No text messages',
      remark: cut[0],
      footer: `${of}. Exported by ${by}`,
      now,
    }),
    name,
    type: 'application/pdf',
  }
}
