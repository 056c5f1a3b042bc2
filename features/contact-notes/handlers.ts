import type { Person } from '#platform/calls/person.ts'
import { messageFailed } from '#features/notifications/sql.ts'
import { takesTexts } from '#features/text-messages/rules.ts'
import { invitation, inviteBy, type Reached } from './invite.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { type ContactNote, contactNotes } from './contract.ts'
import {
  contactReasons,
  keptAddress,
  keptText,
  whyNotAdd,
  whyNotNote,
  whyNotSurvey,
  whyNotSurveySaid,
  whyNotThen,
  type Surveyable,
} from './rules.ts'
import * as sql from './sql.ts'

const COUNTED = 10_000
const question = (claim: string): string => `contact notes of ${claim}`

/** How a contact is reached for a survey: at the address noted, else a worker who takes texts at their number. */
function reachedAt(email: string | null, worker: sql.WorkerTexts | null): Reached | undefined {
  if (email !== null) return { by: 'MAIL', address: email }
  const number = worker?.consent.mobile
  return worker && number && takesTexts(worker.consent)
    ? { by: 'SMS', number, claimantId: worker.id, language: worker.language }
    : undefined
}

const surveyable = (row: sql.ListedNote): Surveyable => ({
  reachable: reachedAt(row.caller_email, row.worker) !== undefined,
  endedAt: row.ended_at,
  completedAt: row.survey_completed_at,
})

const toNote = (row: sql.ListedNote, person: Person, now: Date): ContactNote => ({
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
      : {
          surveyId: row.survey_id,
          by: row.survey_channel ?? 'MAIL',
          sentAt: row.survey_sent_at,
          completedAt: row.survey_completed_at,
          failed: row.survey_failed && row.survey_completed_at === null,
          answer: row.answer,
        },
  whyNotSurvey: whyNotSurveySaid(person, surveyable(row), now.toISOString()),
})

export const handlers = implement(contactNotes)({
  of: oneTrip(
    ({ claimId, subCarrier, page, size, after = null }) => ({
      claim: seen(sql.claimOf(claimId, subCarrier), s`seen.id`),
      rows: sql.slice({ claim: claimId, sub: subCarrier, after, page, size }, question(claimId)),
      opened: sql.opens(after, question(claimId)),
      total: sql.total(claimId, subCarrier, COUNTED),
    }),
    ({ claim: [claim], rows, opened: [opened], total: [counted] }, { input: { page, size }, person, now, refuse }) => {
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
        content: shown.map((row) => toNote(row, person, now)),
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
    if (callerName === '') refuse({ code: 'VALIDATION', field: 'callerName', message: 'Enter the name of who called.' })
    if (text === '') refuse({ code: 'VALIDATION', field: 'text', message: 'Write what it was about.' })
    const address = input.callerEmail ?? (input.callerRole === 'WORKER' ? claim.worker_email : null)
    const row: sql.ListedNote & { sub_carrier: string; created_at: string } = {
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
      survey_channel: null,
      survey_failed: false,
      answer: null,
      worker: input.callerRole === 'WORKER' ? claim.worker : null,
    }
    const reached = reachedAt(row.caller_email, row.worker)
    const invited = inviteBy(
      {
        mc: claim.mc,
        noteId: row.id,
        wanted: input.survey ?? true,
        reached,
        recipient: callerName,
        carrier: claim.carrier,
        phone: claim.phone,
        zone: claim.zone,
        endedAt,
      },
      { now, newId, newToken, origin: portal.settings.origin },
    )
    if (invited) write(invited.message)
    write(sql.insert(row, invited?.survey))
    if (invited) write(invited.outbox)
    note({
      claims: [claim.id],
      type: 'claim_contact_note',
      id: row.id,
      detail: { contactType: row.contact_type, reason: row.reason, survey: invited !== undefined },
    })
    return {
      success: true,
      note: toNote({ ...row, survey_id: invited?.survey.id ?? null, survey_channel: reached?.by ?? null }, person, now),
      surveyGoesOut: invited !== undefined,
    }
  },

  survey: async ({ input, db, who, now, newId, newToken, write, note, portal, refuse }) => {
    const [person, found] = await Promise.all([who(), db.one(sql.toSurvey(input.claimContactNoteId))])
    if (!found) return notFound()
    refuse(whyNotSurvey(person, surveyable(found), now.toISOString()))
    const reached = reachedAt(found.caller_email, found.worker)!
    const sent = invitation(
      {
        mc: found.mc,
        noteId: found.id,
        recipient: found.caller_name,
        carrier: found.carrier,
        phone: found.phone,
        zone: found.zone,
        endedAt: found.ended_at,
      },
      reached,
      { now, newId, newToken, origin: portal.settings.origin },
    )
    // The link of a message that still waits would be another's: it is not sent.
    if (found.waiting !== null) write(messageFailed(found.waiting, 'replaced by a later one'))
    write(sent.message)
    write(sql.setSurvey(found.id, sent.survey))
    write(sent.outbox)
    note({
      claims: [found.stratus_claim_id],
      type: 'claim_contact_note',
      id: found.id,
      detail: { survey: found.survey_id === null ? 'sent' : 'sent again' },
    })
    const after = {
      ...found,
      survey_id: sent.survey.id,
      survey_sent_at: null,
      survey_channel: reached.by,
      survey_failed: false,
    }
    return { success: true, note: toNote(after, person, now) }
  },

  surveyed: oneTrip(
    ({ claimContactNoteId }) => ({ found: sql.surveyed(claimContactNoteId) }),
    ({ found: [found] }) =>
      found ? { completed: found.completed_at !== null, completedAt: found.completed_at } : notFound(),
  ),
})
