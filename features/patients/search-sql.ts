import { afterPrefix } from '#platform/text/search-form.ts'
import { lastNamesWithWord, meAndMyAbsent, ownersFound } from '#features/owners/people-sql.ts'
import type { NameStart } from '#platform/text/typed-name.ts'
import { every, sql, type Sql } from '#platform/database/sql.ts'
import { patientRow, today, type PatientRow } from './patient-columns.ts'
import {
  MOST_CLOSE_NAMES,
  MOST_FOUND,
  MOST_NEAR,
  MOST_OF_A_NAME,
  variantsOf,
  type Narrowing,
  type Search,
} from './rules.ts'

// Each search finds claims through an index, in the order they are shown, and one more than it may show at most. Only then is
// read what a row shows, for one page of them: a search costs what it shows, not what the carrier has.

export type FoundRow = PatientRow & { rank: number; delegated: boolean; total: number }

const most = MOST_FOUND + 1
/** Of the caller's carrier and sub-carriers; `c` is wc_claim. */
const inScope = sql`c.mc = app_mc() and case when (select app_sees_all()) then true else app_sees(c.sub_carrier) end`
const fields = (rank: number): Sql => sql`select c.id, ${rank}::int as rank, t.last_folded, t.first_folded, t.dob`
const byName = sql`order by t.last_folded, t.first_folded, t.dob, c.id`

// Names are looked up in claim_name, whose indexes have the order of the answer and all that is asked: the claims themselves are read
// only for the page that is shown (docs/decisions/0220-names-of-claims.md). `n` is claim_name.
const ofName = (rank: number): Sql =>
  sql`select n.stratus_claim_id as id, ${rank}::int as rank, n.last_folded, n.first_folded, n.dob from claim_name n`
const inOrder = sql`order by n.last_folded, n.first_folded, n.dob, n.stratus_claim_id`
const namesInScope = sql`n.mc = app_mc() and case when (select app_sees_all()) then true else app_sees(n.sub_carrier) end`
const below = (column: Sql, prefix: string): Sql => {
  const after = afterPrefix(prefix)
  return after === null ? sql`true` : sql`${column} < ${after}`
}

/** The conditions of a search by name besides the last name. */
const narrowed = ({ first, of }: { first: string; of: Narrowing }): Sql =>
  every([
    namesInScope,
    ...(first === ''
      ? []
      : [
          sql`n.first_folded >= ${first} and ${below(sql`n.first_folded`, first)} and starts_with(n.first_folded, ${first})`,
        ]),
    ...(of.dob === null ? [] : [sql`n.dob = ${of.dob}::date`]),
    ...(of.doi === null ? [] : [sql`n.doi = ${of.doi}::date`]),
    ...(of.state === null ? [] : [sql`n.juris_state = ${of.state}`]),
    ...(of.covered === null ? [] : [sql`${isCovered} = ${of.covered}`]),
  ])

/** Whether the claim is covered on the day of the user. */
const isCovered = sql`n.covered @> ${today}`

const together = (parts: readonly Sql[]): Sql => parts.reduce((all, next) => sql`${all} union all ${next}`)

/**
 * The claims of each reading of a name: of exactly this last name, of those that start with it or with one of whose words it
 * starts, and of those spelt like it.
 * Each way looks only for what the ways before it left of the most that are shown.
 */
function named(names: readonly NameStart[], of: Narrowing): Sql {
  const [found, left] = [sql`(select count(distinct id)::int from `, sql`greatest(${most}::int - `]
  const exact = names.map(
    ({ last, first }) =>
      sql`(${ofName(1)} where n.last_folded = ${last} and ${narrowed({ first, of })} ${inOrder} limit ${most})`,
  )
  const starts = names.map(
    ({ last, first }) => sql`(${ofName(2)}
      where n.last_folded > ${last} and ${below(sql`n.last_folded`, last)} and ${narrowed({ first, of })} ${inOrder}
      limit ${left}${found}exact), 0))`,
  )
  const words = names.map(
    ({ last, first }) => sql`(select of_word.* from (${lastNamesWithWord(last)}) word cross join lateral (${ofName(2)}
        where n.last_folded = word.last_folded and ${narrowed({ first, of })} ${inOrder} limit ${MOST_OF_A_NAME}) of_word
      limit ${left}${found}(select id from exact union all select id from starts) before), 0))`,
  )
  const close = names.flatMap(({ last, first }) => {
    const variants = variantsOf(last)
    if (variants.length === 0) return []
    return [
      sql`(select near.* from (select distinct v.last_folded from last_name_variant v
          where v.mc = app_mc() and v.variant = any(${variants}) and not starts_with(v.last_folded, ${last})
          order by v.last_folded limit ${MOST_CLOSE_NAMES}) spelt
        cross join lateral (${ofName(3)}
          where n.last_folded = spelt.last_folded and ${narrowed({ first, of })} ${inOrder} limit ${MOST_OF_A_NAME}) near
        limit ${left}${found}(select id from exact union all select id from starts) before), 0))`,
    ]
  })
  const ways = [sql`select * from exact`, sql`select * from starts`, ...words, ...close]
  return sql`with exact as materialized (${together(exact)}), starts as materialized (${together(starts)}) ${together(ways)}`
}

/** The claims are found first, as a list: the planner would else read names in their order until enough of them are found. */
const exactly = (
  claims: Sql,
  subCarrier: string | null = null,
): Sql => sql`(${fields(1)} from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
  where ${inScope} and (${subCarrier}::text is null or c.sub_carrier = ${subCarrier})
    and c.id = any(array(${claims})) ${byName} limit ${most})`

