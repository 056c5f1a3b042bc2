import { sql, type Sql } from '#platform/database/sql.ts'
import type { DrugCodeRow, NdcPackage, NdcProduct } from './ndc-file.ts'

export const saveProducts = (rows: readonly NdcProduct[]): Sql<{ saved: number }> => sql<{ saved: number }>`
  with saved as (
    insert into ndc_product select distinct on (product_id) r.* from jsonb_populate_recordset(null::ndc_product, ${JSON.stringify(rows)}::jsonb) r
    on conflict (product_id) do update set name = excluded.name, generic_name = excluded.generic_name, strength = excluded.strength,
      form = excluded.form, route = excluded.route, labeler = excluded.labeler, dea = excluded.dea, brand = excluded.brand, otc = excluded.otc
    returning 1)
  select count(*)::int as saved from saved`

/** Drug codes and prices; packages on file get them at once. */
export const saveCodes = (rows: readonly DrugCodeRow[]): Sql<{ saved: number }> => sql<{ saved: number }>`
  with saved as (
    insert into drug_code select distinct on (ndc) r.* from jsonb_populate_recordset(null::drug_code, ${JSON.stringify(rows)}::jsonb) r
    on conflict (ndc) do update set gpi = excluded.gpi, awp_unit = excluded.awp_unit, awp_effective_date = excluded.awp_effective_date
    returning ndc, gpi, awp_unit, awp_effective_date),
  priced as (
    update drug d set gpi = s.gpi,
      facts = d.facts || jsonb_build_object('gpi', s.gpi, 'awpUnit', s.awp_unit, 'awpEffectiveDate', s.awp_effective_date)
    from saved s where d.ndc = s.ndc)
  select count(*)::int as saved from saved`

type PackageFound = { ndc: string; product_known: boolean; code_known: boolean }
/**
 * Packages with their products. What the directory does not say (drug code, price, what rules need of the drug) comes from the
 * package on file, from its drug code and from a product of the same code. Answers those that were not saved, with what is missing.
 */
export const savePackages = (rows: readonly NdcPackage[]): Sql<PackageFound> => sql<PackageFound>`
  with r as (select distinct on (ndc) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(product_id text, ndc text, package_size numeric,
      unit text, market_start text, obsolete_date text)),
  found as (
    select r.*, p.product_id is not null as product_known, p.name, p.generic_name, p.strength, p.form, p.route, p.labeler, p.dea, p.brand, p.otc,
      coalesce(c.gpi, own.gpi) as gpi, c.awp_unit, c.awp_effective_date, own.facts as own,
      (select l.facts - '{obsoleteDate,repackaged,awpUnit,awpEffectiveDate,originalAwpUnit,labelName}'::text[] from drug l
        where own.ndc is null and l.gpi = c.gpi order by l.ndc limit 1) as same
    from r left join ndc_product p using (product_id) left join drug_code c using (ndc) left join drug own using (ndc)),
  saved as (
    insert into drug (ndc, gpi, facts)
    select ndc, gpi, coalesce(same, '{}') || coalesce(own, '{}') || jsonb_strip_nulls(jsonb_build_object('awpUnit', awp_unit, 'awpEffectiveDate',
        awp_effective_date)) || jsonb_build_object('ndc', ndc, 'gpi', gpi, 'name', name, 'labelName', name, 'genericName', generic_name, 'strength',
        strength, 'form', form, 'route', route, 'labeler', labeler, 'dea', dea, 'brandFlag', case when not brand then 'G' when exists (select from drug g
          where g.gpi = found.gpi and g.facts->>'brandFlag' = 'G') then 'M' else 'B' end,
        'packageSize', package_size, 'unit', unit, 'marketStart', market_start, 'obsoleteDate', obsolete_date, 'otc', otc)
    from found where product_known and gpi is not null and (own is not null or awp_unit is not null)
    on conflict (ndc) do update set gpi = excluded.gpi, facts = excluded.facts returning ndc)
  select ndc, product_known, gpi is not null as code_known from found where not exists (select from saved s where s.ndc = found.ndc)`
