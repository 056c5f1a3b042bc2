import { sql, type Sql } from '#platform/database/sql.ts'
import type { DrugSearch } from './rules.ts'

/** On the market on the user's current date. */
export const active = sql`coalesce(d.facts->>'obsoleteDate', '9999') > (app_now() at time zone app_zone())::date::text
  and coalesce(d.facts->>'marketStart', '0') <= (app_now() at time zone app_zone())::date::text`
/** Codes of 14 digits under a shorter one, as a range an index serves. */
const under = (code: Sql): Sql => sql`d.gpi between rpad(${code}, 14, '0') and rpad(${code}, 14, '9')`

type LevelFound = {
  code: string
  products: number
  brands: number
  controlled: boolean
  names: string[]
  generics: string[]
  forms: string[]
}
const mostNames = 4
/** Every level of a code with what is on the market under it; `codes` are its beginnings. */
export const levels = (codes: readonly string[]): Sql<LevelFound> => sql<LevelFound>`
  select l.code, count(d.ndc)::int as products, (count(d.ndc) filter (where d.facts->>'brandFlag' <> 'G'))::int as brands,
    coalesce(bool_or(d.facts->>'dea' is not null), false) as controlled,
    coalesce((array_agg(distinct d.facts->>'name') filter (where d.ndc is not null))[1:${mostNames}], '{}') as names,
    coalesce((array_agg(distinct d.facts->>'genericName') filter (where d.ndc is not null))[1:${mostNames}], '{}') as generics,
    coalesce((array_agg(distinct d.facts->>'form') filter (where d.ndc is not null))[1:${mostNames}], '{}') as forms
  from unnest(${codes}::text[]) l(code) left join drug d on ${under(sql`l.code`)} and ${active} group by l.code order by length(l.code)`

export type DrugFound = {
  ndc: string
  gpi: string
  active: boolean
  formulary_status: string | null
  facts: {
    name: string
    genericName: string
    strength: string
    form: string
    route: string
    brandFlag: string
    dea?: string | null
    awpUnit: number
    awpEffectiveDate?: string | null
    packageSize: number
    unit: string
    obsoleteDate?: string | null
    repackaged?: boolean
    labeler?: string | null
  }
}
/** Of the caller's carrier: the longest entry decides, the carrier's own before the default, the sub-carrier's before all. */
const formularyStatus = (
  subCarrier: Sql = sql`'*'`,
  gpi: Sql = sql`d.gpi`,
): Sql => sql`(select f.status from formulary_item f
      where f.mc in ('', app_mc()) and f.sub_carrier in ('*', ${subCarrier})
        and f.gpi_prefix in (select left(${gpi}, n) from unnest(array[2, 4, 6, 8, 10, 12, 14]) n)
      order by length(f.gpi_prefix) desc, f.mc <> '' desc, f.sub_carrier <> '*' desc limit 1)`

/** Products under a code, one row more than wanted. */
export const products = (code: string, most: number): Sql<DrugFound> => sql<DrugFound>`
  select d.ndc, d.gpi, d.facts, ${active} as active,
    ${formularyStatus()} as formulary_status
  from drug d where ${under(sql`${code}::text`)} order by ${active} desc, d.gpi, d.facts->>'brandFlag' <> 'G', d.ndc limit ${most + 1}`

/** What the drug list of each sub-carrier the caller sees says of a whole code; none of a shorter one. */
export const lists = (code: string): Sql<{ sub_carrier: string; name: string; status: string | null }> => sql<{
  sub_carrier: string
  name: string
  status: string | null
}>`
  select s.sub_carrier, s.name, ${formularyStatus(sql`s.sub_carrier`, sql`${code}::text`)} as status
  from sub_carrier s where s.mc = app_mc() and s.status = 'ACTIVE' and app_sees(s.sub_carrier) and ${code.length}::int = 14
  order by s.sub_carrier`

