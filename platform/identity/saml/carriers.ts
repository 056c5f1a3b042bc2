/** A carrier's own identity provider, as it is trusted. */
export type CarrierSso = {
  /** Master carrier code. */
  mc: string
  /** How the provider calls itself. */
  entityId: string
  /** Its sign-in page. */
  ssoUrl: string
  /** Where it takes our answer to a logout; null when it names no such place. */
  sloUrl: string | null
  /** PEM; two while it rolls over to a new one. */
  certificates: readonly string[]
  /** Whether it may start a sign-in itself, without a request of the portal. */
  allowIdpInitiated: boolean
}

/** As much of a pool or a client of `pg` as is needed here. */
export type Asks = { query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }> }

type Row = {
  mc: string
  entity_id: string
  sso_url: string
  slo_url: string | null
  certificates: string[]
  allow_idp_initiated: boolean
}

const found = (row: Row | undefined): CarrierSso | undefined =>
  row && {
    mc: row.mc,
    entityId: row.entity_id,
    ssoUrl: row.sso_url,
    sloUrl: row.slo_url,
    certificates: row.certificates,
    allowIdpInitiated: row.allow_idp_initiated,
  }

/** The carrier whose identity provider calls itself by this name. */
export async function carrierOfEntity(db: Asks, entityId: string): Promise<CarrierSso | undefined> {
  if (entityId.length > 1024) return undefined
  return found((await db.query<Row>('select * from sso_of($1, null)', [entityId])).rows[0])
}

/** The identity provider of a carrier. */
export async function ssoOfCarrier(db: Asks, mc: string): Promise<CarrierSso | undefined> {
  if (!/^[A-Z0-9]{2,6}$/.test(mc)) return undefined
  return found((await db.query<Row>('select * from sso_of(null, $1)', [mc])).rows[0])
}

/**
 * Keeps a carrier's identity provider in place of what was known of it; false when there is no such carrier. The owner's
 * work.
 */
export async function keepCarrierSso(db: Asks, sso: CarrierSso): Promise<boolean> {
  const { rows } = await db.query(
    `insert into carrier_sso (mc, entity_id, sso_url, slo_url, certificates, allow_idp_initiated)
     select mc, $2, $3, $6, $4, $5 from master_carrier where mc = $1
     on conflict (mc) do update set entity_id = excluded.entity_id, sso_url = excluded.sso_url, slo_url = excluded.slo_url,
       certificates = excluded.certificates, allow_idp_initiated = excluded.allow_idp_initiated, updated_at = now()
     returning mc`,
    [sso.mc, sso.entityId, sso.ssoUrl, sso.certificates, sso.allowIdpInitiated, sso.sloUrl],
  )
  return rows.length === 1
}

/** True the first time an assertion of this provider is shown, on whatever process; false ever after. */
export async function firstUseOfAssertion(
  db: Asks,
  { entityId, id, until }: { entityId: string; id: string; until: Date },
  now: Date,
): Promise<boolean> {
  const { rows } = await db.query<{ first: boolean }>('select first_use_of_assertion($1, $2, $3) as first', [
    `${id} ${entityId}`,
    until.toISOString(),
    now.toISOString(),
  ])
  return rows[0]?.first === true
}

/** The person a carrier's provider means by this name, as the portal's own records know them. The name is compared exactly. */
export async function carrierPersonOf(
  db: Asks,
  mc: string,
  nameId: string,
): Promise<{ issuer: string; subject: string } | undefined> {
  const text = 'select issuer, subject from carrier_sso_person_of($1, $2)'
  return (await db.query<{ issuer: string; subject: string }>(text, [mc, nameId])).rows[0]
}
