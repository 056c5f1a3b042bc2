import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { claimContacts } from '#features/claim-contacts/contract.ts'
import { claimFacts } from '#features/claim-facts/contract.ts'
import { claimNotes } from '#features/claim-notes/contract.ts'
import { doubles } from '#features/doubles/contract.ts'
import { surveys } from '#features/survey/contract.ts'
import type { TestApi, Visitor } from '../api.ts'
import { idOf } from '../fixtures.ts'
import { day } from '../new-york-day.ts'

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

/** Adds a sister of the patient to a claim; answers the id of the contact. */
export async function addRelative(by: Visitor, claimId: string): Promise<string> {
  const { status, body } = await by.ask(claimContacts.add, { claimId, name: 'Ada Kettle', relation: 'SIBLING' })
  if (status !== 200) throw new Error(`A contact of the fixture was refused: ${status} ${JSON.stringify(body)}`)
  return body.contact.contactId
}

/** Denies a claim from a day to come; answers the change, and the version its claim has then. */
export async function denyAhead(by: Visitor, claimId: string): Promise<{ factId: string; version: number }> {
  const of = {
    claimId,
    kind: 'COMPENSABILITY',
    value: 'DENIED',
    from: day(10),
    reason: 'As the board ordered',
  } as const
  const { version } = (await by.ask(claimFacts.of, { claimId })).body
  const { status, body } = await by.ask(claimFacts.change, { ...of, version })
  if (status !== 200) throw new Error(`A change of the fixture was refused: ${status} ${JSON.stringify(body)}`)
  return { factId: body.factId, version: (await by.ask(claimFacts.of, { claimId })).body.version }
}

/** Merges the workers of two claims; answers the id of the merge. */
async function mergeTwo(by: Visitor, [one, other]: [{ id: string }, { id: string }]): Promise<string> {
  const { status, body } = await by.ask(doubles.merge, {
    claimId: one.id,
    otherClaimId: other.id,
    version: 1,
    otherVersion: 1,
    reason: 'Married name, same person',
    confirmed: ['NAME'],
  })
  if (status !== 200) throw new Error(`A merge of the fixture was refused: ${status} ${JSON.stringify(body)}`)
  return body.mergeId
}

/** The places of workers who were merged a moment ago. */
export const mergesOf = (by: () => Promise<Visitor>, claimed: () => Promise<{ id: string }>) => ({
  merged: async () => mergeTwo(await by(), [await claimed(), await claimed()]),
  mergedClaim: async () => {
    const stays = await claimed()
    await mergeTwo(await by(), [stays, await claimed()])
    return stays.id
  },
})

/** Answers the survey of a contact with the lowest rating. */
export async function rateLow(api: TestApi, of: { id: string; code: string }): Promise<void> {
  const { status, body } = await api.anonymous.ask(surveys.submit, {
    claimContactNoteId: of.id,
    token: of.code,
    surveyQuestionId: 1,
    question1Response: 1,
  })
  if (status !== 200) throw new Error(`A survey of the fixture was refused: ${status} ${JSON.stringify(body)}`)
}

/** A claim somebody opened in an emergency a moment ago; answers the id of the opening. */
export async function openInEmergency(
  db: Pick<pg.Client, 'query'>,
  of: { mc: string; username: string; claimId: string },
): Promise<string> {
  const id = randomUUID()
  await db.query(
    `insert into emergency_access (mc, id, user_id, stratus_claim_id, sub_carrier, claim_number, reason, granted_at, until)
      select c.mc, $2, $3, c.id, c.sub_carrier, c.claim_number, 'The hospital asks what she takes.', now(), now() + interval '1 hour'
        from wc_claim c where c.mc = $1 and c.id = $4`,
    [of.mc, id, idOf(of.username), of.claimId],
  )
  return id
}
