import { extractSubCarriers } from '#features/settings/sql.ts'
import { ownExports } from '#features/exports/sql.ts'
import { oneTrip, type Caller, type Handlers, type PortalForHandlers } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { areaOf } from './areas.ts'
import { askForFile } from './ask-for-file.ts'
import { extractOf, mustBeRight } from './asked.ts'
import type { keptExtracts } from './contract.ts'
import { encryptDefinition, decryptDefinition } from './definition.ts'
import * as sql from './kept-sql.ts'
import { MOST_RUNS } from './rules.ts'
import { daysOf, MOST_PRESETS, MOST_SCHEDULES, nextRun, whyNotRun, whyNotWhen } from './schedule-rules.ts'
import { withDays } from './with-days.ts'

const MOST_RECENT = 10
const made = ['dataExtracts.extract', 'job dataExtracts.deliver']

const readable = (portal: PortalForHandlers, { mc }: Caller, encrypted: string | null) => {
  const found = decryptDefinition(portal.encryption, mc, encrypted)
  if (!found) return null
  const { selectedSubCarriers, subjectAreaId, fieldList, reportFilters } = found
  return { selectedSubCarriers, subjectAreaId, fieldList, reportFilters }
}
const labelOf = (area: string): string => areaOf(area)?.label ?? area

