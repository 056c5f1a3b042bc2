import { claimOfRow } from '#features/claims/seen-sql.ts'
import { CONTACT_SURVEY } from '#features/contact-notes/invite.ts'
import { keptText } from '#features/contact-notes/rules.ts'
import { surveyCompleted } from '#features/contact-notes/sql.ts'
import { readCode } from '#features/letters/rules.ts'
import { insertNotices } from '#features/notifications/sql.ts'
import { cleanRoles } from '#features/permissions/roles.ts'
import { oneTrip, seen, implement, type CallContext } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s, type Sql } from '#platform/database/sql.ts'
import { type Question, surveys } from './contract.ts'
import {
  followUpTitle,
  needsFollowUp,
  optionsOf,
  sameAnswers,
  surveyState,
  whyNotFollowUp,
  whyNotAnswer,
  type Answers,
} from './rules.ts'
import * as sql from './sql.ts'

type Calls = typeof surveys
type Public = CallContext<Calls['open']> | CallContext<Calls['questions']> | CallContext<Calls['submit']>

/** Who answers: the contact with the link, or a signed-in user. */
type Answerer = { id: string; name: string; email: string; roles: string[] } | undefined

const toQuestion = (row: sql.QuestionFound): Question => ({
  surveyQuestionId: row.id,
  order: row.position,
  text: row.text,
  type: row.type,
  required: row.required,
  options: [...optionsOf[row.type]],
})

const codeOf = (token: string): string => readCode(token) ?? (notFound() as never)
const visitOf = ({ requestId, ip, now }: Public, call: string) => ({ call, requestId, ip, now: now.toISOString() })

/**
 * Gives the statements sent with it access to a carrier: that of the contact for the holder of its link, their own for
 * a signed-in user. These calls accept either (P0 with a token, or P2), so the platform sets neither.
 */
function enter(context: Public, call: string, token: string | undefined): Promise<Answerer> {
  const { db, sessionHash, refuse } = context
  if (token !== undefined)
    return db
      .one(sql.enterByLink(codeOf(token), visitOf(context, call)))
      .then((found) => (found ? undefined : notFound()))
  if (!sessionHash) return refuse({ code: 'SESSION_REQUIRED' })
  return db
    .one(sql.enterBySession(sessionHash, visitOf(context, call)))
    .then((person) => ({ ...person!, id: person!.user_id, roles: cleanRoles(person!.roles) }))
}

/** Runs statements after authentication. Report the authentication error before errors it caused. */
async function authenticated<T>(answerer: Promise<Answerer>, work: Promise<T>): Promise<[Answerer, T]> {
  work.catch(() => {})
  return [await answerer, await work]
}