export type NamesFound = { code: string; names: string[]; generics: string[]; forms: string[]; count: number }
/** The codes of one length that have products, under a code or all of them. */
export const descriptions = (
  length: number,
  code: string | undefined,
  most: number,
): Sql<NamesFound> => sql<NamesFound>`
  select left(d.gpi, ${length}) as code, (array_agg(distinct d.facts->>'name'))[1:${mostNames}] as names,
    (array_agg(distinct d.facts->>'genericName'))[1:${mostNames}] as generics,
    (array_agg(distinct d.facts->>'form'))[1:${mostNames}] as forms, count(distinct left(d.gpi, 8))::int as count
  from drug d where ${code === undefined ? sql`true` : under(sql`${code}::text`)} and ${active} group by 1 order by 1 limit ${most}`

/** Products counted of a search. */
export const MOST = 2000
type SearchOf = {
  inactive: boolean
  genericOnly: boolean
  strength: string | undefined
  form: string | undefined
  subCarrier: string | undefined
  page: number
  size: number
}

type SearchRow = DrugFound & { total: number; found: boolean; strengths: string[]; forms: string[] }

/**
 * Products a search finds. Each part stops at one more than are counted, so that a short name costs no more than a long one:
 * names that begin with the text come first, by the index of beginnings; names that contain it after them, by trigrams.
 * The strengths and forms to choose from are those of the search without either.
 */
export function search(
  of: DrugSearch,
  { inactive, genericOnly, strength, form, subCarrier, page, size }: SearchOf,
): Sql<SearchRow> {
  const offered = sql`${inactive ? sql`true` : active} and ${genericOnly ? sql`d.facts->>'brandFlag' = 'G'` : sql`true`}`
  const wanted = sql`${offered}
    and ${strength === undefined ? sql`true` : sql`lower(d.facts->>'strength') = lower(${strength})`}
    and ${form === undefined ? sql`true` : sql`lower(d.facts->>'form') = lower(${form})`}`
  const partOf =
    (which: Sql) =>
    (rank: number, where: Sql): Sql =>
      sql`(select ${rank}::int as rank, d.ndc from drug d where ${where} and ${which} limit ${MOST + 1})`
  const narrowed = strength !== undefined || form !== undefined
  const everything = narrowed
    ? sql`select ndc from (${partsOf(of, partOf(offered))}) as parts`
    : sql`select ndc from found`
  return sql<SearchRow>`
    with named as (${partsOf(of, partOf(wanted))}),
    found as (select ndc, min(rank) as rank from named group by ndc limit ${MOST + 1}),
    listed as (
      select f.rank, d.ndc, d.gpi, d.facts from found f join drug d using (ndc)
      order by f.rank, d.facts->>'genericName', d.gpi, d.facts->>'brandFlag' <> 'G', d.ndc limit ${size} offset ${page * size}),
    choices as (
      select coalesce(array_agg(distinct d.facts->>'strength') filter (where d.facts->>'strength' <> ''), '{}') as strengths,
        coalesce(array_agg(distinct d.facts->>'form') filter (where d.facts->>'form' <> ''), '{}') as forms
      from (${everything}) as every_one join drug d using (ndc))
    select (select count(*)::int from found) as total, d.ndc is not null as found, d.ndc, d.gpi, d.facts, ${active} as active,
      ${formularyStatus(subCarrier === undefined ? undefined : sql`${subCarrier}`)} as formulary_status, c.strengths, c.forms
    from choices c left join listed d on true
    order by d.rank, d.facts->>'genericName', d.gpi, d.facts->>'brandFlag' <> 'G', d.ndc`
}

function partsOf(of: DrugSearch, part: (rank: number, where: Sql) => Sql): Sql {
  if (of.by === 'ndc') return part(1, sql`d.ndc = any(${of.ndcs}::text[])`)
  if (of.by === 'code') return part(1, under(sql`${of.code}::text`))
  const begins = (column: Sql): Sql =>
    sql`${column} >= ${of.text} and ${of.after === null ? sql`true` : sql`${column} < ${of.after}`}`
  const generic = sql`${part(1, begins(sql`d.search_generic`))} union all ${part(2, sql`d.search_generic like ${`%${of.text}%`}`)}`
  if (of.generic) return generic
  return sql`${generic} union all ${part(1, begins(sql`d.search_name`))}
    union all ${part(2, sql`d.search_name like ${`%${of.text}%`}`)}`
}
