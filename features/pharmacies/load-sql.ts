import { sql, type Sql } from '#platform/database/sql.ts'

export type LoadedPharmacy = {
  nabp: string | null
  npi: string
  name: string
  delivery_type_id: number
  line1: string
  line2: string | null
  city: string
  state: string
  zip: string
  phone: string | null
  fax: string | null
}

/**
 * Pharmacies of the NPPES file: those on file by NPI or NABP number get its address and numbers, those with a NABP number are
 * added outside the network. Answers the NPIs that were neither.
 */
export const savePharmacies = (rows: readonly LoadedPharmacy[]): Sql<{ npi: string; saved: boolean }> => sql<{
  npi: string
  saved: boolean
}>`
  with r as (select distinct on (npi) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(nabp text, npi text, name text, delivery_type_id int,
      line1 text, line2 text, city text, state text, zip text, phone text, fax text)),
  placed as (select r.*, z.lat, z.lng from r left join zip_place z on z.zip = r.zip),
  changed as (
    update pharmacy p set name = r.name, npi = r.npi, address1 = concat_ws(', ', r.line1, r.line2), city = r.city, state = r.state,
      phone = r.phone, fax = coalesce(r.fax, p.fax), zip = r.zip,
      lat = case when p.zip = r.zip and p.lat is not null then p.lat else r.lat end,
      lng = case when p.zip = r.zip and p.lat is not null then p.lng else r.lng end
    from placed r where p.nabp = r.nabp or (r.nabp is null and p.npi = r.npi) returning r.npi),
  added as (
    insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone, fax, network, delivery_type_id, lat, lng)
    select distinct on (r.nabp) r.nabp, r.npi, r.name, concat_ws(', ', r.line1, r.line2), r.city, r.state, r.zip, r.phone, r.fax, 'OUT',
      r.delivery_type_id, r.lat, r.lng
    from placed r where r.nabp is not null and not exists (select from pharmacy p where p.nabp = r.nabp) returning npi)
  select r.npi, exists (select from changed c where c.npi = r.npi) or exists (select from added a where a.npi = r.npi) as saved from r`

/** Pharmacies whose NPI has ended are closed from that day; who is not on file is not added. */
export const closePharmacies = (gone: readonly { npi: string; since: string | null }[]): Sql<{ saved: number }> => sql<{
  saved: number
}>`
  with closed as (update pharmacy p set closed_date = coalesce(r.since, app_now()::date)
      from jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as r(npi text, since date)
     where p.npi = r.npi and p.closed_date is null returning p.nabp)
  select count(*)::int as saved from closed`

/** Which networks pharmacies on file are in; without one they are outside. Answers the NABP numbers that are not on file. */
export const saveNetworks = (
  rows: readonly { nabp: string; networks: readonly string[] }[],
): Sql<{ nabp: string; saved: boolean }> => sql<{ nabp: string; saved: boolean }>`
  with r as (select distinct on (nabp) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(nabp text, networks text[])),
  changed as (update pharmacy p set network = case when r.networks = '{}' then 'OUT' else 'IN' end, networks = r.networks
      from r where p.nabp = r.nabp returning p.nabp)
  select r.nabp, c.nabp is not null as saved from r left join changed c using (nabp)`

/** The middle of each ZIP code; pharmacies there without a place of their own get it. */
export const saveZipPlaces = (
  rows: readonly { zip: string; lat: number; lng: number }[],
): Sql<{ saved: number }> => sql<{ saved: number }>`
  with r as (select distinct on (zip) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(zip text, lat float8, lng float8)),
  saved as (insert into zip_place (zip, lat, lng) select zip, lat, lng from r
    on conflict (zip) do update set lat = excluded.lat, lng = excluded.lng returning zip),
  placed as (update pharmacy p set lat = r.lat, lng = r.lng from r where p.zip = r.zip and p.lat is null)
  select count(*)::int as saved from saved`
