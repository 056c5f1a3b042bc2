import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { accountOf, type DemoAccount } from './accounts.ts'

/** A carrier's employee: the name its provider has for the person, and the account here. */
export type CarrierPerson = { mc: string; nameId: string; subject: string }

/** Enrols people of carriers; people enrolled already keep their account. */
export async function enrolCarrierPeople(pool: Pool, people: readonly CarrierPerson[]): Promise<void> {
  for (const { mc, nameId, subject } of people) {
    await pool.query(
      'insert into demo_idp.carrier_person (mc, name_id, subject) values ($1, $2, $3) on conflict do nothing',
      [mc, nameId, subject],
    )
  }
}

/** The person a carrier's provider names. The name is compared exactly, including its case. */
export async function carrierPerson(pool: Pool, mc: string, nameId: string): Promise<DemoAccount | undefined> {
  const text = 'select subject from demo_idp.carrier_person where mc = $1 and name_id = $2'
  const { rows } = await pool.query<{ subject: string }>(text, [mc, nameId])
  return rows[0] && accountOf(pool, rows[0].subject)
}

/** Ends this provider's sessions of a person, with every token issued for them. */
export async function endProviderSessions(pool: Pool, subject: string): Promise<void> {
  const models = ['Session', 'Grant', 'RefreshToken', 'AccessToken', 'AuthorizationCode']
  await pool.query('delete from demo_idp.payload where account_id = $1 and model = any($2)', [subject, models])
}

const handleSeconds = 120
const hashOf = (handle: string): Buffer => createHash('sha256').update(handle).digest()
const isHandle = (handle: string | undefined): handle is string => handle !== undefined && /^[\w-]{43}$/.test(handle)

const carrierWord = 'carrier:'
/** How a person signed in whom this carrier's provider vouched for, as the tokens tell it. */
export const amrOf = (mc: string): string[] => ['saml', `${carrierWord}${mc}`]
/** The carrier that vouched for somebody, from how they signed in; null where none did. */
export const carrierInAmr = (amr: readonly string[]): string | null =>
  amr.find((method) => method.startsWith(carrierWord))?.slice(carrierWord.length) ?? null

/** A handle for a person this carrier vouched for, who proved who they are at `provenAt`, and how long it is good. */
export async function newHandle(
  pool: Pool,
  { mc, subject }: { mc: string; subject: string },
  provenAt: Date,
): Promise<{ handle: string; seconds: number }> {
  const handle = randomBytes(32).toString('base64url')
  await pool.query(
    'insert into demo_idp.carrier_handle (hash, subject, mc, proven_at, expires_at) values ($1, $2, $5, $4, now() + make_interval(secs => $3))',
    [hashOf(handle), subject, handleSeconds, provenAt, mc],
  )
  return { handle, seconds: handleSeconds }
}

/** Whether a handle is still valid; checking does not use it up. */
export async function isGoodHandle(pool: Pool, handle: string | undefined): Promise<boolean> {
  if (!isHandle(handle)) return false
  const text = 'select from demo_idp.carrier_handle where hash = $1 and expires_at > now()'
  return (await pool.query(text, [hashOf(handle)])).rowCount === 1
}

/** The account of a handle, the carrier that vouched for it and when its person proved who they are, once. */
export async function takeHandle(
  pool: Pool,
  handle: string | undefined,
): Promise<{ account: DemoAccount; mc: string; provenAt: Date } | undefined> {
  if (!isHandle(handle)) return undefined
  const text =
    'delete from demo_idp.carrier_handle where hash = $1 returning subject, mc, proven_at, expires_at > now() and mc is not null as good'
  const { rows } = await pool.query<{ subject: string; mc: string; proven_at: Date | string; good: boolean }>(text, [
    hashOf(handle),
  ])
  const account = rows[0]?.good === true ? await accountOf(pool, rows[0].subject) : undefined
  return account && { account, mc: rows[0]!.mc, provenAt: new Date(rows[0]!.proven_at) }
}
