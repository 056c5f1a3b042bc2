import { sql, type Sql } from '#platform/database/sql.ts'
import { active } from './sql.ts'

/**
 * Products on the market with the first eight digits of a drug code, as JSON (`ProductGroup`): one group for each whole code
 * of brands or generics, and one for the package of `ndc`. None of a shorter code.
 */
export const productGroups = (gpi: Sql, ndc: Sql): Sql => sql`coalesce((
  select jsonb_agg(jsonb_build_object('gpi', g.gpi, 'ndc', g.ndc, 'brand', g.brand, 'name', g.name, 'products', g.products)
      order by g.brand desc, g.gpi, g.ndc)
    from (select d.gpi, case when d.ndc = ${ndc} then d.ndc else '' end as ndc, d.facts->>'brandFlag' <> 'G' as brand,
        min(d.facts->>'name') as name, count(*)::int as products
      from drug d where length(${gpi}) >= 8 and ${active}
        and d.gpi between rpad(left(${gpi}, 8), 14, '0') and rpad(left(${gpi}, 8), 14, '9') group by 1, 2, 3) g), '[]')`
