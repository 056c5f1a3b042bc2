import { createHash } from 'node:crypto'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import type pg from 'pg'
import { dayAt } from './new-york-day.ts'

/** A UUID computed from a name, so that tests can name the rows of the fixtures. */
export const idOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type Grant = {
  mc: string
  roles: string[]
  subs?: string[] | null
  extract?: string[]
  limit?: number | null
  states?: string[]
}

/**
 * Two carriers that hold the same claim numbers and names on purpose, so that a missing tenant filter shows as a
 * wrong row. Everything free-text of BBB carries the canary ZZBBBCANARY.
 */
const people: Record<string, Grant[]> = {
  'adj.aaa': [{ mc: 'AAA', roles: ['adjuster'], limit: 2500 }],
  'adj.aaa2': [{ mc: 'AAA', roles: ['adjuster'], limit: 2500 }],
  'adj.sub1': [{ mc: 'AAA', roles: ['adjuster'], subs: ['AAA1'], limit: 2500 }],
  'adj.bbb': [{ mc: 'BBB', roles: ['adjuster'] }],
  multi: [
    { mc: 'AAA', roles: ['adjuster'] },
    { mc: 'BBB', roles: ['adjuster'] },
  ],
  'read.only': [{ mc: 'AAA', roles: ['read_only'] }],
  'read.mess': [{ mc: 'AAA', roles: ['  Read_Only '] }],
  'prog.spec': [{ mc: 'AAA', roles: ['prog_special'] }],
  both: [{ mc: 'AAA', roles: ['all_access', 'read_only'] }],
  'no.role': [{ mc: 'AAA', roles: [] }],
  'super.aaa': [{ mc: 'AAA', roles: ['supervisor'], limit: null }],
  'pharm.aaa': [{ mc: 'AAA', roles: ['clinical_pharmacist'], states: ['NY', 'CA', 'TX'] }],
  'clin.aaa': [{ mc: 'AAA', roles: ['adjuster', 'override_all_edit_clinical'] }],
  'ur.aaa': [{ mc: 'AAA', roles: ['ur_reviewer'], states: ['CA', 'TX'] }],
  'ext.aaa': [{ mc: 'AAA', roles: ['adjuster'], extract: ['AAA1', 'AAA2'] }],
  'terms.old': [{ mc: 'AAA', roles: ['adjuster'] }],
  'gone.aaa': [{ mc: 'AAA', roles: ['adjuster'] }],
}

export const BIN = '610014'
export const PCN = 'WCPBM'

export type Drug = Record<string, unknown> & { ndc: string; gpi: string }

