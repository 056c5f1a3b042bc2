import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { decryptAgain } from '#platform/calls/again.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { settleAbout } from '#features/notifications/done-sql.ts'
import { insertNotices } from '#features/notifications/sql.ts'
import { claimSeen } from '#features/claims/seen-sql.ts'
import { exportList } from './contract.ts'
import { callsNamed, columnWords, exportNames, whyMarked, whyNotAsk, whyNotSee } from './rules.ts'
import * as sql from './sql.ts'

/** Questions that are listed at most. */
const MOST_ASKED = 100
const whatOf = (call: string): string => exportNames[call] ?? call

export const handlers = implement(exportList)({
  list: oneTrip(
    ({
      username = '',
      subject = '',
      claimId = null,
      from = null,
      to = null,
      state = null,
      mark = null,
      size,
      after = null,
    }) => {
      const question = `exports.list ${JSON.stringify([username, subject, claimId, from, to, state, mark])}`
      const calls = subject === '' ? [] : callsNamed(subject)
      const which = {
        username: username || null,
        subject: subject || null,
        calls,
        claimId,
        from,
        to,
        state,
        mark,
        size,
        after,
      }
      return {
        rows: sql.exportsOf(which, question),
        opened: sql.opens(after, question),
        claim: seen(claimSeen(claimId), sql.idOfClaim),
      }
    },
    ({ rows, opened: [opened], claim }, { input: { size, claimId }, person, refuse }) => {
      if (claimId !== undefined && claim.length === 0) return notFound()
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
          what: whatOf(row.call),
          about: row.about,
          subCarrier: row.sub_carrier,
          filters: row.filters,
          state: row.state,
          rows: row.rows,
          bytes: row.bytes === null ? null : Number(row.bytes),
          endedAt: row.ended_at && isoOf(row.ended_at),
          marks: row.marks,
          again: row.again !== null,
          mayAsk:
            whyNotAsk(person, {
              userId: row.user_id,
              name: row.name,
              works: row.works,
              waits: row.questions.some(({ answer }) => answer === null),
            }) === undefined,
          questions: row.questions,
        })),
        next: rows.length > size ? shown.at(-1)!.place : null,
      }
    },
  ),

  weeks: oneTrip(
    () => ({ weeks: sql.weeks() }),
    ({ weeks }, { person, refuse }) => {
      refuse(whyNotSee(person))
      return { weeks }
    },
  ),

  one: oneTrip(
    ({ exportId }) => ({ found: sql.oneExport(exportId) }),
    ({ found: [row] }, { person, portal, refuse }) => {
      if (!row) return notFound()
      refuse(whyNotSee(person))
      const fields = decryptAgain(portal.encryption, person.mc, row.again)?.input['fieldList']
      return {
        columns: Array.isArray(fields) ? fields.map((key) => columnWords(String(key))) : null,
        claims: row.claims,
        sha256: row.sha256,
        why: row.marks.map((mark) => whyMarked(mark, { ...row, largestBefore: row.largest_before })),
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

  ask: async ({ input: { exportId, question }, db, who, now, newId, write, note, publishChange, refuse }) => {
    const [person, file] = await Promise.all([who(), db.one(sql.taken(exportId))])
    if (!file) return notFound()
    refuse(whyNotSee(person))
    const why = whyNotAsk(person, { ...file, userId: file.user_id })
    if (why !== undefined) return refuse({ code: 'RULE', message: why })
    const [id, at] = [newId(), now.toISOString()]
    if (!(await db.one(sql.insertQuestion(id, file, question, person.id, at))))
      return refuse({ code: 'RULE', message: whyNotAsk(person, { ...file, userId: file.user_id, waits: true })! })
    const title = `There is a question about a file you took: ${whatOf(file.call)}.`
    write(
      insertNotices([
        { id: newId(), user_id: file.user_id!, kind: 'exportAsked', title, authorization_id: null, at, about: [id] },
      ]),
    )
    publishChange('notifications')
    note({ type: 'export_question', id, detail: { exportId, of: file.user_id } })
    return { success: true, questionId: id }
  },

  questions: oneTrip(
    () => ({ rows: sql.askedOfMe(MOST_ASKED) }),
    ({ rows }) =>
      rows.map((row) => ({
        questionId: row.id,
        question: row.question,
        askedBy: row.name,
        askedAt: isoOf(row.asked_at),
        answer: row.answer,
        answeredAt: row.answered_at && isoOf(row.answered_at),
        what: whatOf(row.call),
        about: row.about,
        at: isoOf(row.taken_at),
      })),
  ),

  answer: async ({ input: { questionId, answer }, db, who, now, newId, write, note, publishChange, refuse }) => {
    const [person, asked] = await Promise.all([who(), db.one(sql.holdQuestion(questionId))])
    if (!asked) return notFound()
    if (asked.answer !== null) return refuse({ code: 'RULE', message: 'You answered this question already.' })
    const at = now.toISOString()
    write(sql.setAnswer(questionId, answer, at))
    write(settleAbout('exportAsked', questionId, at))
    const title = `${person.name} answered a question about a file: ${whatOf(asked.call)}.`
    write(
      insertNotices([
        { id: newId(), user_id: asked.asked_by, kind: 'exportAnswered', title, authorization_id: null, at },
      ]),
    )
    publishChange('notifications')
    note({ type: 'export_question', id: questionId, detail: { answered: true } })
    return { success: true }
  },

  job: oneTrip(
    ({ id }) => ({ found: sql.ownExport(id) }),
    ({ found: [row] }) => {
      if (!row) return notFound()
      return {
        exportId: row.id,
        at: isoOf(row.at),
        what: whatOf(row.call),
        state: row.state,
        rows: row.rows,
        bytes: row.bytes === null ? null : Number(row.bytes),
        endedAt: row.ended_at && isoOf(row.ended_at),
      }
    },
  ),
})
