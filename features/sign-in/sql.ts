import { sql, type Sql } from '#platform/database/sql.ts'

export type UserRow = {
  id: string
  username: string
  email: string
  first_name: string
  last_name: string
  name: string
  sso_user: boolean
  time_zone: string
  status: string
  previous_login_at: string | null
  unsuccessful_attempts: number
  password_age: number | null
  password_limit_days: number
  terms_version: string | null
  privacy_version: string | null
  add_patient_feature: boolean
  logout_enabled: boolean
  current_terms: string
  current_privacy: string
  label: string | null
  /** The carrier has an identity provider of its own. */
  has_sso: boolean
  /** The carrier agreed that the monitoring service distinguishes its users. */
  monitored: boolean
}
export const user = (): Sql<UserRow> => sql<UserRow>`
  select u.id, u.username, u.email, u.first_name, u.last_name, u.name, u.sso_user, u.time_zone, u.status, u.previous_login_at, u.unsuccessful_attempts,
    (app_now()::date - u.password_changed_on)::int as password_age, u.password_limit_days, u.terms_version, u.privacy_version,
    u.add_patient_feature, u.logout_enabled,
    (select value #>> '{}' from saved_state where key = 'terms_version') as current_terms,
    (select value #>> '{}' from saved_state where key = 'privacy_version') as current_privacy,
    (select m.date_label from master_carrier m where m.mc = app_mc()) as label,
    exists (select from carrier_sso s where s.mc = app_mc() and s.enabled) as has_sso,
    coalesce((select o.enabled from feature_flag_override o where o.mc = app_mc() and o.sub_carrier = '*' and o.key = 'monitorUsers'), false) as monitored
  from app_user u where u.id = app_user()`

type CarrierRow = {
  mc: string
  id: number
  name: string
  is_default: boolean
  roles: string[]
  sub_carriers: string[] | null
  programs: number
}
export const myCarriers = (): Sql<CarrierRow> =>
  sql<CarrierRow>`select mc, id, name, is_default, roles, sub_carriers, programs from my_carriers order by name, mc`

type SessionRow = {
  limited: boolean
  idle_seconds: number
  /** The former carrier; while none is chosen, the one used last. */
  previous_mc: string | null
  login_shown: boolean
  last_activity_at: string
  expires_at: string
  /** When the provider's tokens have to be renewed; null where they do not. */
  renew_at: string | null
  /** The carrier whose own identity provider vouched for the user: this session works there alone. */
  sso_mc: string | null
}
export const mySession = (hash: Uint8Array): Sql<SessionRow> => sql<SessionRow>`select * from my_session(${hash})`

/** Records that the user has seen the last login; it is shown once a carrier is chosen. */
export const loginShown = (hash: Uint8Array, isLogin: boolean): Sql =>
  sql`select login_shown(${hash}) where ${isLogin} and app_mc() <> ''`
type OwnSession = {
  id: string
  started_at: string
  last_activity_at: string
  expires_at: string
  ip: string | null
  user_agent: string | null
  current: boolean
}
export const mySessions = (hash: Uint8Array, now: string): Sql<OwnSession> =>
  sql<OwnSession>`select * from my_sessions(${hash}, ${now})`
export const endMySession = (id: string, ip: string, now: string): Sql<{ ended: boolean }> =>
  sql<{ ended: boolean }>`select end_my_session(${id}, ${ip}, ${now}) as ended`
export const chooseCarrier = (
  old: Uint8Array,
  next: Uint8Array,
  mc: string,
): Sql<{ mc: string; previous: string | null }> =>
  sql<{ mc: string; previous: string | null }>`select * from choose_carrier(${old}, ${next}, ${mc})`
export const acceptTerms = (sessionId: string, ip: string, now: string): Sql => sql`
  with v as (select (select value #>> '{}' from saved_state where key = 'terms_version') as tou,
    (select value #>> '{}' from saved_state where key = 'privacy_version') as privacy),
  kept as (insert into terms_acceptance (user_id, kind, version, at, ip, session_id)
    select app_user(), k.kind, k.version, ${now}::timestamptz, ${ip}, ${sessionId}
      from v, lateral (values ('TOU', v.tou), ('PRIVACY', v.privacy)) k(kind, version))
  update app_user set terms_version = v.tou, privacy_version = v.privacy, terms_accepted_at = ${now}::timestamptz from v where id = app_user()`