/** Inserts the fixtures; `drugs` are rows of the drug reference, `formulary` the default items. */
export async function loadFixtures(
  db: pg.Client,
  reference: { drugs: readonly Drug[]; formulary: readonly Record<string, unknown>[] },
  asOf = new Date(),
): Promise<void> {
  const daysAgo = (days: number) => dayAt(asOf, -days)
  for (const [mc, id, name] of [
    ['AAA', 101, 'Alder Mutual'],
    ['BBB', 102, 'ZZBBBCANARY Birch Casualty'],
    ['CCC', 103, 'Cedar Group'],
  ] as const) {
    await db.query('insert into master_carrier (mc, id, name) values ($1, $2, $3)', [mc, id, name])
  }
  for (const [mc, sub, id] of [
    ['AAA', 'AAA1', 1],
    ['AAA', 'AAA2', 2],
    ['BBB', 'BBB1', 3],
  ] as const) {
    await db.query('insert into sub_carrier (mc, sub_carrier, id, name) values ($1, $2, $3, $4)', [
      mc,
      sub,
      id,
      `${mc === 'BBB' ? 'ZZBBBCANARY ' : ''}${sub} office`,
    ])
    await db.query('insert into employer (mc, id, name) values ($1, $2, $3)', [
      mc,
      idOf(`${sub} employer`),
      `${mc === 'BBB' ? 'ZZBBBCANARY ' : ''}Delta Freight Co`,
    ])
    await db.query(
      `insert into client_group (mc, group_code, sub_carrier, name, state, employer_id, effective_date) values ($1, $2, $3, $4, 'FL', $5, '2015-01-01')`,
      [mc, `${sub}GRP`, sub, `${sub} group`, idOf(`${sub} employer`)],
    )
    await db.query('insert into pharmacy_route values ($1, $2, $3, $4)', [BIN, PCN, `${sub}GRP`, mc])
  }
  let number = 1000
  for (const [username, grants] of Object.entries(people)) {
    const old = username === 'terms.old'
    await db.query(
      `insert into app_user (id, username, email, first_name, last_name, idp_issuer, idp_subject, status, terms_version, privacy_version, terms_accepted_at)
       values ($1, $2, $3, $4, $5, 'test', $2, $6, $7, '6.0', now())`,
      [
        idOf(username),
        username,
        `u${number++}@carrier.example`,
        username[0]!.toUpperCase() + username.split('.')[0]!.slice(1),
        username.split('.')[1] ?? 'User',
        username === 'gone.aaa' ? 'DISABLED' : 'ACTIVE',
        old ? '2.0' : '3.0',
      ],
    )
    for (const [at, grant] of grants.entries()) {
      await db.query(
        `insert into user_carrier (mc, user_id, is_default, roles, sub_carriers, data_extract_sub_carriers,
           license_states, approval_limit) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          grant.mc,
          idOf(username),
          at === 0 && grants.length === 1,
          grant.roles,
          grant.subs ?? null,
          grant.extract ?? [],
          grant.states ?? [],
          grant.limit ?? null,
        ],
      )
    }
  }
  await db.query('insert into user_supervision values ($1, $2, $3), ($1, $2, $4)', [
    'AAA',
    idOf('super.aaa'),
    idOf('adj.aaa'),
    idOf('adj.aaa2'),
  ])
  for (const drug of reference.drugs)
    await db.query('insert into drug (ndc, gpi, facts) values ($1, $2, $3) on conflict do nothing', [
      drug.ndc,
      drug.gpi,
      JSON.stringify(drug),
    ])
  for (const { gpiPrefix, status, maxQty, maxDays, maxFills, firstFillDays, ...facts } of reference.formulary) {
    await db.query(
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
  for (const [nabp, name, sanctioned] of [
    ['1043391', 'Meridian Pharmacy #112', false],
    ['1043409', 'Corner Lantern Pharmacy', false],
    ['1099999', 'Closed Door Pharmacy', true],
  ] as const) {
    await db.query(
      `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone, fax, sanctioned)
         values ($1, $2, $3, '100 Main St', 'Tampa', 'FL', '33601', '8135550142', '8135550143', $4)`,
      [nabp, `19${nabp}1`, name, sanctioned],
    )
  }
  await db.query(
    `insert into practitioner (npi, id, first_name, last_name, specialty, license_state, phone, fax, email)
       values ('1932102084', $1, 'Ansel', 'Hawthorne', 'Pain medicine', 'FL', '8135550150', '8135550151',
       'office@clinic.example')`,
    [idOf('prescriber')],
  )
  await db.query(
    `insert into practitioner (npi, id, first_name, last_name, specialty, license_state)
       values ('1999999984', $1, 'Lucinda', 'Brightwater', 'Family medicine', 'FL') on conflict do nothing`,
    [idOf('prescriber 2')],
  )
  await db.query(
    `insert into practitioner_address (npi, position, line1, city, state, zip) values
       ('1932102084', 1, '200 Bayshore Blvd', 'Tampa', 'FL', '33606'), ('1932102084', 2, '9 Pier Rd', 'Tampa', 'FL', '33602'),
       ('1999999984', 1, '200 Bayshore Blvd.', 'Tampa', 'FL', '33606')`,
  )
  await db.query(
    `insert into practitioner_phone (npi, kind, number, verified_at) values ('1932102084', 'MOBILE', '8135550152', '2025-11-03T15:00:00Z')`,
  )
  // The same claim numbers in both carriers.
  for (const [mc, sub, owner, state] of [
    ['AAA', 'AAA1', 'adj.aaa', 'FL'],
    ['AAA', 'AAA2', 'adj.aaa2', 'CA'],
    ['BBB', 'BBB1', 'adj.bbb', 'FL'],
  ] as const) {
    for (let at = 1; at <= 6; at += 1) {
      const key = `${mc} ${sub} claim ${at}`
      const last = mc === 'BBB' ? `Ortega-ZZBBBCANARY${at}` : `Ortega${sub === 'AAA2' ? 'two' : ''}${at}`
      const juris = at === 4 ? 'TX' : at === 5 ? 'NY' : at === 6 ? 'CA' : state
      await db.query(
        `insert into claimant (mc, id, patient_id, first_name, last_name, last_folded, first_folded, dob, gender,
           ssn_last4) values ($1, $2, $3, 'Maria', $4, $5, 'maria', '1979-03-14', 'F', '1120')`,
        [mc, idOf(`${key} person`), `P${sub}${at}`, last, normalizeForSearch(last)],
      )
      await db.query(
        `insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, employer_id, esi_claim_id,
           client_claim_id, claim_number, subscriber_number, doi, juris_state, compensability, status, body_parts,
           nature_code, injury, accepted_date, owner_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'ACCEPTED', 'OPEN', '{42}', 52, 'Lower back strain', $11, $13)`,
        [
          mc,
          idOf(key),
          sub,
          `${sub}GRP`,
          idOf(`${key} person`),
          idOf(`${sub} employer`),
          `E${sub}${at}`,
          `CC-${sub}-${at}`,
          `WC-${sub === 'AAA2' ? '2' : ''}000${at}`,
          `SUB${sub}${at}`,
          daysAgo(200),
          juris,
          idOf(owner),
        ],
      )
      await db.query(
        `insert into claim_icd values ($1, $2, 'S33.5XXA', 'Sprain of ligaments of lumbar spine', 'ACCEPTED', true)`,
        [mc, idOf(key)],
      )
      await db.query(
        `insert into eligibility_span (mc, id, stratus_claim_id, effective_date) values ($1, $2, $3, $4)`,
        [mc, idOf(`${key} span`), idOf(key), daysAgo(200)],
      )
    }
  }
}
