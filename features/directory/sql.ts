import { sql, type Sql } from '#platform/database/sql.ts'

/** On the market on the user's current date. */
const active = sql`coalesce(d.facts->>'obsoleteDate', '9999') > (app_now() at time zone app_zone())::date::text
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
  }
}
/** Products under a code, one row more than wanted. The plan's longest entry decides, a carrier's own before the default. */
export const products = (code: string, most: number): Sql<DrugFound> => sql<DrugFound>`
  select d.ndc, d.gpi, d.facts, ${active} as active,
    (select f.status from formulary_item f where f.mc in ('', app_mc()) and f.sub_carrier = '*'
      and f.gpi_prefix in (select left(d.gpi, n) from unnest(array[2, 4, 6, 8, 10, 12, 14]) n)
       order by length(f.gpi_prefix) desc, f.mc <> '' desc limit 1) as formulary_status
  from drug d where ${under(sql`${code}::text`)} order by ${active} desc, d.gpi, d.facts->>'brandFlag' <> 'G', d.ndc limit ${most + 1}`

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
