import { lockClaimById } from '#features/claims/lock-sql.ts'
import { notesOff, whyNotAdd } from '#features/claim-notes/rules.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { claimContacts, type ClaimContact } from './contract.ts'
import { changesBetween, whyNoMore, whyNotChange, whyNotSaid, type Said } from './rules.ts'
import * as sql from './sql.ts'

const claimSeen = s`seen.id`

const saidOf = (row: sql.ContactRow): Said => ({
  name: row.name,
  relation: row.relation,
  phone: row.phone,
  email: row.email,
  reach: row.reach,
  reachNote: row.reach_note,
  speaksForPatient: row.speaks_for_patient,
  since: row.since,
  endedOn: row.ended_on,
})
const columnsOf = (said: Said) => ({
  name: said.name,
  relation: said.relation,
  phone: said.phone,
  email: said.email,
  reach: said.reach,
  reach_note: said.reachNote,
  speaks_for_patient: said.speaksForPatient,
  since: said.since,
  ended_on: said.endedOn,
})

function changeOf(row: sql.ContactRow, before: sql.ContactRow | undefined): ClaimContact['history'][number] {
  const by = { at: row.changed_at, by: row.changed_by_name }
  if (row.end_reason !== null)
    return { ...by, what: 'ENDED', changes: [{ field: 'Reason', before: '', after: row.end_reason }] }
  if (!before) return { ...by, what: 'ADDED', changes: [] }
  return { ...by, what: 'CORRECTED', changes: changesBetween(saidOf(before), saidOf(row)) }
}
/** A contact from its versions, newest first. */
function toContact(rows: readonly sql.ContactRow[]): ClaimContact {
  const [row] = rows as readonly [sql.ContactRow]
  return {
    contactId: row.id,
    ...saidOf(row),
    version: row.version,
    changedAt: row.changed_at,
    changedBy: row.changed_by_name,
    history: rows.map((one, at) => changeOf(one, rows[at + 1])).slice(0, sql.MOST_SAID),
  }
}

export const handlers = implement(claimContacts)({
  list: oneTrip(
    ({ claimId, sc }) => ({ claim: seen(sql.claimOf(claimId, sc), claimSeen), rows: sql.versions(claimId) }),
    ({ claim: [claim], rows }, { person }) =>
      claim
        ? {
            contacts: [...Map.groupBy(rows, ({ id }) => id).values()].map(toContact),
            today: claim.today,
            whyNotAdd: whyNotAdd(person, claim.on),
          }
        : notFound(),
  ),

  add: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const { claimId, ...given } = input
    const [person, , claim] = await Promise.all([
      who(),
      db.all(lockClaimById(claimId)),
      db.one(sql.claimOf(claimId, null)),
    ])
    if (!claim) return notFound()
    if (!claim.on) refuse(notesOff)
    const said: Said = { ...given, since: given.since ?? claim.today, endedOn: null }
    refuse(whyNotSaid(said, claim.today))
    refuse(whyNoMore(claim.current))
    const row: sql.ContactRow = {
      id: newId(),
      version: 1,
      sub_carrier: claim.sub_carrier,
      stratus_claim_id: claim.id,
      ...columnsOf(said),
      end_reason: null,
      changed_at: now.toISOString(),
      changed_by: person.id,
      changed_by_name: person.name,
    }
    write(sql.insertVersion(row))
    publishChange('notes')
    note({ claims: [claim.id], type: 'claim_contact', id: row.id, detail: { relation: row.relation } })
    return { success: true, contact: toContact([row]) }
  },

  correct: async ({ input, db, who, now, write, note, publishChange, refuse }) => {
    const { contactId, version, ...given } = input
    const [person, , rows] = await Promise.all([
      who(),
      db.all(sql.lockClaimOfContact(contactId)),
      db.all(sql.contact(contactId)),
    ])
    const [found] = rows
    if (!found) return notFound()
    const { on, today, ...before } = found
    if (!on) refuse(notesOff)
    refuse(whyNotChange({ version: before.version, endedOn: before.ended_on }))
    if (before.version !== version) refuse(changedMeanwhile(toContact(rows)))
    const said: Said = { ...given, since: given.since ?? before.since, endedOn: null }
    refuse(whyNotSaid(said, today))
    const changes = changesBetween(saidOf(before), said)
    if (changes.length === 0) refuse({ code: 'RULE', message: 'Nothing was changed.' })
    const row: sql.ContactRow = {
      ...before,
      ...columnsOf(said),
      version: version + 1,
      changed_at: now.toISOString(),
      changed_by: person.id,
      changed_by_name: person.name,
    }
    write(sql.insertVersion(row))
    publishChange('notes')
    note({ claims: [row.stratus_claim_id], type: 'claim_contact', id: row.id, detail: { changes } })
    return { success: true, contact: toContact([row, ...rows]) }
  },

  end: async ({ input, db, who, now, write, note, publishChange, refuse }) => {
    const [person, , rows] = await Promise.all([
      who(),
      db.all(sql.lockClaimOfContact(input.contactId)),
      db.all(sql.contact(input.contactId)),
    ])
    const [found] = rows
    if (!found) return notFound()
    const { on, today, ...before } = found
    if (!on) refuse(notesOff)
    refuse(whyNotChange({ version: before.version, endedOn: before.ended_on }))
    if (before.version !== input.version) refuse(changedMeanwhile(toContact(rows)))
    const row: sql.ContactRow = {
      ...before,
      version: before.version + 1,
      ended_on: today,
      end_reason: input.reason,
      changed_at: now.toISOString(),
      changed_by: person.id,
      changed_by_name: person.name,
    }
    write(sql.insertVersion(row))
    publishChange('notes')
    note({ claims: [row.stratus_claim_id], type: 'claim_contact', id: row.id, detail: { ended: input.reason } })
    return { success: true, contact: toContact([row, ...rows]) }
  },
})

const changedMeanwhile = (current: ClaimContact) => ({
  code: 'CONFLICT' as const,
  message: 'This contact was changed meanwhile. Read it again.',
  current,
})
