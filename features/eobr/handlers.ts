import { eventCode } from '#features/authorizations/events.ts'
import { actorOf, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { oneTrip, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { eobr } from './contract.ts'
import { labelsOf } from '#features/settings/own-fields.ts'
import { everyStateRule, listOf, requiredIn, stateRule, whyNotNote } from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(eobr)({
  toggle: oneTrip(
    () => ({ rows: sql.enabled() }),
    ({ rows: [row] }) => ({ eobrEnabled: row?.on ?? false, jurisdictions: requiredIn() }),
  ),

  list: oneTrip(
    () => ({}),
    (_nothing, { input, refuse }) => {
      const found = listOf(input.list, input.jurisState)
      if (!found)
        return refuse({
          code: 'VALIDATION',
          field: 'list',
          message: 'Enter REASON, ACTION, PAYMENT_BASIS or CONTACT_METHOD.',
        })
      return found.map(({ code, label }) => ({ id: code, code, label, active: true }))
    },
  ),

  jurisdictions: oneTrip(
    () => ({}),
    (_nothing, { input, now }) => {
      const at = now.toISOString()
      if (input.x.toUpperCase() === 'ALL') return everyStateRule(at)
      const rule = stateRule(input.x, at)
      return rule ? [rule] : notFound()
    },
  ),

  note: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const { authorizationId, referenceNumber } = input
    if (authorizationId === undefined && referenceNumber === undefined)
      refuse({
        code: 'VALIDATION',
        field: 'authorizationId',
        message: 'Enter a request or a bill: its id or reference number.',
      })
    const at = now.toISOString()
    const [person, about] = await Promise.all([
      who(),
      db.one(authorizationId === undefined ? sql.aboutReference(referenceNumber!) : sql.aboutRequest(authorizationId)),
    ])
    if (!about || (referenceNumber !== undefined && about.reference_number !== referenceNumber)) return notFound()
    refuse(whyNotNote(person, { jurisState: about.juris_state, eobrEnabled: about.eobr_enabled }, input))
    const id = newId()
    write(
      sql.insertNote({
        mc: about.mc,
        id,
        sub_carrier: about.sub_carrier,
        stratus_claim_id: about.stratus_claim_id,
        authorization_id: about.authorization_id,
        transaction_id: about.transaction_id,
        reference_number: about.reference_number,
        juris_state: about.juris_state,
        codes: input.eobrCodes,
        action: input.action,
        note: input.note,
        created_at: at,
        created_by: person.id,
        created_by_name: person.name,
      }),
    )
    if (about.authorization_id !== null) {
      write(
        insertEvents([
          event(
            {
              mc: about.mc,
              authorizationId: about.authorization_id,
              now: at,
              actor: actorOf(person),
              from: about.status_id,
              to: about.status_id,
            },
            eventCode.NOTE_ADDED,
            { user: person.name },
          ),
        ]),
      )
      publishChange('authorizations')
    }
    note({
      claims: [about.stratus_claim_id],
      type: 'eobr_note',
      id,
      detail: { codes: input.eobrCodes, action: input.action, referenceNumber: about.reference_number },
    })
    return { success: true, noteId: id }
  },

  labels: oneTrip(
    ({ subCarrier }) => ({ rows: sql.labels(subCarrier === undefined || subCarrier === 'ALL' ? null : subCarrier) }),
    ({ rows: [row] }) => (row ? labelsOf(row.value) : notFound()),
  ),
})
