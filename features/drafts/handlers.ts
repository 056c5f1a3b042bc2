import { oneTrip, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { drafts } from './contract.ts'
import { decryptBody, encryptBody } from './body-encryption.ts'
import * as sql from './sql.ts'
import { textOf } from './text.ts'

export const handlers = implement(drafts)({
  of: oneTrip(
    ({ about, subjectId }) => ({ subject: sql.subjectOf(about, subjectId), found: sql.draftsOf(subjectId) }),
    ({ subject, found }, { input: { subjectId }, person, portal }) => {
      if (subject.length === 0) return notFound()
      return {
        drafts: found.flatMap(({ form, encrypted, version, saved_at }) => {
          const body = decryptBody(portal.encryption, { mc: person.mc, userId: person.id, subjectId, form }, encrypted)
          return body ? [{ form, body, version, savedAt: saved_at }] : []
        }),
      }
    },
  ),

  keep: async ({ input, db, who, now, write, portal, refuse }) => {
    const { about, subjectId, form, by, body, after } = input
    const [person, subject, , current] = await Promise.all([
      who(),
      db.one(sql.subjectOf(about, subjectId)),
      db.one(sql.inTurn(subjectId, form)),
      db.one(sql.currentDraft(subjectId, form)),
    ])
    if (!subject || (by !== undefined && by !== person.id)) return notFound()
    const owner = { mc: person.mc, userId: person.id, subjectId, form }
    // An expired draft, or one that does not decrypt, counts as none and is overwritten.
    const other = current && !current.over ? decryptBody(portal.encryption, owner, current.encrypted) : undefined
    if (other && current!.version !== after && textOf(other) !== textOf(body)) {
      refuse({
        code: 'CONFLICT',
        message: 'You typed something else into this form in another window.',
        current: { body: other, version: current!.version, savedAt: current!.saved_at },
      })
    }
    // Versions begin with the time, so that a draft started again after a discard is never taken for the old one.
    const version = Math.max((current?.version ?? 0) + 1, now.getTime())
    const savedAt = now.toISOString()
    write(
      sql.keep(subjectId, { form, encrypted: encryptBody(portal.encryption, owner, body), version, saved_at: savedAt }),
    )
    write(sql.dropOldest())
    return { success: true, version, savedAt }
  },

  discard: async ({ input: { about, subjectId, form, by }, db, who, write }) => {
    const [person, subject] = await Promise.all([who(), db.one(sql.subjectOf(about, subjectId))])
    if (!subject || (by !== undefined && by !== person.id)) return notFound()
    write(sql.discard(subjectId, form))
    return { success: true }
  },
})
