import { claimOfRow } from '#features/claims/seen-sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { lineOf } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { evidence } from './contract.ts'
import { chartProblem, whyNotChart, whyNotLook } from './rules.ts'
import { shown } from './shown.ts'
import * as sql from './sql.ts'

export const handlers = implement(evidence)({
  of: oneTrip(
    ({ authorizationId }) => ({ found: seen(sql.evidenceOf(authorizationId), claimOfRow) }),
    ({ found: [found] }, { person }) => (found ? shown(found, person) : notFound()),
  ),

  look: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const [person, on] = await Promise.all([who(), db.one(sql.forRecord(input.authorizationId))])
    if (!on) return notFound()
    refuse(whyNotLook(person))
    const at = now.toISOString()
    write(sql.insertLook({ id: newId(), on, months: input.months, note: input.note, at, by: person }))
    write(
      insertEvents([
        lineOf({ person, request: on, now: at }, eventCode.MONITORING_LOOKED, {
          state: on.juris_state,
          user: person.name,
        }),
      ]),
    )
    publishChange('authorizations')
    note({ claims: [on.stratus_claim_id], type: 'monitoring_look', id: on.id, detail: { months: input.months } })
    return { success: true, at }
  },

  chart: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const [person, on, ends] = await Promise.all([
      who(),
      db.one(sql.forRecord(input.authorizationId)),
      input.endId === undefined ? undefined : db.one(sql.entryToEnd(input.endId)),
    ])
    if (!on) return notFound()
    refuse(whyNotChart(person))
    const problem = chartProblem(input, on.today)
    if (problem) refuse({ code: 'VALIDATION', ...problem })
    const at = now.toISOString()
    if (input.entry) write(sql.insertEntry({ id: newId(), on, ...input.entry, at, by: person }))
    if (input.endId !== undefined) {
      if (!ends || ends.claimant_id !== on.claimant_id) return notFound()
      if (ends.ended_by_name !== null)
        refuse({ code: 'ALREADY_DECIDED', message: `${ends.ended_by_name} ended this entry already.` })
      write(sql.endEntry(input.endId, person.name, at))
    }
    publishChange('authorizations')
    note({
      claims: [on.stratus_claim_id],
      type: 'chart_entry',
      id: input.endId ?? on.id,
      detail: { kind: input.entry?.kind ?? null, ended: input.endId !== undefined },
    })
    return { success: true }
  },
})
