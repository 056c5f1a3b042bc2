import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { claimNotes, type Note } from './contract.ts'
import { changesInPlace, keptText, notesOff, whyNotAdd, whyNotCorrect, whyNotWrite } from './rules.ts'
import * as sql from './sql.ts'

const COUNTED = 10_000
const claimSeen = s`seen.id`

const toNote = (row: sql.NoteRow, reader: string): Note => ({
  noteId: row.id,
  claimId: row.stratus_claim_id,
  eligibilityId: row.eligibility_id,
  kind: row.kind,
  text: row.text,
  pinned: row.pinned,
  visibility: row.visibility,
  author: row.created_by_name,
  authorId: row.created_by,
  mine: row.created_by === reader,
  createdAt: row.created_at,
  editedAt: row.edited_at,
  corrects: row.corrects,
  version: row.version,
})
const paged = (rows: sql.NoteRow[], counted: number, of: { page: number; size: number }, reader: string) => {
  const total = Math.min(counted, COUNTED)
  return {
    content: rows.map((row) => toNote(row, reader)),
    page: of.page,
    size: of.size,
    sort: 'createdAt,desc',
    totalElements: total,
    totalPages: Math.ceil(total / of.size),
    totalIsExact: counted <= COUNTED,
    next: null,
  }
}
const textOf = (given: string): string => keptText(given) || invalid('text', 'Write a note.')

export const handlers = implement(claimNotes)({
  list: oneTrip(
    ({ claimId, sc, kind = null, page, size }) => {
      const of = { claim: claimId, kind, eligibility: null, page, size }
      return { claim: seen(sql.claimOf(claimId, sc), claimSeen), rows: sql.notes(of), total: sql.total(of) }
    },
    ({ claim: [claim], rows, total: [counted] }, { input, person }) =>
      claim
        ? {
            ...paged(rows, counted!.total, input, person.id),
            whyNotAdd: whyNotAdd(person, claim.on),
            mayWriteInternal: whyNotWrite(person, 'INTERNAL') === undefined,
          }
        : notFound(),
  ),

  ofEligibility: oneTrip(
    ({ claimId = null, eligibilityId = null, page, size }) => {
      const of = { claim: claimId, kind: 'ELIGIBILITY' as const, eligibility: eligibilityId, page, size }
      const claim = seen(sql.claimOfCoverage(claimId, eligibilityId), claimSeen)
      return { claim, rows: sql.notes(of), total: sql.total(of) }
    },
    ({ claim: [claim], rows, total: [counted] }, { input, person }) => {
      if (input.claimId === undefined && input.eligibilityId === undefined)
        return invalid('claimId', 'Enter a claim or a period of coverage.')
      return claim ? paged(rows, counted!.total, input, person.id) : notFound()
    },
  ),

  add: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const [person, claim] = await Promise.all([who(), db.one(sql.claimOf(input.claimId, input.sc))])
    if (!claim) return notFound()
    if (!claim.on) refuse(notesOff)
    refuse(whyNotWrite(person, input.visibility))
    const row: sql.NoteRow = {
      id: newId(),
      sub_carrier: claim.sub_carrier,
      stratus_claim_id: claim.id,
      eligibility_id: null,
      kind: input.kind,
      text: textOf(input.text),
      pinned: input.pinned,
      visibility: input.visibility,
      created_at: now.toISOString(),
      created_by: person.id,
      created_by_name: person.name,
      version: 1,
      edited_at: null,
      corrects: null,
    }
    write(sql.insertNote(row))
    publishChange('notes')
    note({ claims: [claim.id], type: 'claim_note', id: row.id, detail: { kind: row.kind, visibility: row.visibility } })
    return { success: true, note: toNote(row, person.id) }
  },

  correct: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const [person, found] = await Promise.all([who(), db.one(sql.noteById(input.eligibilityNoteId))])
    if (!found) return notFound()
    const { on, ...before } = found
    if (!on) refuse(notesOff)
    refuse(whyNotCorrect(person, before.created_by))
    if (before.version !== input.version)
      refuse({
        code: 'CONFLICT',
        message: 'This note was changed meanwhile. Read it again.',
        current: toNote(before, person.id),
      })
    const text = textOf(input.text)
    const at = now.toISOString()
    const inPlace = changesInPlace(before.created_at, now)
    const row: sql.NoteRow = inPlace
      ? { ...before, text, edited_at: at, version: before.version + 1 }
      : {
          ...before,
          id: newId(),
          text,
          pinned: false,
          created_at: at,
          version: 1,
          edited_at: null,
          corrects: before.id,
        }
    write(inPlace ? sql.changeText(before.id, text, at) : sql.insertNote(row))
    publishChange('notes')
    note({
      claims: [before.stratus_claim_id],
      type: 'claim_note',
      id: before.id,
      detail: { inPlace, before: before.text, after: text },
    })
    return { success: true, note: toNote(row, person.id), inPlace }
  },
})
