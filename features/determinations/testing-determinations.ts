import type { InputOf } from '#platform/calls/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { day } from '#testing/new-york-day.ts'
import type { ClaimOptions } from '#testing/pharmacy-claim.ts'
import type { Visitor } from '#testing/api.ts'
import { expect } from 'vitest'
import { determinations } from './contract.ts'

export type Record_ = InputOf<typeof determinations.record>
export const board = (id: string, more: Partial<Record_> = {}): Record_ => ({
  id,
  version: 1,
  kind: 'BOARD',
  authority: 'Workers’ Compensation Appeals Board',
  number: 'ADJ 1234567',
  determinedOn: day(-3),
  result: 'CERTIFIED',
  startDate: day(-2),
  endDate: day(58),
  oneTimeFill: false,
  drugLevel: 8,
  maxFills: 3,
  ...more,
})
export const denied = (id: string, more: Partial<Record_> = {}): Record_ => ({
  id,
  version: 1,
  kind: 'BOARD',
  authority: 'Workers’ Compensation Appeals Board',
  number: 'ADJ 1234567',
  determinedOn: day(-3),
  result: 'DENIED',
  ...more,
})
/** What a reviewer writes before deciding less than was asked. */
export const written = (id: string): InputOf<typeof determinations.review> => ({
  id,
  rationale: 'Two courses of this drug did not reduce the pain, and no taper to a lower dose was tried before.',
  citation: 'Chronic pain guideline, section 7',
  criteria: [
    { text: 'A first-line drug was tried', answer: 'MET' },
    { text: 'Function improved', answer: 'NOT_MET' },
  ],
  peerToPeer: 'Today 3 to 4 PM or tomorrow 9 to 10 AM, 555-0134',
})
/** A portal of the fixture world with the people who record determinations signed in. */
export async function startDeterminations() {
  const api = await startFixtureApi({ keep: true })
  const adjuster = await api.signIn('adj.aaa')
  const supervisor = await api.signIn('super.aaa')
  const reviewer = await api.signIn('ur.aaa')
  await api.db.query(
    `update user_carrier w set roles = '{pbm_support}' from app_user u where u.id = w.user_id and u.username = 'ext.aaa'`,
  )
  const support = await api.signIn('ext.aaa')
  let number = 0
  return {
    api,
    adjuster,
    supervisor,
    reviewer,
    support,
    query: async <Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await api.db.query(text, values)).rows as Row[],
    /** Each test has a prescription of its own: another drug or another number on one of the claims. */
    open: async (at = 6, of: Partial<ClaimOptions> = {}): Promise<string> =>
      raiseAuthorization(api, { sub: 'AAA1', at, rx: `80${at}${String((number += 1)).padStart(3, '0')}`, ...of }),
    record: async (who: Visitor, input: Record_): Promise<string> => {
      const { status, body } = await who.ask(determinations.record, input)
      expect({ status, body }).toMatchObject({ status: 200 })
      return body.determinationId
    },
  }
}

export type DeterminationsWorld = Awaited<ReturnType<typeof startDeterminations>>
