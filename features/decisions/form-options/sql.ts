import { allSettings } from '#features/settings/columns.ts'
import { productGroups } from '#features/drugs/catalog-sql.ts'
import type { ProductGroup } from '#features/prior-auths/block-reach.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

/** Whether prior authorizations of a group take effect without being keyed. */
export const autoPa = (sub: string | undefined, group: string): Sql<{ auto_pa: boolean }> => sql<{ auto_pa: boolean }>`
  select g.auto_pa from client_group g where g.mc = app_mc() and app_sees(g.sub_carrier) and g.group_code = ${group}
    and (${sub ?? null}::text is null or g.sub_carrier = ${sub ?? null})`

type Schedule = { dea: string | null; opioid: boolean | null; otc: boolean | null }
/**
 * The schedule of a drug code or prefix, the strictest where its products differ, whether it is an opioid, and whether any is
 * sold over the counter; null where no product has the code.
 */
export const scheduleOf = (gpi: string): Sql<Schedule> => sql<Schedule>`
  select min(d.facts->>'dea') as dea, bool_or(d.facts->>'opioidFactorKey' is not null) as opioid,
    bool_or(coalesce(d.facts->>'otc', 'false') = 'true') as otc
    from drug d where ${gpi} <> '' and d.gpi between rpad(${gpi}, 14, '0') and rpad(${gpi}, 14, '9')`

/** The products of the drug of a request, as a block tells them apart. */
export const productsOf = (id: string): Sql<{ products: ProductGroup[] }> => sql<{ products: ProductGroup[] }>`
  select ${productGroups(sql`a.gpi`, sql`a.ndc`)} as products
    from rx_authorization a where a.mc = app_mc() and app_sees(a.sub_carrier) and a.id = ${id}`

/** The settings of a sub-carrier the caller sees, or of the carrier; no row for one that is not there. */
export const settingsOf = (sub: string | undefined): Sql<{ settings: Record<string, unknown> }> => sql<{
  settings: Record<string, unknown>
}>`
  select ${allSettings({ mc: sql`app_mc()`, sub: sql`${sub ?? '*'}` })} as settings
   where ${sub ?? null}::text is null
      or exists (select from sub_carrier c where c.mc = app_mc() and c.sub_carrier = ${sub ?? null} and app_sees(c.sub_carrier))`
