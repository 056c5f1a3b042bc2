import { placeOf, settingIsOn } from '#features/settings/columns.ts'
import { patientRow, type PatientRow } from '#features/patients/patient-columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { FILL_DAYS, MOST_FILLS, MOST_OPENINGS, settingKey } from './rules.ts'

/** Whether the carrier allows it, for all claims or for those of a sub-carrier. */
export const allowed = (): Sql<{ allowed: boolean }> => sql<{ allowed: boolean }>`
  select exists (select from carrier_setting z where z.mc = app_mc() and z.key = ${settingKey} and z.value = 'true'::jsonb) as allowed`

export type ClaimFound = {
  id: string
  mc: string
  sub_carrier: string
  claim_number: string
  /** The user works in its program. */
  in_scope: boolean
}
/** The claim of a number and a birth date in any program of the carrier: one in scope, or one whose program allows it. */
export const claimOf = (numbers: readonly string[], dob: string): Sql<ClaimFound> => sql<ClaimFound>`
  select f.id, f.mc, f.sub_carrier, f.claim_number, app_sees(f.sub_carrier) as in_scope from claim_in_any_program(${numbers}::text[], ${dob}::date) f
   where app_sees(f.sub_carrier) or ${settingIsOn(settingKey, false, placeOf(sql`f`))} order by in_scope desc, f.claim_number limit 1`

