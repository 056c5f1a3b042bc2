import { drugNamed } from '#features/authorizations/drug-named-sql.ts'
import { sql } from '#platform/database/sql.ts'
import { billSent } from './billed-sql.ts'

const unit = sql`case d.facts ->> 'unit' when 'GM' then ' g' when 'ML' then ' mL' else '' end`

/**
 * The drug of the request `a` as a fax or a letter names it: of a compound each ingredient with its strength and amount, as it was billed:
 * "Compound of Ketamine, bulk 100% powder, 10 g; Baclofen, bulk 100% powder, 2 g".
 */
export const drugInFull = sql`case when a.compound_code = 2 then coalesce((
  select 'Compound of ' || string_agg(coalesce(d.facts ->> 'name', 'NDC ' || i.ndc) || ', ' || trim_scale(i.quantity) || ${unit}, '; ' order by i.at)
    from (select replace(x.row ->> 'productId', '-', '') as ndc, (x.row ->> 'quantity')::numeric as quantity, x.at
      from jsonb_array_elements(${billSent} -> 'compound' -> 'ingredients') with ordinality x(row, at)) i
    left join drug d on d.ndc = i.ndc), ${drugNamed}) else ${drugNamed} end`
