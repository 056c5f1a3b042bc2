import { sql, type Sql } from '#platform/database/sql.ts'

/** Whether prior authorizations of a group take effect without being keyed. */
export const autoPa = (sub: string | undefined, group: string): Sql<{ auto_pa: boolean }> => sql<{ auto_pa: boolean }>`
  select g.auto_pa from client_group g where g.mc = app_mc() and app_sees(g.sub_carrier) and g.group_code = ${group} and (${sub ?? null}::text is null or g.sub_carrier = ${sub ?? null})`
