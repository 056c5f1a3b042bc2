import { csvLine, csvMark, csvRemark } from '#platform/text/csv.ts'
import type { Person } from '#platform/calls/person.ts'
import { statusLabel } from '#features/authorizations/statuses.ts'
import type { InZone } from '#platform/dates/zone-stamp.ts'
import type { EventFound } from './sql.ts'

const heads = ['When', 'What', 'Who', 'Kind', 'Status before', 'Status after', 'Code'] as const
const status = (id: number | null): string => (id === null ? '' : statusLabel(id))

/** The event log as CSV, newest first, in the reader's zone; the last line names the reader and what is omitted. */
export const logFile = (
  events: readonly EventFound[],
  total: number,
  zone: InZone,
  by: Pick<Person, 'name' | 'username'>,
): string =>
  [
    csvMark,
    csvLine(heads),
    ...events.map((one) =>
      csvLine([
        zone.instant(one.at),
        one.event_text,
        one.actor_name,
        one.actor_type,
        status(one.old_status_id),
        status(one.new_status_id),
        one.event_code,
      ]),
    ),
    csvRemark(
      `${events.length === total ? `${total} lines` : `The newest ${events.length} of ${total} lines`}; times in ${zone.zone}; taken by ${by.name} (${by.username})`,
      heads.length,
    ),
  ].join('')
