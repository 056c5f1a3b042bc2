import { dateIn } from '#platform/dates/zone.ts'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'
import { addDemoAccounts } from '#demo/identity-provider/accounts.ts'
import { enrolCarrierPeople } from '#demo/identity-provider/carrier-people.ts'
import { ensureDemoProviderSchema } from '#demo/identity-provider/store.ts'
import { ssoOfCarrier } from '#platform/identity/saml/carriers.ts'
import { readCertificate } from '#platform/identity/saml/certificates.ts'
import { importMetadata } from '#platform/identity/saml/import-metadata.ts'
import { MetadataRefused } from '#platform/identity/saml/metadata.ts'

export const use = `Use: npm run saml -- import --carrier NWM --file metadata.xml [--unasked] [--replace]
     npm run saml -- enrol --carrier NWM --username gus.sso --name NWM-E-20417
     npm run saml -- list
     npm run saml -- off --carrier NWM, and on again: on --carrier NWM`

export type CommandContext = {
  /** The database's owner. */
  db: Pool
  now: Date
  /** The text of a file. */
  read: (path: string) => Promise<string>
  tell: (line: string) => void
}

/** Does what the words of the command say, and tells it in lines. Throws `CannotStart` with a sentence about what is wrong. */
export async function runSaml(words: string[], context: CommandContext): Promise<void> {
  const { verb, values } = wordsOf(words)
  if (verb === 'list') return list(context)
  const mc = values.carrier
  if (mc === undefined || !/^[A-Z0-9]{2,6}$/.test(mc))
    throw new CannotStart(`Enter a carrier code, such as NWM.\n${use}`)
  if (verb === 'import') return bring(context, mc, values)
  if (verb === 'enrol') return enrol(context, mc, values)
  return turn(context, mc, verb === 'on')
}

