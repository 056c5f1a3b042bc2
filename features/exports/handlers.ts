import { implement, oneTrip } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { exportList } from './contract.ts'
import { exportNames, whyNotSee } from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(exportList)({
  list: oneTrip(
    ({ username = null, state = null, size, after = null }) => {
      const question = `exports.list ${JSON.stringify([username, state])}`
      return {
        rows: sql.exportsOf({ username: username || null, state, size, after }, question),
        opened: sql.opens(after, question),
      }
    },
    ({ rows, opened: [opened] }, { input: { size }, person, refuse }) => {
      refuse(whyNotSee(person))
      if (!opened!.ours)
        refuse({
          code: 'VALIDATION',
          field: 'after',
          message: 'This place belongs to another list. Start again without it.',
        })
      const shown = rows.slice(0, size)
      return {
        content: shown.map((row) => ({
          exportId: row.id,
          at: isoOf(row.at),
          name: row.name,
          username: row.username,
          what: exportNames[row.call] ?? row.call,
          about: row.about,
          subCarrier: row.sub_carrier,
          filters: row.filters,
          state: row.state,
          rows: row.rows,
          bytes: row.bytes === null ? null : Number(row.bytes),
          endedAt: row.ended_at && isoOf(row.ended_at),
        })),
        next: rows.length > size ? shown.at(-1)!.place : null,
      }
    },
  ),

  job: oneTrip(
    ({ id }) => ({ found: sql.ownExport(id) }),
    ({ found: [row] }) => {
      if (!row) return notFound()
      return {
        exportId: row.id,
        at: isoOf(row.at),
        what: exportNames[row.call] ?? row.call,
        state: row.state,
        rows: row.rows,
        bytes: row.bytes === null ? null : Number(row.bytes),
        endedAt: row.ended_at && isoOf(row.ended_at),
      }
    },
  ),
})
