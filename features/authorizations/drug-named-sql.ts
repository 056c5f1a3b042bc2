import { sql } from '#platform/database/sql.ts'

/** The drug of the request `a` as letters, messages and lists name it: "Celecoxib 200 mg capsule, brand". A generic has the same name without the word. */
export const drugNamed = sql`(trim(a.drug_name || ' ' || a.strength) || case a.generic_or_brand when 'B' then ', brand' else '' end)`