function wordsOf(words: string[]) {
  const [verb = ''] = words
  if (!['import', 'enrol', 'list', 'on', 'off'].includes(verb)) throw new CannotStart(use)
  try {
    const { values } = parseArgs({
      args: words.slice(1),
      options: {
        carrier: { type: 'string' },
        file: { type: 'string' },
        unasked: { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
        username: { type: 'string' },
        name: { type: 'string' },
      },
    })
    return { verb, values }
  } catch {
    throw new CannotStart(use)
  }
}

type Values = ReturnType<typeof wordsOf>['values']

async function bring(
  { db, now, read, tell }: CommandContext,
  mc: string,
  { file, unasked, replace }: Values,
): Promise<void> {
  if (file === undefined) throw new CannotStart(`Enter the metadata file the carrier sent.\n${use}`)
  const xml = await read(file).catch(() => {
    throw new CannotStart(`The file ${file} cannot be read.`)
  })
  const before = await ssoOfCarrier(db, mc)
  const certificates = replace ? 'replace' : 'add'
  const known = await importMetadata(db, { mc, xml, allowIdpInitiated: unasked, certificates }, now).catch(
    (error: unknown) => {
      if (error instanceof MetadataRefused) throw new CannotStart(error.message)
      if ((error as { code?: string }).code === '23505')
        throw new CannotStart('This identity provider speaks for another carrier already.')
      throw error
    },
  )
  if (!known) throw new CannotStart(`There is no carrier ${mc}.`)
  const after = (await ssoOfCarrier(db, mc))!
  tell(`${mc} signs its people in at ${after.ssoUrl} (${after.entityId}).`)
  if (before && before.entityId !== after.entityId) tell(`Before, that was ${before.entityId}.`)
  for (const pem of after.certificates) {
    const fresh = before?.certificates.includes(pem) ? 'as before' : 'new'
    tell(`Certificate until ${dateIn(readCertificate(pem).validToDate.getTime(), 'UTC')} (${fresh}).`)
  }
  tell(unasked ? 'It may send people who did not begin here.' : 'People begin here: it may not send them by itself.')
  if (after.certificates.length === 2) tell('Both certificates count until the next import with --replace.')
}

async function enrol({ db, tell }: CommandContext, mc: string, { username, name }: Values): Promise<void> {
  if (!username || !name || name.length > 256)
    throw new CannotStart(`Give the username here and the name the carrier's provider has for the person.\n${use}`)
  const { rows } = await db.query<{
    id: string
    issuer: string
    subject: string
    email: string
    name: string
    member: boolean
  }>(
    `select u.id, u.idp_issuer as issuer, u.idp_subject as subject, u.email, u.name,
       set_config('app.mc', $2, true) = $2 and exists (select from user_carrier w where w.mc = $2 and w.user_id = u.id and w.active) as member
     from app_user u where lower(u.username) = lower($1)`,
    [username, mc],
  )
  const person = rows[0]
  if (!person) throw new CannotStart(`There is no person ${username}.`)
  if (!person.member) throw new CannotStart(`${username} does not work for ${mc}.`)
  if (!person.subject)
    throw new CannotStart(`${username} has not registered yet: enrol them once they have signed in for the first time.`)
  const known =
    person.issuer === 'demo'
      ? await enrolAtDemo(db, mc, username, name, person)
      : await enrolHere(db, mc, name, person.id)
  if (known !== 'same') throw new CannotStart(`${mc} has that name for somebody else already.`)
  await db.query('update app_user set sso_user = true where id = $1', [person.id])
  tell(`${username} comes in as the person ${mc} calls by that name, and works at ${mc} alone in such a session.`)
}

/** Enrols a person of the operator's own identity provider: the portal itself takes the carrier's answers. */
async function enrolHere(db: Pool, mc: string, name: string, userId: string): Promise<'same' | 'another'> {
  await db.query('insert into carrier_sso_person (mc, name_id, user_id) values ($1, $2, $3) on conflict do nothing', [
    mc,
    name,
    userId,
  ])
  const kept = await db.query<{ user_id: string }>(
    'select user_id from carrier_sso_person where mc = $1 and name_id = $2',
    [mc, name],
  )
  return kept.rows[0]?.user_id === userId ? 'same' : 'another'
}

/** Enrols a person of the demonstration's provider, which takes the answers itself. */
async function enrolAtDemo(
  db: Pool,
  mc: string,
  username: string,
  nameId: string,
  { subject, email, name }: { subject: string; email: string; name: string },
): Promise<'same' | 'another'> {
  await ensureDemoProviderSchema(db)
  await addDemoAccounts(db, [{ username, password: null, email, name, subject }])
  await enrolCarrierPeople(db, [{ mc, nameId, subject }])
  const kept = await db.query<{ subject: string }>(
    'select subject from demo_idp.carrier_person where mc = $1 and name_id = $2',
    [mc, nameId],
  )
  return kept.rows[0]?.subject === subject ? 'same' : 'another'
}

async function list({ db, tell }: CommandContext): Promise<void> {
  const { rows } = await db.query<{
    mc: string
    entity_id: string
    certificates: string[]
    allow_idp_initiated: boolean
    enabled: boolean
  }>('select mc, entity_id, certificates, allow_idp_initiated, enabled from carrier_sso order by mc')
  if (rows.length === 0) tell('No carrier signs its people in itself.')
  for (const row of rows) {
    const ends = row.certificates.map((pem) => dateIn(readCertificate(pem).validToDate.getTime(), 'UTC'))
    const how = [row.enabled ? 'on' : 'off', row.allow_idp_initiated ? 'also unasked' : 'only when asked']
    tell(`${row.mc.padEnd(6)} ${row.entity_id}  ${how.join(', ')}, certificates until ${ends.join(' and ')}`)
  }
}

async function turn({ db, tell }: CommandContext, mc: string, on: boolean): Promise<void> {
  const { rowCount } = await db.query('update carrier_sso set enabled = $2, updated_at = now() where mc = $1', [mc, on])
  if (rowCount === 0) throw new CannotStart(`${mc} has no identity provider of its own.`)
  tell(on ? `${mc} signs its people in again.` : `${mc} signs nobody in any more. Sessions that are open stay open.`)
}
