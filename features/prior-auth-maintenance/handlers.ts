import { withoutNames } from '#features/exports/filter-words.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { oneTrip, seen, type FileAnswer, type FilePart, implement, type ReadPart } from '#platform/calls/handler.ts'
import { rowParts, ROWS_A_PART } from '#platform/calls/row-parts.ts'
import { notFound, invalid } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { end } from './end.ts'
import { claimActs } from './acts.ts'
import { claimFacts, toLine, toListed } from './answers.ts'
import { inZone } from '#platform/dates/zone-stamp.ts'
import { tableWriter } from '#platform/sheet/table-file.ts'
import { XLSX } from '#platform/sheet/xlsx.ts'
import { type PriorAuthFilter, priorAuths } from './contract.ts'
import { aboutTable, tableHeads, tableRows, fileName, filterWords, fileType, mostRows, paper } from './export.ts'
import { endingSoon } from './ending-sql.ts'
import { save } from './grant.ts'
import * as sql from './sql.ts'

const PER_CALL = 25
/** Totals are counted up to this number. */
const COUNTED = 10_000

const subOf = (code: string | undefined): string | null => (code === undefined || code === 'ALL' ? null : code)
const claimSeen = s`seen.id`

/** What a cursor is encrypted for: one claim and sub-carrier. */
const question = (input: { claimId: string; subCarrierCode?: string | undefined }): string =>
  `priorAuths.history ${input.claimId} ${subOf(input.subCarrierCode) ?? '*'}`
/** The cursor to continue from; none on the first call or when the caller starts over. */
const placeOf = (input: { nextDataKey?: string | undefined; moreDataFlag?: boolean | undefined }): string | null =>
  input.nextDataKey && input.moreDataFlag !== false ? input.nextDataKey : null

function checked(filter: PriorAuthFilter | undefined): PriorAuthFilter {
  if (filter?.from && filter.to && filter.to < filter.from)
    return invalid('filter.to', 'End date cannot be before start date')
  return filter ?? {}
}

export const handlers = implement(priorAuths)({
  // By cursor, so that rows inserted meanwhile are neither repeated nor skipped.
  history: oneTrip(
    (input) => {
      const place = placeOf(input)
      return {
        claim: seen(sql.claimOf(input.claimId, subOf(input.subCarrierCode)), claimSeen),
        rows: sql.slice(input.claimId, place, question(input), PER_CALL),
        opened: sql.opens(place, question(input)),
      }
    },
    ({ claim: [claim], rows, opened: [opened] }, { refuse, person, now }) => {
      if (!claim) return notFound()
      if (!opened!.ours)
        refuse({
          code: 'VALIDATION',
          field: 'nextDataKey',
          message: 'This place belongs to another list. Start again without it.',
        })
      const shown = rows.slice(0, PER_CALL)
      const more = rows.length > PER_CALL
      const priorAuths = shown.map((row) => toListed(row, person, claim, now.toISOString()))
      return { priorAuths, nextDataKey: more ? shown.at(-1)!.place : null, moreDataFlag: more }
    },
  ),

  ending: oneTrip(
    () => ({ rows: seen(endingSoon(), claimOfRow) }),
    ({ rows }) => ({
      content: rows.map(({ mc, stratus_claim_id, total: _, ...row }) => ({
        ...row,
        masterCarrier: mc,
        stratusClaimId: stratus_claim_id,
      })),
      totalElements: rows[0]?.total ?? 0,
    }),
  ),

  page: oneTrip(
    (input) => {
      const filter = checked(input.filter)
      return {
        claim: seen(sql.claimOf(input.claimId, subOf(input.subCarrierCode)), claimSeen),
        rows: sql.pageOf(input.claimId, filter, input.page, input.size),
        total: sql.total(input.claimId, filter, COUNTED),
      }
    },
    ({ claim: [claim], rows, total: [counted] }, { input: { page, size }, person, now }) => {
      if (!claim) return notFound()
      const found = counted!.total
      const total = Math.min(found, COUNTED)
      return {
        content: rows.map((row) => toListed(row, person, claim, now.toISOString())),
        ...claimActs(person, claimFacts(claim)),
        page,
        size,
        sort: 'startDate,desc',
        totalElements: total,
        totalPages: Math.ceil(total / size),
        totalIsExact: found <= COUNTED,
        next: null,
      }
    },
  ),

  export: async ({ input, db, who, now, note, portal, refuse }) => {
    const type = fileType(input.type)
    if (type === undefined)
      return refuse({ code: 'UNKNOWN_EXPORT_TYPE', message: 'Unknown export type. Allowed types CSV or PDF' })
    const filter = checked(input.filter)
    const most = mostRows[type]
    const part = (after: sql.ListedFound | null, size: number) => sql.partOf(input.claimId, filter, after, size)
    const [person, claim, counted, first] = await Promise.all([
      who(),
      db.one(sql.claimOf(input.claimId, subOf(input.subCarrierCode))),
      db.one(sql.total(input.claimId, filter, most)),
      db.all(part(null, Math.min(ROWS_A_PART, most))),
    ])
    if (!claim) return notFound()
    if (type === 'pdf' && !claim.pdf_allowed)
      refuse({ code: 'FEATURE_OFF', message: 'PDF exports are switched off for this carrier.' })
    const rows = Math.min(counted!.total, most)
    const zone = inZone(input.timeZone ?? person.timeZone)
    const patient = `${claim.first_name} ${claim.last_name}`
    const about = {
      by: `${person.name} (${person.username})`,
      at: zone.instant(now.toISOString()),
      zone: zone.zone,
      of: `${patient}, claim ${claim.claim_number}`,
      filters: filterWords(filter),
      truncated: counted!.total > most,
      now,
    }
    const name = fileName(claim.name_in_files ? patient : null, dateIn(now.getTime(), zone.zone), type)
    const { filters, truncated } = about
    note({
      claims: [claim.id],
      type: 'export',
      id: claim.id,
      detail: { file: type, rows, truncated, filters },
      exported: { filters: withoutNames(filters) },
    })
    const parts = (read: ReadPart) => rowParts(first, most, (last, size) => read(part(last, size)))
    if (type !== 'pdf') {
      const table = tableWriter(type, tableHeads, zone.zone)
      const streamed: FileAnswer = {
        name,
        ...(type === 'xlsx' && { type: XLSX }),
        parts: async function* (read): AsyncGenerator<FilePart> {
          yield { text: table.head(), rows: 0 }
          for await (const { rows: found } of parts(read))
            yield { text: table.rows(tableRows(found.map(toLine))), rows: found.length }
          yield { text: table.end(aboutTable(about)), rows: 0 }
        },
      }
      return streamed
    }
    const lines = []
    for await (const { rows: found } of parts((query) => db.all(query))) lines.push(...found.map(toLine))
    const whole: FileAnswer = { file: await portal.files.pdf(paper(lines, zone, about)), name, type: 'application/pdf' }
    return whole
  },

  save,
  end,
})
