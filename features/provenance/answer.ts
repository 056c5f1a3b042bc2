import { statusLabel } from '#features/authorizations/statuses.ts'
import { chained, unpacked } from '#platform/database/packed-text.ts'
import { addDays } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { holidayLookup, type HolidayLookup } from '#reference/holidays.ts'
import { endedBy, noticesOwed } from '#features/notifications/duties.ts'
import type { RulePack } from '#reference/jurisdictions/rule-pack.ts'
import { DecisionRecord, type StoredRecord, type Provenance } from './contract.ts'
import { workedOutAgain } from './recompute.ts'
import { DAYS_KEPT } from './clock-record.ts'
import { dictionaries } from './dictionaries.ts'
import { verify, type Found } from './rules.ts'
import type { DecisionFound, RecordRow, NoticeFound, Requested } from './sql.ts'

/** The record a text holds, or null when the text is no longer one. */
function readRecord(text: string): DecisionRecord | null {
  try {
    return DecisionRecord.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The days off as the record holds them; it holds those up to two weeks after its due time, later ones are today's. */
function daysOffThen({ inputs, dueAt }: DecisionRecord['clock']): HolidayLookup | undefined {
  if (!inputs) return undefined
  const { holidays, timeZone } = inputs.rule as unknown as RulePack
  const last = addDays(dateIn(Date.parse(dueAt), timeZone), DAYS_KEPT - 1)
  const today = holidayLookup(holidays)
  return (date) => inputs.daysOff[date] ?? (date > last ? today(date) : undefined)
}

/** The notices owed after a decision, by the rule pack as its record holds it, each with what left for it. */
function noticesOf(
  { kind, at, clock, outcome }: DecisionRecord,
  sent: readonly NoticeFound[],
): StoredRecord['notices'] {
  const ended = endedBy(kind)
  const rule = clock.inputs?.rule as RulePack | undefined
  if (!ended || !rule?.noticeDuties) return []
  const of = { reasonId: outcome.reasonId, holidayOf: daysOffThen(clock) }
  return noticesOwed(rule, ended, at, of).map(({ to, by, written, content, source }) => ({
    to: [...to],
    by,
    written,
    content: [...content],
    source,
    served: sent
      .filter((one) => one.serves.includes(source) && Date.parse(one.created_at) >= Date.parse(at))
      .map((one) => ({
        channel: one.channel,
        to: one.recipient,
        at: one.sent_at && new Date(one.sent_at).toISOString(),
      })),
  }))
}

/** The text of a record; null when it cannot be had from what is stored. */
function textOf({ record, packed, dictionary }: RecordRow): string | null {
  const words = dictionary === null ? undefined : dictionaries[dictionary]
  return packed === null || words === undefined ? record : unpacked(packed, words)
}

function toFound(row: RecordRow): Found {
  const text = textOf(row)
  return {
    sequence: row.sequence,
    decisionId: row.decision_id,
    sha256: row.sha256,
    previous: row.previous,
    isOwn: text !== null && chained(row.previous, text) === row.sha256,
    record: text === null ? null : readRecord(text),
  }
}

/** A request's records, each verified and its figures worked out again. */
export function toProvenance(
  request: Requested,
  rows: readonly RecordRow[],
  decisions: readonly DecisionFound[],
  notices: readonly NoticeFound[],
): Provenance {
  const found = rows.map(toFound)
  const { problems, of } = verify(
    found,
    decisions.map((row) => ({
      id: row.id,
      decision: row.decision,
      byName: row.decided_by_name,
      secondName: row.second_approver_name,
      at: row.at,
      startDate: row.start_date,
      endDate: row.end_date,
      oneTime: row.one_time,
      drugLevel: row.drug_level,
      overrideAll: row.override_all,
      safetyIncluded: row.safety_included,
      safetyAck: row.safety_ack_text,
      reasonId: row.reason_id,
      reason: row.reason_desc,
      note: row.note,
      maxFills: row.max_fill,
      maxQty: row.max_qty,
      maxDays: row.max_days,
    })),
    request.halves,
  )
  const records = found.map(({ sequence, decisionId, sha256, previous, record }) => {
    const row = decisions.find(({ id }) => id === decisionId)
    return {
      sequence,
      sha256,
      previous,
      problems: of.get(sequence) ?? [],
      undone: row?.undone_at ? { at: new Date(row.undone_at).toISOString(), by: row.undone_by_name ?? '' } : null,
      checks: record ? workedOutAgain(record) : [],
      notices: record && !row?.undone_at ? noticesOf(record, notices) : [],
      record,
    }
  })
  return {
    authorizationId: request.id,
    referenceNumber: request.reference_number,
    authorizationStatus: statusLabel(request.status_id),
    intact: problems.length === 0 && records.every((one) => one.problems.length === 0),
    problems,
    records,
  }
}
