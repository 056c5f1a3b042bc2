import { sql, type Sql } from '#platform/database/sql.ts'
import type { DeaRow } from './dea-file.ts'
import type { NppesPrescriber } from './nppes-file.ts'

/** Prescribers of the NPPES file with their practice address; those on file are changed, and are active again. */
export const savePrescribers = (rows: readonly NppesPrescriber[]): Sql<{ saved: number }> => sql<{ saved: number }>`
  with r as (select distinct on (npi) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(npi text, entity_type smallint,
      first_name text, last_name text,
      credential text, specialty text, license_state text, license_number text, line1 text, line2 text, city text, state text, zip text, phone text, fax text)),
  saved as (
    insert into practitioner (npi, entity_type, id, first_name, last_name, specialty, credential, license_state, license_number, status, phone, fax,
      city, state)
    select npi, entity_type, gen_random_uuid(), first_name, last_name, specialty, credential, license_state, license_number, 'ACTIVE', phone, fax,
      city, state from r
    on conflict (npi) do update set entity_type = excluded.entity_type, first_name = excluded.first_name, last_name = excluded.last_name,
      specialty = excluded.specialty,
      credential = coalesce(nullif(excluded.credential, ''), practitioner.credential), license_state = excluded.license_state,
      license_number = coalesce(excluded.license_number, practitioner.license_number), phone = coalesce(excluded.phone, practitioner.phone),
      fax = coalesce(excluded.fax, practitioner.fax), city = excluded.city, state = excluded.state,
      status = case practitioner.status when 'INACTIVE' then 'ACTIVE' else practitioner.status end
    returning npi),
  placed as (
    insert into practitioner_address (npi, position, line1, line2, city, state, zip)
    select npi, 1, line1, line2, city, state, zip from r join saved using (npi)
    on conflict (npi, position) do update set line1 = excluded.line1, line2 = excluded.line2, city = excluded.city, state = excluded.state,
      zip = excluded.zip)
  select count(*)::int as saved from saved`

/** The DEA registration of prescribers on file; answers the NPIs that are not. */
export const saveRegistrations = (rows: readonly DeaRow[]): Sql<{ npi: string; saved: boolean }> => sql<{
  npi: string
  saved: boolean
}>`
  with r as (select distinct on (npi) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(npi text, schedules text[], expires date)),
  changed as (update practitioner p set dea_schedules = r.schedules, dea_expires = r.expires from r where p.npi = r.npi returning p.npi)
  select r.npi, c.npi is not null as saved from r left join changed c using (npi)`

/** NPIs that were deactivated; who is not on file is not added. */
export const deactivatePrescribers = (npis: readonly string[]): Sql<{ saved: number }> => sql<{ saved: number }>`
  with gone as (update practitioner set status = 'INACTIVE' where npi = any(${npis}::text[]) and status = 'ACTIVE' returning npi)
  select count(*)::int as saved from gone`
