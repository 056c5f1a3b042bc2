import { sql, type Sql } from '#platform/database/sql.ts'

/** A feature flag for the carrier of `a`: the override of its sub-carrier, then of its carrier, then the default. */
export const flag = (key: string, fallback: boolean): Sql => sql`coalesce(
  (select o.enabled from feature_flag_override o
    where o.mc = a.mc and o.key = ${key} and o.sub_carrier in ('*', a.sub_carrier) order by o.sub_carrier = '*' limit 1),
  (select f.enabled from feature_flag f where f.key = ${key}), ${fallback}::boolean)`
