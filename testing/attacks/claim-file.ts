import type pg from 'pg'
import { claimNotes } from '#features/claim-notes/contract.ts'
import type { Visitor } from '../api.ts'

/** The period of coverage of a claim. */
export async function spanOf(db: Pick<pg.Client, 'query'>, claimId: string): Promise<{ id: string; claimId: string }> {
  const { rows } = await db.query<{ id: string }>('select id from eligibility_span where stratus_claim_id = $1', [
    claimId,
  ])
  return { id: rows[0]!.id, claimId }
}

/** Writes a note about a claim; answers its id. */
export async function writeNote(by: Visitor, of: { mc: string; sc: string; claimId: string }): Promise<string> {
  const { status, body } = await by.ask(claimNotes.add, { ...of, text: 'Called the employer.' })
  if (status !== 200) throw new Error(`A note of the fixture was refused: ${status} ${JSON.stringify(body)}`)
  return body.note.noteId
}
