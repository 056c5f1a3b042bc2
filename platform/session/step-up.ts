import { hash } from 'node:crypto'
import type { AnyCall } from '../calls/contract.ts'
import { newId } from '../ids.ts'
import type { Portal } from '../portal/portal.ts'
import { Refused } from '../calls/refusal.ts'
import { sql, type Sql } from '../database/sql.ts'

// "Confirm it is you" (docs/decisions/0018): acts that ask for a proof that is not older than five minutes. Who has
// just signed in has given it. Otherwise the person goes to the identity provider once more, and the proof that comes back is
// for one act on one object, in one session, once.

/** How long a sign-in or a proof counts. */
const PROOF_SECONDS = 300

/** SHA-256 of the act's object: what the fields of the contract name. */
const aboutOf = (call: AnyCall, input: Record<string, unknown>): Buffer =>
  hash('sha256', JSON.stringify((call.stepUp?.of ?? []).map((name) => input[name] ?? null)), 'buffer')

/** Whether the person of this transaction has proved who they are; a proof for this act is used up with its commit. */
export const confirmed = (call: AnyCall, input: Record<string, unknown>): Sql<{ confirmed: boolean }> =>
  sql<{ confirmed: boolean }>`select confirmed(${call.name}, ${aboutOf(call, input)}, ${PROOF_SECONDS})`

/** A refusal that asks for a proof, with the question written down and its number in the answer; any other error as it is. */
export async function withStepUp(
  portal: Portal,
  call: AnyCall,
  input: Record<string, unknown>,
  session: Uint8Array | undefined,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Refused) || error.why.code !== 'STEP_UP_REQUIRED' || !call.stepUp) return error
  const now = portal.clock.now()
  const { text, values } =
    sql`select ask_step_up(${newId(now, portal.random)}, ${session}, ${call.name}, ${aboutOf(call, input)}, ${now.toISOString()}) as id`
  const { rows } = await portal.pools.app.query<{ id: string | null }>(text, values as unknown[])
  return new Refused({ code: 'STEP_UP_REQUIRED', current: { stepUp: rows[0]?.id ?? null, to: call.stepUp.to } })
}

/** What waits for a proof in this session: nothing for another session's number, and what is used or half an hour old. */
export const waiting = (id: string, session: Uint8Array, now: string): Sql<{ call: string; sso_mc: string | null }> =>
  sql<{ call: string; sso_mc: string | null }>`select call, sso_mc from step_up_waiting(${id}, ${session}, ${now})`

export type Proof = 'PROVEN' | 'OTHER_PERSON' | 'GONE'
/** Writes down that the provider vouched for this person again, and puts the session under another cookie. */
export const prove = (of: {
  id: string
  issuer: string
  subject: string
  /** The session this browser shows, where the browser shows it: it must be the one that was asked. */
  held: Uint8Array | undefined
  next: Uint8Array
  /** The carrier whose own identity provider vouched for the person. */
  ssoMc: string | null
  requestId: string
  ip: string
  now: string
}): Sql<{ proof: Proof }> =>
  sql<{
    proof: Proof
  }>`select prove_step_up(${of.id}, ${of.issuer}, ${of.subject}, ${of.held ?? null}, ${of.next}, ${of.requestId}, ${of.ip}, ${of.now}, ${of.ssoMc}) as proof`

/** A number of a question as the portal gives them. */
export const isStepUpId = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