export const handlers = implement(surveys)({
  open: async (context) => {
    const { db, input, now } = context
    const [, [contact, questions]] = await authenticated(
      enter(context, 'surveys.open', input.token),
      Promise.all([db.one(sql.contactEntered()), db.all(sql.questionsOf(sql.surveyEntered, true))]),
    )
    if (!contact || contact.survey_id === null) return notFound()
    const state = surveyState(
      { completedAt: contact.survey_completed_at, expiresAt: contact.survey_expires_at },
      now.toISOString(),
    )
    return {
      state,
      claimContactNoteId: contact.id,
      carrier: contact.carrier,
      phone: contact.phone,
      expiresAt: contact.survey_expires_at,
      completedAt: contact.survey_completed_at,
      surveyId: contact.survey_id,
      questions: state === 'OPEN' ? questions.map(toQuestion) : [],
    }
  },

  questions: async (context) => {
    const { db, input, now } = context
    const { token, claimContactNoteId } = input
    const survey: Sql = s`${input.id}`
    const [, [contact, questions]] = await authenticated(
      enter(context, 'surveys.questions', token),
      Promise.all([
        token !== undefined
          ? db.one(sql.contactEntered())
          : claimContactNoteId === undefined
            ? undefined
            : db.one(sql.contactOf(claimContactNoteId)),
        db.all(sql.questionsOf(survey, input.is_active)),
      ]),
    )
    if ((token !== undefined || claimContactNoteId !== undefined) && !contact) return notFound()
    if (contact && claimContactNoteId !== undefined && contact.id !== claimContactNoteId) return notFound()
    // A link opens only the survey it was sent for, while it is valid.
    if (token !== undefined) {
      const over = surveyState({ completedAt: null, expiresAt: contact!.survey_expires_at }, now.toISOString())
      if (over !== 'OPEN' || contact!.survey_id !== input.id) return notFound()
    }
    if (questions.length === 0) return notFound()
    return { surveyId: input.id, questions: questions.map(toQuestion) }
  },

  submit: async (context) => {
    const { db, input, now, newId, write, publishChange } = context
    const { token, claimContactNoteId } = input
    const [by, [contact, questions]] = await authenticated(
      enter(context, 'surveys.submit', token),
      Promise.all([
        db.one(token === undefined ? sql.contactOf(claimContactNoteId) : sql.contactEntered()),
        db.all(
          sql.questionsOf(s`(select q.survey_id from survey_question q where q.id = ${input.surveyQuestionId})`, true),
        ),
      ]),
    )
    if (!contact || contact.id !== claimContactNoteId) return notFound()
    if (by) context.refuse(whyNotAnswer(by, contact))
    const at = now.toISOString()
    const survey = contact.survey_id ?? CONTACT_SURVEY
    if (questions[0]?.survey_id !== survey)
      context.refuse({ code: 'VALIDATION', field: 'surveyQuestionId', message: 'This is no question of the survey.' })
    const answers: Answers = {
      rating: input.question1Response,
      resolved: input.question2Response == null ? null : input.question2Response === 'YES',
      comment: keptText(input.question3Response ?? '') || null,
    }
    for (const [answer, position] of [
      [answers.resolved, 2],
      [answers.comment, 3],
    ] as const)
      if (answer === null && questions.some((one) => one.position === position && one.required))
        context.refuse({
          code: 'VALIDATION',
          field: `question${position}Response`,
          message: 'Answer this question too.',
        })
    const answered = (completedAt: string) => ({
      success: true as const,
      claimContactNoteId: contact.id,
      version: 1,
      completedAt,
    })
    if (contact.survey_completed_at !== null) {
      const before = { rating: contact.r1!, resolved: contact.r2, comment: contact.r3 }
      // The same answer again succeeds.
      if (sameAnswers(before, answers)) return answered(contact.survey_completed_at)
      context.refuse({
        code: 'DUPLICATE',
        message: 'This survey was answered already.',
        current: { completedAt: contact.survey_completed_at },
      })
    }
    if (
      token !== undefined &&
      surveyState({ completedAt: null, expiresAt: contact.survey_expires_at }, at) === 'EXPIRED'
    )
      context.refuse({ code: 'CONFLICT', message: `This link has expired. Please call ${contact.phone}.` })
    const low = needsFollowUp(answers.rating)
    write(
      sql.insertResponse({
        claim_contact_note_id: contact.id,
        sub_carrier: contact.sub_carrier,
        survey_id: survey,
        survey_question_id: input.surveyQuestionId,
        name: by?.name ?? contact.caller_name,
        email: by ? by.email : contact.caller_email,
        r1: answers.rating,
        r2: answers.resolved,
        r3: answers.comment,
        user_id: by?.id ?? null,
        created: contact.survey_sent_at ?? at,
        answered: at,
        follow_up: low ? 'OPEN' : 'NONE',
      }),
    )
    write(surveyCompleted(contact.id, at))
    if (low && contact.support.length > 0) {
      write(
        insertNotices(
          contact.support.map((userId) => ({
            id: newId(),
            user_id: userId,
            kind: 'surveyFollowUp',
            title: followUpTitle(answers.rating),
            authorization_id: null,
            at,
          })),
        ),
      )
      publishChange('notifications')
    }
    write(sql.audited(contact.stratus_claim_id, contact.id, { rating: answers.rating, followUp: low }))
    return answered(at)
  },

  followUps: oneTrip(
    ({ page, size }) => ({ rows: seen(sql.toFollowUp(page, size), claimOfRow) }),
    ({ rows }, { input: { page, size }, person, refuse }) => {
      refuse(whyNotFollowUp(person))
      return {
        followUps: rows.slice(0, size).map((row) => ({
          claimContactNoteId: row.id,
          surveyId: row.survey_id,
          claimId: row.stratus_claim_id,
          subCarrier: row.sub_carrier,
          claimNumber: row.claim_number,
          rating: row.r1,
          resolved: row.r2,
          comment: row.r3,
          answeredAt: row.answered,
          callerName: row.caller_name,
          callerRole: row.caller_role,
          callerEmail: row.caller_email,
          agent: row.agent_name,
          contactAt: row.started_at,
        })),
        page,
        size,
        more: rows.length > size,
      }
    },
  ),

  followedUp: async ({ input, db, who, now, write, note, refuse }) => {
    const [person, loaded] = await Promise.all([who(), db.one(sql.holdFollowUp(input.claimContactNoteId))])
    if (!loaded) return notFound()
    refuse(whyNotFollowUp(person))
    if (loaded.follow_up === 'DONE')
      refuse({
        code: 'ALREADY_DECIDED',
        message: `${loaded.followed_up_by_name!} followed this up already.`,
        current: { by: loaded.followed_up_by_name, at: loaded.followed_up_at },
      })
    if (loaded.follow_up === 'NONE') refuse({ code: 'ALREADY_DECIDED', message: 'This answer needs no following up.' })
    const words = keptText(input.note)
    if (words === '') refuse({ code: 'VALIDATION', field: 'note', message: 'Enter the outcome.' })
    const at = now.toISOString()
    write(sql.followedUp(input.claimContactNoteId, { by: person.id, name: person.name, note: words, now: at }))
    note({
      claims: [loaded.stratus_claim_id],
      type: 'survey_response',
      id: input.claimContactNoteId,
      detail: { followUp: 'DONE' },
    })
    return {
      success: true,
      claimContactNoteId: input.claimContactNoteId,
      claimId: loaded.stratus_claim_id,
      followedUpAt: at,
    }
  },
})
