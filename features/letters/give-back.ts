import { insertDocument } from '#features/documents/sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { actorOf, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { insertNotices } from '#features/notifications/sql.ts'
import type { Caller } from '#platform/calls/handler.ts'
import type { Db } from '#platform/database/pools.ts'
import { sha256Of } from '#platform/gateways/stored-bytes.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Arrived } from './arrive.ts'
import { missingWords, SIGNATURE } from './complete.ts'
import { selectedQuestions } from './letter.ts'
import { letterStatus } from './machine.ts'
import * as sql from './sql.ts'
import { incompleteFax, incompleteMail } from './words.ts'

/** Where to reach the prescriber: where the letter was delivered, else the address on file; null where there is none. */
function wayTo(letter: sql.LetterFound): { channel: 'MAIL' | 'FAX'; address: string } | null {
  const [sentTo] = letter.status === letterStatus.FAILED ? [] : letter.recipients
  if (sentTo) return { channel: letter.channel === 'FAX' ? 'FAX' : 'MAIL', address: sentTo }
  if (letter.fax !== null) return { channel: 'FAX', address: letter.fax }
  return letter.email === null ? null : { channel: 'MAIL', address: letter.email }
}

/** Whether this very scan was returned last, for what it lacks now. The letter is locked, so of two at once the second finds it. */
export async function wasReturned(
  letter: sql.LetterFound,
  missing: readonly string[],
  scan: Pick<Arrived, 'bytes'>,
  db: Pick<Db, 'one'>,
): Promise<boolean> {
  const last = letter.received_document_ids.at(-1)
  if (letter.returned_at === null || last === undefined) return false
  const before = new Set(letter.missing)
  if (before.size !== missing.length || !missing.every((key) => before.has(key))) return false
  return (await db.one(sql.isScan(letter.mc, last, sha256Of(scan.bytes)))) !== undefined
}

/**
 * Returns an incomplete paper answer unprocessed. The letter keeps its status and is still waited for; the page is stored, the
 * prescriber is notified of what it lacks, and so is the owner.
 */
export function giveBack(
  letter: sql.LetterFound,
  of: { document: Arrived; missing: readonly string[]; person: Caller },
  at: string,
  context: { write: (statement: Sql) => void; newId: () => string; publishChange: (topic: string) => void },
): void {
  const { write, newId, publishChange } = context
  const { mc, authorization_id: authorizationId } = letter
  const { document, missing } = of
  const documentId = newId()
  write(
    insertDocument(
      {
        mc,
        id: documentId,
        sub_carrier: letter.sub_carrier,
        stratus_claim_id: letter.stratus_claim_id,
        authorization_id: authorizationId,
        type_id: 1,
        group_id: 2,
        file_name: `Incomplete ${document.name}`,
        mime: document.type,
        bytes: document.bytes.byteLength,
        pages: document.pages,
        source: document.source,
        created_at: at,
        received_at: at,
      },
      document.bytes,
    ),
  )
  write(
    sql.change(mc, letter.id, {
      returned_at: at,
      missing: [...missing],
      received_document_ids: [...letter.received_document_ids, documentId],
    }),
  )
  const words = missing.map((key) => missingWords(letter.template, key))
  const way = wayTo(letter)
  write(
    insertEvents([
      event(
        {
          mc,
          authorizationId,
          now: at,
          actor: actorOf(of.person),
          from: letter.auth_status,
          to: letter.auth_status,
        },
        eventCode.DOCUMENT_CHANGED,
        {
          type: 'letter of medical necessity',
          action: `arrived incomplete and was returned; missing: ${words.join('; ')}`,
        },
      ),
    ]),
  )
  if (way) {
    const numbers = selectedQuestions(letter.template, letter.questions).flatMap(({ key }, place) =>
      missing.includes(key) ? [place + 1] : [],
    )
    const about = {
      carrier: letter.carrier,
      phone: letter.phone,
      letterReference: letter.reference_number,
      requestReference: letter.request_reference,
      claimNumber: letter.claim_number,
      prescriber: letter.prescriber_name,
      answerBy: letter.answer_by,
    }
    const text =
      way.channel === 'FAX'
        ? incompleteFax(about, words, { ...letter, daysSupply: letter.days_supply })
        : incompleteMail(about, { numbers, signature: missing.includes(SIGNATURE) })
    const message = { id: newId(), ...way, recipient: letter.prescriber_name, ...text }
    for (const statement of queueMessages({ mc, newId, now: at }, [
      { ...message, authorization_id: authorizationId, created_at: at },
    ]))
      write(statement)
  }
  if (letter.owner_id !== null)
    write(
      insertNotices([
        {
          id: newId(),
          user_id: letter.owner_id,
          kind: 'letterReturned',
          title: way
            ? `The answer to letter ${letter.reference_number} was not complete. The prescriber is notified of what is missing.`
            : `The answer to letter ${letter.reference_number} was not complete. Call the prescriber: no fax or e-mail is on file.`,
          authorization_id: authorizationId,
          at,
        },
      ]),
    )
  publishChange('authorizations')
  publishChange('notifications')
}