/** Claims of the workers with these patient ids, or of those they were merged into. */
const claimsOfWorkers = (
  ids: readonly string[],
): Sql => sql`select k.id from wc_claim k where k.mc = app_mc() and k.claimant_id = any(array(
    select coalesce(p.merged_into, p.id) from claimant p where p.mc = app_mc() and p.patient_id = any(${ids})))`

/** What is found exactly, or else the claims whose number is near to what was typed. */
const orNear = (exact: Sql, near: readonly string[], claims: Sql): Sql =>
  near.length === 0
    ? exact
    : sql`(with exact as materialized ${exact}
        select * from exact union all
        (${fields(3)} from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
          where not exists (select from exact) and ${inScope} and c.id = any(array(${claims})) ${byName} limit ${MOST_NEAR}))`

/** The claims a search finds, each with how it matches and what it is sorted by. */
function hits(search: Search): Sql {
  switch (search.by) {
    case 'claim':
      return orNear(
        exactly(
          sql`select k.id from wc_claim k where k.mc = app_mc() and k.claim_number = any(${search.numbers})
        union all select k.id from wc_claim k where k.mc = app_mc() and k.client_claim_id = any(${search.numbers})
        union all select k.id from wc_claim k where k.mc = app_mc() and k.subscriber_number = any(${search.numbers})
        union all select i.stratus_claim_id from claim_identifier i where i.mc = app_mc() and i.value = any(${search.numbers})`,
          search.subCarrier,
        ),
        search.near,
        sql`select k.id from wc_claim k where k.mc = app_mc() and k.claim_number = any(${search.near})`,
      )
    case 'patient':
      return orNear(
        exactly(
          sql`${claimsOfWorkers(search.ids)} union all select k.id from wc_claim k where k.mc = app_mc() and k.subscriber_number = any(${search.ids})`,
        ),
        search.near,
        claimsOfWorkers(search.near),
      )
    case 'transaction':
      return exactly(
        sql`select x.stratus_claim_id from rx_transaction x where x.mc = app_mc() and x.tcn = ${search.tcn} and x.stratus_claim_id is not null`,
      )
    case 'owner': {
      const people = search.people === 'me' ? meAndMyAbsent : ownersFound(search.people)
      // Names of claims have the order of the answer: neither the claims nor the patients are read for it.
      return sql`(with owners as materialized (${people}), own as (
          select k.id from wc_claim k where k.mc = app_mc() and k.owner_id in (select * from owners)
            and (not ${search.activeOnly}::boolean or k.status <> 'CLOSED')
          union select o.stratus_claim_id from claim_case_owner o where o.mc = app_mc() and o.user_id in (select * from owners)
            and (not ${search.activeOnly}::boolean
              or exists (select from wc_claim k where k.mc = o.mc and k.id = o.stratus_claim_id and k.status <> 'CLOSED')))
        ${ofName(1)} join own on own.id = n.stratus_claim_id where ${namesInScope} ${inOrder} limit ${most})`
    }
    case 'name':
      return named(search.names, search)
  }
}

/** True for a claim the caller owns in no way: of somebody away. */
const delegated = (search: Search): Sql =>
  search.by === 'owner' && search.people === 'me'
    ? sql`c.owner_id is distinct from app_user() and not exists (
        select from claim_case_owner o where o.mc = c.mc and o.stratus_claim_id = c.id and o.user_id = app_user())`
    : sql`false`

/** A page of what a search finds, the best matches first; `total` counts at most one more than is ever shown. */
export const found = (search: Search, of: { page: number; size: number }): Sql<FoundRow> => sql<FoundRow>`
  with hits as materialized (${hits(search)}),
  best as materialized (
    select id, min(rank) as rank, min(last_folded) as last_folded, min(first_folded) as first_folded, min(dob) as dob from hits group by id
    order by 2, 3, 4, 5, 1 limit ${most}),
  shown as materialized (select * from best order by rank, last_folded, first_folded, dob, id offset ${of.page * of.size}
    limit ${Math.max(0, Math.min(of.size, MOST_FOUND - of.page * of.size))})
  select ${patientRow.columns}, shown.rank, ${delegated(search)} as delegated, (select count(*)::int from best) as total
    from shown join wc_claim c on c.mc = app_mc() and c.id = shown.id ${patientRow.joins}
   order by shown.rank, shown.last_folded, shown.first_folded, shown.dob, shown.id`

/** The id of the claim a search finds, null where it finds none or several. */
export const onlyClaim = (search: Search): Sql => sql`
  (select min(one.id::text)::uuid from (select distinct h.id from (${hits(search)}) h) one having count(*) = 1)`

/** Whether links from the carrier's own system open patients, and the claims behind one: by its number, else by the client's id. */
export const linked = (numbers: readonly string[]): Sql<FoundRow> => sql<FoundRow>`
  with own as materialized (select k.id from wc_claim k where k.mc = app_mc() and k.claim_number = any(${numbers})),
  either as materialized (select id from own union all
    select k.id from wc_claim k where k.mc = app_mc() and k.client_claim_id = any(${numbers}) and not exists (select from own))
  select ${patientRow.columns}, 1 as rank, false as delegated, count(*) over ()::int as total
    from either join wc_claim c on ${inScope} and c.id = either.id ${patientRow.joins} order by c.claim_number limit 25`
