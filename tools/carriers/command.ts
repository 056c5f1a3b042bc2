import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Pool, PoolClient } from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'
import { brand } from '#platform/brand.ts'
import { DAY_MS, later } from '#platform/dates/instant.ts'
import { exactWords } from '#platform/dates/words.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import { INVITATION_DAYS, invitationMail } from '#features/people/rules.ts'
import { drugs } from '#reference/drugs.ts'
import { formularyDefaults } from '#reference/formulary-defaults.ts'
import { CarrierFile } from './file.ts'

export const use = 'Use: npm run carriers -- load first-carrier.json'

export type CommandContext = { db: Pool; origin: string; now: Date; tell: (line: string) => void }

/** Loads the file that the words name, all of it or nothing. Throws `CannotStart` with a sentence about what is wrong. */
export async function runCarriers(words: string[], context: CommandContext): Promise<void> {
  const [verb, path, ...more] = words
  if (verb !== 'load' || path === undefined || more.length > 0) throw new CannotStart(use)
  const bytes = await readFile(path).catch(() => {
    throw new CannotStart(`${path} cannot be read.`)
  })
  let text: string
  try {
    // A mark of the encoding at the beginning is left out.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CannotStart(`${path} is not UTF-8. Save it as UTF-8 and give it again.`)
  }
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new CannotStart(`${path} is no JSON.`)
  }
  const parsed = CarrierFile.safeParse(given)
  if (!parsed.success)
    throw new CannotStart(
      parsed.error.issues.map((issue) => `${issue.path.join('.') || 'The file'}: ${issue.message}`).join('\n'),
    )
  await load(parsed.data, context)
}

