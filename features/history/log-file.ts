import { statusLabel } from '#features/authorizations/statuses.ts'
import type { CallContext, FileAnswer, FilePart } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { rowParts, ROWS_A_PART } from '#platform/calls/row-parts.ts'
import { inZone, type InZone } from '#platform/dates/zone-stamp.ts'
import { csvLine, csvMark, csvRemark } from '#platform/text/csv.ts'
import type { history } from './contract.ts'
import * as sql from './sql.ts'
import { plural } from '#platform/text/plural.ts'

/** A log of more lines than this is cut, and says so. */
const MOST_IN_FILE = 10_000
const heads = ['When', 'What', 'Who', 'Kind', 'Status before', 'Status after', 'Code'] as const
const status = (id: number | null): string => (id === null ? '' : statusLabel(id))

const lines = (events: readonly sql.EventFound[], zone: InZone): string =>
  events
    .map((one) =>
      csvLine([
        zone.instant(one.at),
        one.event_text,
        one.actor_name,
        one.actor_type,
        status(one.old_status_id),
        status(one.new_status_id),
        one.event_code,
      ]),
    )
    .join('')

type LogContext = CallContext<typeof history.export>
/**
 * The event log as CSV, newest first, in the reader's zone, sent while it is read; the last line names the reader and what is
 * omitted.
 */
export async function logFile({ input, db, who, note }: LogContext): Promise<FileAnswer> {
  const { stratusAuthId: id, timeZone } = input
  const [person, log, first] = await Promise.all([
    who(),
    db.one(sql.logged(id)),
    db.all(sql.eventsBefore(id, null, ROWS_A_PART)),
  ])
  if (!log) return notFound()
  const zone = inZone(timeZone ?? person.timeZone)
  const { total } = log
  const rows = Math.min(total, MOST_IN_FILE)
  note({
    claims: [log.stratus_claim_id],
    type: 'export',
    id,
    detail: { of: 'event log', rows, truncated: total > rows },
  })
  return {
    name: `Authorization Event Log - ${id}.csv`,
    parts: async function* (read): AsyncGenerator<FilePart> {
      yield { text: csvMark + csvLine(heads), rows: 0 }
      let sent = 0
      const parts = rowParts(first, MOST_IN_FILE, (last, size) => read(sql.eventsBefore(id, last, size)))
      for await (const { rows: events } of parts) {
        sent += events.length
        yield { text: lines(events, zone), rows: events.length }
      }
      const count = sent < MOST_IN_FILE || total <= sent ? plural(sent, 'line') : `The newest ${sent} of ${total} lines`
      const words = `${count}; times in ${zone.zone}; taken by ${person.name} (${person.username})`
      yield { text: csvRemark(words, heads.length), rows: 0 }
    },
  }
}
