import { every, sql, type Sql } from '#platform/database/sql.ts'
import { COUNTED } from './most-rows.ts'
import type { Search } from './rules.ts'
import { choices, demands } from './sql.ts'

type FacetFound = { facet: string; code: string; name: string | null; count: number }
const facetsShown = 50
/**
 * The number of requests each value of each filter would leave, with the other filters as they are; over the first
 * 10,000 found. Values are counted before they are named: names are fewer than requests.
 */
export function facets(search: Search): Sql<FacetFound> {
  const chosen = choices(search)
  const holds = (one: Sql | null) => one ?? sql`true`
  const others = (left: keyof typeof chosen): Sql =>
    every(
      (Object.keys(chosen) as (keyof typeof chosen)[])
        .filter((name) => name !== left && chosen[name] !== null)
        .map((name) => marks[name]),
    )
  const marks: Record<keyof typeof chosen, Sql> = {
    jurisStates: sql`f1`,
    deliveryTypes: sql`f2`,
    rejectCodes: sql`f3`,
    prescribers: sql`f4`,
    reconsiderationLevels: sql`f5`,
    subCarriers: sql`f6`,
    statuses: sql`f7`,
    drugs: sql`f8`,
  }
  return sql<FacetFound>`
    with base as materialized (
      select a.id, a.juris_state, a.delivery_type_id, a.reject_codes, a.prescriber_npi, a.reconsideration_level, a.sub_carrier,
        a.status_id, left(a.gpi, 10) as drug, a.drug_name,
        ${holds(chosen.jurisStates)} as f1, ${holds(chosen.deliveryTypes)} as f2, ${holds(chosen.rejectCodes)} as f3,
        ${holds(chosen.prescribers)} as f4, ${holds(chosen.reconsiderationLevels)} as f5,
        ${holds(chosen.subCarriers)} as f6, ${holds(chosen.statuses)} as f7, ${holds(chosen.drugs)} as f8
      from rx_authorization a where ${every(demands(search))} limit ${COUNTED + 1})
    select 'jurisStates' as facet, juris_state as code, null::text as name, count(*)::int as count from base where ${others('jurisStates')} group by 2
    union all select 'deliveryTypes', delivery_type_id::text, null, count(*)::int from base where ${others('deliveryTypes')} group by 2
    union all select 'rejectCodes', code, null, count(*)::int from base, unnest(reject_codes) code where ${others('rejectCodes')} group by 2
    union all select 'subCarriers', n.code, s.name, n.count
      from (select sub_carrier as code, count(*)::int as count from base where ${others('subCarriers')} group by 1) n
      join sub_carrier s on s.mc = app_mc() and s.sub_carrier = n.code
    union all select 'statuses', status_id::text, null, count(*)::int from base where ${others('statuses')} group by 2
    union all (select 'drugs', drug, mode() within group (order by drug_name), count(*)::int
      from base where ${others('drugs')} group by 2 order by 4 desc, 2 limit ${facetsShown})
    union all select 'reconsiderationLevels', reconsideration_level::text, null, count(*)::int from base where ${others('reconsiderationLevels')} group by 2
    union all (select 'prescribers', coalesce(q.id::text, n.npi), q.last_name || ', ' || q.first_name, n.count
      from (select prescriber_npi as npi, count(*)::int as count from base where ${others('prescribers')} group by 1) n
      left join practitioner q on q.npi = n.npi order by 4 desc, 2 limit ${facetsShown})
    union all (select 'caseOwners', u.id::text, u.last_name || ', ' || u.first_name, n.count
      from (select o.user_id, count(*)::int as count from base join authorization_owner o on o.mc = app_mc() and o.authorization_id = base.id
        where ${every(
          Object.keys(chosen)
            .filter((name) => chosen[name as keyof typeof chosen] !== null)
            .map((name) => marks[name as keyof typeof chosen]),
        )} group by 1) n
      join app_user u on u.id = n.user_id order by 4 desc, 2 limit ${facetsShown})
    union all select 'all', '', null, count(*)::int from base`
}
