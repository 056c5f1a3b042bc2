import { oneTrip, type Handlers } from '#platform/handler.ts'
import { notFound, refuse } from '#platform/refusal.ts'
import type { drafts, Kept } from './contract.ts'
import * as sql from './sql.ts'

const toKept = ({ body, version, saved_at }: sql.DraftRow): Kept => ({ body, version, savedAt: saved_at })

export const handlers: Handlers<typeof drafts> = {
  of: oneTrip(
    ({ about, subjectId }) => ({ subject: sql.subjectOf(about, subjectId), found: sql.draftsOf(subjectId) }),
    ({ subject, found }) =>
      subject.length > 0 ? { drafts: found.map((row) => ({ form: row.form, ...toKept(row) })) } : notFound(),
  ),

  keep: async ({ input, db, write }) => {
    const { about, subjectId, form, body, after } = input
    const [subject, kept, standing] = await Promise.all([
      db.one(sql.subjectOf(about, subjectId)),
      db.one(sql.keep(subjectId, form, body, after)),
      db.all(sql.draftsOf(subjectId)),
    ])
    if (!subject) return notFound()
    if (!kept) {
      const other = standing.find((row) => row.form === form)
      refuse({
        code: 'CONFLICT',
        message: 'You typed something else into this form in another window.',
        ...(other && { current: toKept(other) }),
      })
    }
    write(sql.dropOldest())
    return { success: true, version: kept!.version, savedAt: kept!.saved_at }
  },

  discard: async ({ input: { about, subjectId, form }, db, write }) => {
    if (!(await db.one(sql.subjectOf(about, subjectId)))) return notFound()
    write(sql.discard(subjectId, form))
    return { success: true }
  },
}