/** The openings of one user wait for each other, so that wrong numbers sent at once are counted. */
export const lockGuesses = (): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended('emergency ' || app_mc() || ' ' || app_user(), 0))`
/** Numbers and birth dates of the user since an instant that fitted no claim. */
export const guessesSince = (since: string): Sql<{ count: number }> => sql<{ count: number }>`
  select count(*)::int as count from emergency_guess g where g.mc = app_mc() and g.user_id = app_user() and g.at > ${since}`
/** Keeps one, with its audit line: the call that writes it refuses. */
export const guessed = (of: { id: string; number: string; at: string; count: number }): Sql => sql`
  select emergency_guessed(${of.id}, ${of.number}, ${of.at}),
    audit('{}', 'emergency_guess', ${of.id}, ${JSON.stringify({ wrong: of.count })}::jsonb)`

export type Notified = { id: string; name: string; email: string }
/**
 * Who is notified, in use, without the user: their supervisors, and the account managers who see the program of the claim or manage
 * the user. What the mail says is what these may list afterwards.
 */
export const notified = (numbers: readonly string[], dob: string): Sql<Notified> => sql<Notified>`
  with claim as (${claimOf(numbers, dob)})
  select u.id, u.name, u.email from user_carrier k join app_user u on u.id = k.user_id
   where k.mc = app_mc() and k.active and u.status = 'ACTIVE' and u.id <> app_user()
     and (exists (select from unnest(k.roles) r where lower(btrim(r)) = 'account_admin')
         and (exists (select from claim f where covers_programs(k.sub_carriers, array[f.sub_carrier], null)) or exists (select from user_carrier w
           where w.mc = k.mc and w.user_id = app_user() and covers_programs(k.sub_carriers, w.sub_carriers, w.data_extract_sub_carriers)))
       or exists (select from user_supervision v where v.mc = k.mc and v.supervisor_id = k.user_id and v.member_id = app_user()))
   order by u.id limit 50`

export type GrantRow = {
  id: string
  stratus_claim_id: string
  sub_carrier: string
  claim_number: string
  reason: string
  granted_at: string
  until: string
}
export const insert = (row: GrantRow): Sql => sql`
  insert into emergency_access (mc, id, user_id, stratus_claim_id, sub_carrier, claim_number, reason, granted_at, until)
  values (app_mc(), ${row.id}, app_user(), ${row.stratus_claim_id}, ${row.sub_carrier}, ${row.claim_number}, ${row.reason}, ${row.granted_at},
    ${row.until})`

export type OpeningRow = GrantRow & { user_id: string; name: string; open: boolean; total: number }
/**
 * What was opened, newest first: by the caller and those they supervise; for an account manager the claims of their programs and what
 * users opened whose programs are all their own.
 */
export const openings = (of: { page: number; size: number }): Sql<OpeningRow> => sql<OpeningRow>`
  with mine as materialized (select g.* from emergency_access g where g.mc = app_mc() and (g.user_id = app_user()
      or exists (select from user_supervision v where v.mc = g.mc and v.supervisor_id = app_user() and v.member_id = g.user_id)
      or (app_sees(g.sub_carrier) or exists (select from user_carrier w where w.mc = g.mc and w.user_id = g.user_id and app_manages(w)))
        and exists (select from user_carrier k, unnest(k.roles) r where k.mc = g.mc and k.user_id = app_user() and lower(btrim(r)) = 'account_admin'))
    order by g.granted_at desc, g.id desc limit ${MOST_OPENINGS})
  select g.id, g.stratus_claim_id, g.sub_carrier, g.claim_number, g.reason, g.granted_at, g.until, g.user_id, u.name,
    g.user_id = app_user() and g.until > app_now() and emergency_stands(g.sub_carrier) as open, count(*) over ()::int as total
  from mine g join app_user u on u.id = g.user_id order by g.granted_at desc, g.id desc limit ${of.size} offset ${of.page * of.size}`

/**
 * Lets the statements after it in this transaction read the program of a claim the user opened, until when; for a claim of
 * their own program it changes nothing. Each of those statements names the claim.
 */
export const enter = (claim: string): Sql<{ until: string | null }> =>
  sql<{ until: string | null }>`select enter_emergency(${claim}) as until`

export type SummaryRow = PatientRow & {
  lock_in_nabp: string | null
  lock_in_pharmacy: string | null
  lock_in_npi: string | null
  lock_in_prescriber: string | null
  case_management: boolean
  language: string
  in_seven_days: string
  diagnoses: { code: string; description: string; status: string; primary: boolean }[]
  fills: {
    transactionId: string
    fillDate: string
    drugName: string
    quantity: number
    daysSupply: number
    prescriberName: string
    pharmacyName: string
  }[]
}
const today = sql`(app_now() at time zone app_zone())::date`
/** What is shown of one claim. */
export const summary = (claim: string): Sql<SummaryRow> => sql<SummaryRow>`
  select ${patientRow.columns}, t.language, c.lock_in_nabp, (select y.name from pharmacy y where y.nabp = c.lock_in_nabp) as lock_in_pharmacy,
    c.lock_in_npi, (select q.first_name || ' ' || q.last_name from practitioner q where q.npi = c.lock_in_npi) as lock_in_prescriber,
    c.case_management, ${today} + 7 as in_seven_days,
    coalesce((select jsonb_agg(jsonb_build_object('code', i.icd10, 'description', i.description, 'status', i.status, 'primary', i.is_primary)
      order by i.is_primary desc, i.icd10) from claim_icd i where i.mc = c.mc and i.stratus_claim_id = c.id), '[]') as diagnoses,
    coalesce((select jsonb_agg(jsonb_build_object('transactionId', x.id, 'fillDate', x.fill_date, 'drugName', x.drug_name,
        'quantity', x.quantity, 'daysSupply', x.days_supply, 'prescriberName', coalesce(q.first_name || ' ' || q.last_name, x.prescriber_npi),
        'pharmacyName', coalesce(y.name, x.pharmacy_nabp)) order by x.fill_date desc, x.id)
      from (select * from rx_transaction r where r.mc = c.mc and r.stratus_claim_id = c.id and r.status in ('P', 'B')
          and r.fill_date > ${today} - ${FILL_DAYS}::int order by r.fill_date desc, r.id limit ${MOST_FILLS}) x
        left join pharmacy y on y.nabp = x.pharmacy_nabp left join practitioner q on q.npi = x.prescriber_npi), '[]') as fills
    from wc_claim c ${patientRow.joins}
   where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${claim}`
