import { implement, oneTrip } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { decryptAgain } from '#platform/calls/again.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { exportList } from './contract.ts'
import { callsNamed, exportNames, whyNotSee } from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(exportList)({
  list: oneTrip(
    ({ username = '', subject = '', from = null, to = null, state = null, size, after = null }) => {
      const question = `exports.list ${JSON.stringify([username, subject, from, to, state])}`
      const calls = subject === '' ? [] : callsNamed(subject)
      const which = { username: username || null, subject: subject || null, calls, from, to, state, size, after }
      return {
        rows: sql.exportsOf(which, question),
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
          again: row.again !== null,
        })),
        next: rows.length > size ? shown.at(-1)!.place : null,
      }
    },
  ),

  again: oneTrip(
    ({ exportId }) => ({ found: sql.againOf(exportId) }),
    ({ found: [row] }, { person, portal, refuse }) => {
      if (!row) return notFound()
      refuse(whyNotSee(person))
      return (
        decryptAgain(portal.encryption, person.mc, row.again) ??
        refuse({ code: 'RULE', message: 'How this file was made was not kept, so it cannot be made again from here.' })
      )
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