/** What users keep of their extracts. Nothing of it is there for those who may not extract. */
export const keeping: Handlers<typeof keptExtracts> = {
  presets: oneTrip(
    () => ({ programs: extractSubCarriers(), rows: sql.presets() }),
    ({ programs, rows }, { person, portal }) =>
      programs.length === 0
        ? notFound()
        : rows.map((row) => ({
            presetId: row.id,
            name: row.name,
            shared: row.shared,
            by: row.mine ? null : row.by,
            program: row.sub_carrier,
            area: labelOf(row.area),
            extract: readable(portal, person, row.encrypted),
          })),
  ),

  keepPreset: async ({ input: { name, shared, ...input }, db, who, now, newId, write, note, portal, refuse }) => {
    const [person, programs, kept, own] = await Promise.all([
      who(),
      db.all(extractSubCarriers()),
      db.one(sql.kept(name)),
      db.one(sql.ownPreset(null, name)),
    ])
    const of = mustBeRight(input, extractOf(input), programs, person.timeZone, { refuse })
    if (kept!.presets >= MOST_PRESETS)
      refuse({ code: 'RULE', message: `You keep ${MOST_PRESETS} presets. Remove one first.` })
    const id = own?.id ?? newId()
    const encrypted = encryptDefinition(portal.encryption, person.mc, input)
    write(sql.keepPreset({ id, name, shared, program: of.program, area: of.area.id, encrypted, at: now.toISOString() }))
    note({ type: 'data_extract_preset', id, detail: { shared, program: of.program, area: of.area.id } })
    return { success: true, presetId: id }
  },

  removePreset: async ({ input: { presetId }, db, write, note }) => {
    if (!(await db.one(sql.ownPreset(presetId, null)))) return notFound()
    write(sql.removePreset(presetId))
    note({ type: 'data_extract_preset', id: presetId, detail: { removed: true } })
    return { success: true }
  },

  recent: oneTrip(
    () => ({ programs: extractSubCarriers(), rows: ownExports(made, MOST_RECENT) }),
    ({ programs, rows }, { person, portal }) =>
      programs.length === 0
        ? notFound()
        : rows.map((row) => ({
            exportId: row.id,
            at: isoOf(row.at),
            area: row.about ?? '',
            program: row.sub_carrier ?? '',
            scheduled: row.call !== made[0],
            state: row.state,
            rows: row.rows,
            extract: readable(portal, person, row.encrypted),
          })),
  ),

  schedules: oneTrip(
    () => ({ programs: extractSubCarriers(), zone: sql.zone(), rows: sql.schedules() }),
    ({ programs, zone: [zone], rows }, { portal }) =>
      programs.length === 0
        ? notFound()
        : {
            zone: zone!.zone,
            goesTo: portal.fileDrop.kind,
            content: rows.map((row) => ({
              scheduleId: row.id,
              name: row.name,
              program: row.sub_carrier,
              area: labelOf(row.area),
              cadence: row.cadence,
              day: row.day,
              hour: row.hour,
              period: row.period,
              paused: row.state === 'PAUSED',
              why: row.why,
              nextAt: isoOf(row.next_at),
              last:
                row.due_at === null
                  ? null
                  : {
                      dueAt: isoOf(row.due_at),
                      state: row.delivery,
                      file: row.file,
                      rows: row.rows,
                      why: row.delivery_why,
                      supportId: row.delivery === 'FAILED' ? row.support_id : null,
                      tries: row.tries,
                      nextTryAt: row.next_try_at && isoOf(row.next_try_at),
                    },
            })),
          },
  ),

  runs: oneTrip(
    ({ scheduleId }) => ({ schedules: sql.schedules(scheduleId), rows: sql.runs(scheduleId, MOST_RUNS) }),
    ({ schedules: [schedule], rows }) =>
      schedule
        ? {
            content: rows.map((row) => ({
              dueAt: isoOf(row.due_at),
              state: row.state,
              file: row.file,
              rows: row.rows,
              why: row.why,
              supportId: row.state === 'FAILED' ? row.support_id : null,
              tries: row.tries,
              nextTryAt: row.next_try_at && isoOf(row.next_try_at),
              endedAt: row.ended_at && isoOf(row.ended_at),
            })),
          }
        : notFound(),
  ),

  addSchedule: async ({ input, db, who, now, newId, write, note, portal, refuse }) => {
    const { name, cadence, day, hour, period, ...given } = input
    const [person, programs, kept] = await Promise.all([who(), db.all(extractSubCarriers()), db.one(sql.kept(''))])
    const zone = kept!.zone
    const extract = withDays(given, daysOf(period, now.getTime(), zone))
    const of = mustBeRight(extract, extractOf(extract), programs, zone, { refuse })
    const why = whyNotWhen({ cadence, day, hour })
    if (why) refuse({ code: 'VALIDATION', field: 'day', message: why })
    if (kept!.schedules >= MOST_SCHEDULES)
      refuse({ code: 'RULE', message: `You have ${MOST_SCHEDULES} schedules. Remove one first.` })
    const [id, nextAt] = [newId(), new Date(nextRun({ cadence, day, hour }, now.getTime(), zone)).toISOString()]
    write(
      sql.addSchedule({
        id,
        name,
        cadence,
        day,
        hour,
        period,
        nextAt,
        program: of.program,
        area: of.area.id,
        encrypted: encryptDefinition(portal.encryption, person.mc, extract),
        at: now.toISOString(),
      }),
    )
    const detail = { program: of.program, area: of.area.id, cadence, day, hour, period }
    note({ type: 'data_extract_schedule', id, detail })
    return { success: true, scheduleId: id, nextAt }
  },

  pauseSchedule: async ({ input: { mc, scheduleId, paused }, db, now, newId, write, note }) => {
    const [found, missed] = await Promise.all([db.one(sql.schedules(scheduleId)), db.one(sql.missedSince(scheduleId))])
    if (!found) return notFound()
    const nextAt = new Date(nextRun(found, now.getTime(), found.zone)).toISOString()
    write(sql.setSchedule(scheduleId, paused ? 'PAUSED' : 'ACTIVE', nextAt))
    // What failures paused is caught up in one file.
    const since = !paused && found.state === 'PAUSED' && found.why !== null ? missed!.at : null
    const file = since === null ? null : askForFile({ mc, newId, write, now }, found, now.toISOString(), isoOf(since))
    note({ type: 'data_extract_schedule', id: scheduleId, detail: { paused, ...(file !== null && { file }) } })
    return { success: true, nextAt, file }
  },

  runSchedule: async ({ input: { mc, scheduleId }, db, now, newId, write, note, refuse }) => {
    const found = await db.one(sql.holdOwn(scheduleId))
    if (!found) return notFound()
    const why = whyNotRun(found)
    if (why) refuse({ code: 'RULE', message: why })
    const file = askForFile({ mc, newId, write, now }, found, now.toISOString())
    note({ type: 'data_extract_schedule', id: scheduleId, detail: { runNow: true, file } })
    return { success: true, file }
  },

  testDestination: async ({ input: { mc }, db, note, portal }) => {
    const programs = await db.all(extractSubCarriers())
    if (programs.length === 0) return notFound()
    const steps = await portal.fileDrop.check(`${mc}/connection-test.txt`)
    note({ type: 'data_extract_destination', id: portal.fileDrop.kind, detail: { steps } })
    return { steps }
  },

  removeSchedule: async ({ input: { scheduleId }, db, write, note }) => {
    const found = await db.one(sql.schedules(scheduleId))
    if (!found) return notFound()
    write(sql.setSchedule(scheduleId, 'REMOVED', found.next_at))
    note({ type: 'data_extract_schedule', id: scheduleId, detail: { removed: true } })
    return { success: true }
  },
}
