import { placeOf, settingIsOn, settingValue, type SettingPlace } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

/** Whether explanations are switched on. */
const isOn = (place: SettingPlace): Sql => settingIsOn('eobrEnabled', true, place)

export const enabled = (): Sql<{ on: boolean }> =>
  sql<{
    on: boolean
  }>`select ${isOn({ mc: sql`m.mc`, sub: sql`'*'` })} as on from master_carrier m where m.mc = app_mc()`

export type About = {
  mc: string
  sub_carrier: string
  stratus_claim_id: string
  juris_state: string
  eobr_enabled: boolean
  authorization_id: string | null
  transaction_id: string | null
  reference_number: string
  status_id: number | null
}
/** The request a note is about. `where` is over `a`. */
const request = (where: Sql): Sql => sql`
  select a.mc, a.sub_carrier, a.stratus_claim_id, a.juris_state, ${isOn(placeOf(sql`a`))} as eobr_enabled,
    a.id as authorization_id, a.last_transaction_id as transaction_id, a.reference_number,
    a.status_id::int as status_id, 0 as rank, a.created_at as at
  from rx_authorization a where a.mc = app_mc() and app_sees(a.sub_carrier) and ${where}`
export const aboutRequest = (id: string): Sql<About> => sql<About>`${request(sql`a.id = ${id}`)}`
/** What a reference number means: the request first, else its newest transaction. */
export const aboutReference = (reference: string): Sql<About> => sql<About>`
  select * from (${request(sql`a.reference_number = ${reference}`)}
    union all select x.mc, x.sub_carrier, x.stratus_claim_id, c.juris_state, ${isOn(placeOf(sql`x`))},
      x.authorization_id, x.id, x.reference_number, null::int, 1, x.submitted_at
      from rx_transaction x join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id
        where x.mc = app_mc() and app_sees(x.sub_carrier) and x.reference_number = ${reference}) found
  order by found.rank, found.at desc limit 1`

export type NoteRow = {
  mc: string
  id: string
  sub_carrier: string
  stratus_claim_id: string
  authorization_id: string | null
  transaction_id: string | null
  reference_number: string
  juris_state: string
  codes: readonly string[]
  action: string
  note: string
  created_at: string
  created_by: string
  created_by_name: string
}
export const insertNote = (row: NoteRow): Sql =>
  sql`insert into eobr_note select * from jsonb_populate_record(null::eobr_note, ${JSON.stringify(row)}::jsonb)`

/** The carrier's own fields, a sub-carrier's before the carrier's; no row when the sub-carrier is none of the caller's. */
export const labels = (sub: string | null): Sql<{ value: unknown }> => sql<{ value: unknown }>`
  select ${settingValue('passthruLabels', { mc: sql`m.mc`, sub: sql`coalesce(${sub}::text, '*')` })} as value
  from master_carrier m where m.mc = app_mc()
    and (${sub}::text is null or exists (select from sub_carrier s where s.mc = m.mc and s.sub_carrier = ${sub} and app_sees(s.sub_carrier)))`
