import { expect } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { letters } from '#features/letters/contract.ts'
import { anotherWorker } from './another-worker.ts'
import type { Visitor } from './api.ts'
import { raiseAuthorization, startFixtureApi } from './fixture-api.ts'
import { samplePdf } from './pdf-documents.ts'

export const office = 'office@clinic.example'
export const fax = '(813) 555-0151'

/** The API with what tests of letters do again and again; serials of the workers begin at `from`. */
export async function startLetterApi(from = 200) {
  const api = await startFixtureApi({ keep: true })
  const adjuster = await api.signIn('adj.aaa')
  let at = from
  const query = async <T = Record<string, never>>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await api.db.query(text, values)).rows as T[]
  /** A pending authorization of a worker of its own. */
  const request = async (sub: 'AAA1' | 'AAA2' | 'BBB1' = 'AAA1') =>
    raiseAuthorization(api, await anotherWorker(api, sub, (at += 1)))
  const one = async (id: string, by: Visitor = adjuster) => (await by.ask(authorizations.one, { id })).body
  /** The code as it stands in the message that goes out. */
  const codeOf = async (lomnId: string): Promise<string> => {
    const [message] = await query<{ body: string }>(
      'select o.body from outside_message o join lomn_request l on l.message_id = o.id where l.id = $1',
      [lomnId],
    )
    return /letter#([0-9A-Z-]+)/.exec(message!.body)?.[1] ?? /code ([0-9A-Z-]{24})/.exec(message!.body)![1]!
  }
  const mailed = async (id: string) => {
    const answer = await adjuster.ask(letters.email, { authorizationId: id, version: 1, to: [office] })
    expect(answer.body).toMatchObject({ success: true, status: 'QUEUED', authorizationStatusId: 21 })
    return { ...answer.body, code: await codeOf(answer.body.lomnId) }
  }
  const answer = (token: string, more: object = {}) =>
    api.anonymous.ask(letters.respond, {
      token,
      file: { name: 'letter.pdf', type: 'application/pdf', bytes: samplePdf('Needed', { pages: 2 }) },
      signedBy: 'Ansel Hawthorne, MD',
      attested: true,
      ...more,
    } as never)
  return { api, adjuster, query, request, one, codeOf, mailed, answer }
}
export type LetterApi = Awaited<ReturnType<typeof startLetterApi>>