async function load(file: CarrierFile, { db, origin, now, tell }: CommandContext): Promise<void> {
  const mc = file.carrier.code
  const client = await db.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.mc', $1, true), set_config('app.subs', '*', true)`, [mc])
    await carrierOf(client, file)
    await directories(client, file)
    await claims(client, file)
    const invited = file.administrator && (await invite(client, file, origin, now))
    await client.query(
      `insert into access_audit (mc, at, actor, request_id, call, object_type, object_id, detail)
         values ($1, $2, 'operator', $3, 'npm run carriers', 'master_carrier', $1, $4)`,
      [
        mc,
        now,
        randomUUID(),
        JSON.stringify({ programs: file.programs.length, groups: file.groups.length, claims: file.claims.length }),
      ],
    )
    await client.query('commit')
    tell(
      `${mc} ${file.carrier.name}: ${file.programs.length} programs, ${file.groups.length} groups, ${file.claims.length} claims.`,
    )
    if (invited) tell(invited)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** The row of a name, the same whenever it is loaded. */
const idOf = async (client: PoolClient, table: string, where: string, values: unknown[]): Promise<string | undefined> =>
  (await client.query<{ id: string }>(`select id from ${table} where ${where}`, values)).rows[0]?.id

async function carrierOf(client: PoolClient, { carrier, programs, groups }: CarrierFile): Promise<void> {
  const { code: mc, name, timeZone = 'America/New_York', phone = brand.supportPhone } = carrier
  await client.query(
    `insert into master_carrier (mc, id, name, time_zone, product_phone)
       values ($1, (select coalesce(max(id), 100) + 1 from master_carrier), $2, $3, $4)
     on conflict (mc) do update set name = excluded.name, time_zone = excluded.time_zone, product_phone = excluded.product_phone`,
    [mc, name, timeZone, phone],
  )
  for (const program of programs)
    await client.query(
      `insert into sub_carrier (mc, sub_carrier, id, name)
         values ($1, $2, (select coalesce(max(id), 0) + 1 from sub_carrier where mc = $1), $3)
       on conflict (mc, sub_carrier) do update set name = excluded.name`,
      [mc, program.code, program.name],
    )
  for (const group of groups) {
    const known = await idOf(client, 'employer', 'mc = $1 and name = $2', [mc, group.employer])
    const employer = known ?? randomUUID()
    if (!known)
      await client.query('insert into employer (mc, id, name) values ($1, $2, $3)', [mc, employer, group.employer])
    const program = await client.query('select from sub_carrier where mc = $1 and sub_carrier = $2', [
      mc,
      group.program,
    ])
    if (program.rowCount === 0)
      throw new CannotStart(`The group ${group.code} names the program ${group.program}, which is not there.`)
    await client.query(
      `insert into client_group (mc, group_code, sub_carrier, name, state, employer_id, effective_date)
         values ($1, $2, $3, $4, $5, $6, current_date)
       on conflict (mc, group_code) do update set sub_carrier = excluded.sub_carrier, name = excluded.name,
         state = excluded.state, employer_id = excluded.employer_id`,
      [mc, group.code, group.program, group.name, group.state, employer],
    )
    const { rowCount } = await client.query(
      `insert into pharmacy_route (bin, pcn, group_code, mc) values ($1, $2, $3, $4)
       on conflict (bin, pcn, group_code) do update set mc = excluded.mc where pharmacy_route.mc = excluded.mc`,
      [group.bin, group.pcn, group.code, mc],
    )
    if (rowCount === 0)
      throw new CannotStart(
        `BIN ${group.bin}, PCN ${group.pcn} and group ${group.code} lead to another carrier already.`,
      )
  }
}

async function directories(client: PoolClient, file: CarrierFile): Promise<void> {
  const { pharmacies, prescribers, catalogue } = file
  for (const one of pharmacies)
    await client.query(
      `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone, fax) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (nabp) do update set npi = excluded.npi, name = excluded.name, address1 = excluded.address1,
         city = excluded.city, state = excluded.state, zip = excluded.zip, phone = excluded.phone, fax = excluded.fax`,
      [one.nabp, one.npi, one.name, one.address, one.city, one.state, one.zip, one.phone, one.fax ?? null],
    )
  for (const one of prescribers)
    await client.query(
      `insert into practitioner (npi, id, first_name, last_name, specialty, license_state, phone, fax, email)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (npi) do update set first_name = excluded.first_name, last_name = excluded.last_name,
         specialty = excluded.specialty, license_state = excluded.license_state, phone = excluded.phone, fax = excluded.fax,
         email = excluded.email`,
      [
        one.npi,
        randomUUID(),
        one.firstName,
        one.lastName,
        one.specialty,
        one.licenseState,
        one.phone ?? null,
        one.fax ?? null,
        one.email ?? null,
      ],
    )
  const products = [
    ...(catalogue === 'invented' ? drugs.map((drug) => ({ ndc: drug.ndc, gpi: drug.gpi, facts: drug as object })) : []),
    ...file.drugs,
  ]
  for (const { ndc, gpi, facts } of products)
    await client.query(
      'insert into drug (ndc, gpi, facts) values ($1, $2, $3) on conflict (ndc) do update set gpi = excluded.gpi, facts = excluded.facts',
      [ndc, gpi, JSON.stringify({ ...facts, ndc, gpi })],
    )
  if (catalogue === 'invented')
    for (const { gpiPrefix, status, maxQty, maxDays, maxFills, firstFillDays, ...facts } of formularyDefaults)
      await client.query(
        `insert into formulary_item (mc, gpi_prefix, status, max_qty, max_days, max_fills, first_fill_days, facts)
           values ('', $1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
        [
          gpiPrefix,
          status,
          maxQty ?? null,
          maxDays ?? null,
          maxFills ?? null,
          firstFillDays ?? null,
          JSON.stringify(facts),
        ],
      )
}

async function claims(client: PoolClient, { carrier: { code: mc }, claims: all }: CarrierFile): Promise<void> {
  for (const claim of all) {
    const { worker } = claim
    const { rows: groups } = await client.query<{ sub: string; employer: string | null }>(
      'select sub_carrier as sub, employer_id as employer from client_group where mc = $1 and group_code = $2',
      [mc, claim.group],
    )
    if (!groups[0])
      throw new CannotStart(`The claim ${claim.claimNumber} names the group ${claim.group}, which is not there.`)
    const owner =
      claim.owner === undefined
        ? null
        : await idOf(
            client,
            'app_user u',
            'lower(email) = lower($2) and exists (select from user_carrier w where w.mc = $1 and w.user_id = u.id and w.active)',
            [mc, claim.owner],
          )
    if (owner === undefined)
      throw new CannotStart(`The claim ${claim.claimNumber} names ${claim.owner}, who does not work for ${mc} yet.`)
    const person =
      (await idOf(client, 'claimant', 'mc = $1 and patient_id = $2', [mc, worker.patientId])) ?? randomUUID()
    await client.query(
      `insert into claimant (mc, id, patient_id, first_name, last_name, first_folded, last_folded, dob, gender)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (mc, id) do update set first_name = excluded.first_name, last_name = excluded.last_name,
         first_folded = excluded.first_folded, last_folded = excluded.last_folded, dob = excluded.dob, gender = excluded.gender`,
      [
        mc,
        person,
        worker.patientId,
        worker.firstName,
        worker.lastName,
        normalizeForSearch(worker.firstName),
        normalizeForSearch(worker.lastName),
        worker.dateOfBirth,
        worker.gender,
      ],
    )
    const known = await idOf(client, 'wc_claim', 'mc = $1 and claim_number = $2', [mc, claim.claimNumber])
    const id = known ?? randomUUID()
    await client.query(
      `insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, employer_id, esi_claim_id, client_claim_id,
         claim_number, subscriber_number, doi, juris_state, compensability, status, body_parts, injury, accepted_date, owner_id)
         values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8, $9, $10, $11, 'OPEN', $12, $13, $14, $15)
       on conflict (mc, id) do update set subscriber_number = excluded.subscriber_number, juris_state = excluded.juris_state,
         compensability = excluded.compensability, body_parts = excluded.body_parts, injury = excluded.injury,
         owner_id = coalesce(excluded.owner_id, wc_claim.owner_id), version = wc_claim.version + 1`,
      [
        mc,
        id,
        groups[0].sub,
        claim.group,
        person,
        groups[0].employer,
        claim.claimNumber,
        claim.subscriberNumber,
        claim.dateOfInjury,
        claim.state,
        claim.compensability,
        claim.bodyParts,
        claim.injury,
        claim.compensability === 'ACCEPTED' ? claim.dateOfInjury : null,
        owner,
      ],
    )
    for (const [at, { icd10, description }] of claim.diagnoses.entries())
      await client.query(
        `insert into claim_icd (mc, stratus_claim_id, icd10, description, status, is_primary) values ($1, $2, $3, $4, 'ACCEPTED', $5)
         on conflict (mc, stratus_claim_id, icd10) do update set description = excluded.description`,
        [mc, id, icd10, description, at === 0],
      )
    if (!known)
      await client.query(
        'insert into eligibility_span (mc, id, stratus_claim_id, effective_date) values ($1, $2, $3, $4)',
        [mc, randomUUID(), id, claim.dateOfInjury],
      )
  }
}

/** Invites the first administrator by mail, unless they work there already or have an open invitation. */
async function invite(client: PoolClient, file: CarrierFile, origin: string, now: Date): Promise<string> {
  const { email, firstName, lastName, roles } = file.administrator!
  const { code: mc, name } = file.carrier
  const { rows } = await client.query<{ member: boolean; open: boolean; zone: string; phone: string }>(
    `select exists (select from user_carrier w join app_user u on u.id = w.user_id where w.mc = $1 and w.active and lower(u.email) = lower($2)) as member,
       exists (select from invitation i where i.mc = $1 and lower(i.email) = lower($2) and i.closed_at is null and i.expires_at > $3) as open,
       m.time_zone as zone, m.product_phone as phone from master_carrier m where m.mc = $1`,
    [mc, email, now],
  )
  const { member, open, zone, phone } = rows[0]!
  if (member) return `${email} works for ${mc} already.`
  if (open) return `${email} has an open invitation.`
  const until = later(now, INVITATION_DAYS * DAY_MS)
  const [id, messageId] = [randomUUID(), randomUUID()]
  await client.query(
    `insert into invitation (mc, id, email, first_name, last_name, roles, invited_by, invited_by_name, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $2, 'Operator', $7, $8)`,
    [mc, id, email, firstName, lastName, roles, now, until],
  )
  const mail = invitationMail({
    brand: brand.name,
    origin,
    firstName,
    carrier: name,
    invitedBy: brand.provider,
    email,
    until: exactWords(until.toISOString(), zone),
    phone,
  })
  await client.query(
    `insert into outside_message (mc, id, channel, address, recipient, subject, body, created_at)
       values ($1, $2, 'MAIL', $3, $4, $5, $6, $7)`,
    [mc, messageId, email, `${firstName} ${lastName}`, mail.subject, mail.body, now],
  )
  await client.query(
    `insert into outbox (mc, id, topic, payload, available_at, created_at) values ($1, $2, 'outside.message', $3, $4, $4)`,
    [mc, randomUUID(), JSON.stringify({ messageId }), now],
  )
  return `${email} is invited: the mail leads to ${origin}/user/registerOkta.`
}
