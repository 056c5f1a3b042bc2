import { inviteBy } from './invite.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { type ContactNote, contactNotes } from './contract.ts'
import { contactReasons, keptAddress, keptText, whyNotAdd, whyNotNote, whyNotThen } from './rules.ts'
import * as sql from './sql.ts'

const COUNTED = 10_000
const question = (claim: string): string => `contact notes of ${claim}`

const toNote = (row: sql.NoteRow): ContactNote => ({
  claimContactNoteId: row.id,
  claimId: row.stratus_claim_id,
  contactType: row.contact_type,
  callerRole: row.caller_role,
  callerName: row.caller_name,
  reasonCode: row.reason,
  reason: contactReasons[row.reason],
  text: row.text,
  agent: row.agent_name,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  survey:
    row.survey_id === null
      ? null
      : { surveyId: row.survey_id, sentAt: row.survey_sent_at, completedAt: row.survey_completed_at },
})

export const handlers = implement(contactNotes)({
  of: oneTrip(
    ({ claimId, subCarrier, page, size, after = null }) => ({
      claim: seen(sql.claimOf(claimId, subCarrier), s`seen.id`),
      rows: sql.slice({ claim: claimId, sub: subCarrier, after, page, size }, question(claimId)),
      opened: sql.opens(after, question(claimId)),
      total: sql.total(claimId, subCarrier, COUNTED),
    }),
    ({ claim: [claim], rows, opened: [opened], total: [counted] }, { input: { page, size }, person, refuse }) => {
      if (!claim) return notFound()
      if (!opened!.ours)
        refuse({
          code: 'VALIDATION',
          field: 'after',
          message: 'This place belongs to another list. Start again without it.',
        })
      const shown = rows.slice(0, size)
      const found = counted!.total
      const total = Math.min(found, COUNTED)
      return {
        content: shown.map(toNote),
        page,
        size,
        sort: 'startedAt,desc',
        totalElements: total,
        totalPages: Math.ceil(total / size),
        totalIsExact: found <= COUNTED,
        next: rows.length > size ? shown.at(-1)!.place : null,
        whyNotAdd: whyNotAdd(person),
      }
    },
  ),

  add: async ({ input, db, who, now, newId, newToken, write, note, portal, refuse }) => {
    const [person, claim] = await Promise.all([who(), db.one(sql.claimCalledAbout(input.claimId))])
    if (!claim) return notFound()
    refuse(whyNotNote(person))
    const at = now.toISOString()
    const endedAt = new Date(input.endedAt ?? at).toISOString()
    const startedAt = new Date(input.startedAt ?? endedAt).toISOString()
    refuse(whyNotThen(startedAt, endedAt, at))
    const [callerName, text] = [keptText(input.callerName), keptText(input.text)]
    if (callerName === '') refuse({ code: 'VALIDATION', field: 'callerName', message: 'Give the name of who called.' })
    if (text === '') refuse({ code: 'VALIDATION', field: 'text', message: 'Write what it was about.' })
    const address = input.callerEmail ?? (input.callerRole === 'WORKER' ? claim.worker_email : null)
    const row: sql.NoteRow & { sub_carrier: string; created_at: string } = {
      id: newId(),
      sub_carrier: claim.sub_carrier,
      stratus_claim_id: claim.id,
      contact_type: input.contactType,
      caller_role: input.callerRole,
      caller_name: callerName,
      caller_email: address === null ? null : keptAddress(address),
      reason: input.reason,
      text,
      agent_id: person.id,
      agent_name: person.name,
      started_at: startedAt,
      ended_at: endedAt,
      created_at: at,
      survey_id: null,
      survey_sent_at: null,
      survey_completed_at: null,
    }
    const invitation = inviteBy(
      {
        mc: claim.mc,
        noteId: row.id,
        wanted: input.survey ?? true,
        address: row.caller_email,
        recipient: callerName,
        carrier: claim.carrier,
        phone: claim.phone,
        zone: claim.zone,
        endedAt,
      },
      { now, newId, newToken, origin: portal.settings.origin },
    )
    if (invitation) write(invitation.message)
    write(sql.insert(row, invitation?.survey))
    if (invitation) write(invitation.outbox)
    note({
      claims: [claim.id],
      type: 'claim_contact_note',
      id: row.id,
      detail: { contactType: row.contact_type, reason: row.reason, survey: invitation !== undefined },
    })
    return {
      success: true,
      note: toNote({ ...row, survey_id: invitation?.survey.id ?? null }),
      surveyGoesOut: invitation !== undefined,
    }
  },

  surveyed: oneTrip(
    ({ claimContactNoteId }) => ({ found: sql.surveyed(claimContactNoteId) }),
    ({ found: [found] }) =>
      found ? { completed: found.completed_at !== null, completedAt: found.completed_at } : notFound(),
  ),
})
