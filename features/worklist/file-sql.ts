import { integers, sql, type Sql } from '#platform/database/sql.ts'
import { status } from '#features/authorizations/statuses.ts'
import type { FileRow } from './export.ts'
import { placesOf, rowsAfter, type Slice } from './sql.ts'

/** A row of a file: what its columns show, its claim, and where the next part begins. */
export type FileFound = FileRow & {
  id: string
  stratus_claim_id: string
  key1: string | number
  key2?: string | number
}

/**
 * The rows of a part of a file. What only screens ask of a row (who may clear its codes, letters, drafts, scores) is not read: a
 * file has a hundred thousand of them. Case owners are named for all rows together.
 */
export function filePart(slice: Slice): Sql<FileFound> {
  const { order, keys } = placesOf(slice.sorting)
  const rows = rowsAfter(slice, {
    columns: sql`a.id, a.stratus_claim_id, a.reference_number, a.status_id, a.request_received_at, a.statutory_due_at, a.completed_at,
    a.completed_by_name, a.juris_state, a.drug_name, a.strength, a.quantity, a.days_supply, a.ndc, a.delivery_type_id, a.escalation_level,
    a.estimated_cost, a.prescriber_npi, c.claim_number, c.doi, t.first_name, t.last_name, t.dob, q.first_name as prescriber_first,
    q.last_name as prescriber_last, coalesce(y.name, a.pharmacy_nabp) as pharmacy_name, y.city as pharmacy_city,
    -- The row has the first six codes beside their details, which have them all; of what was cleared at once, in another order.
    case when cardinality(a.reject_codes) < 6 and a.status_id not in (${integers([status.AUTO_APPROVED, status.BYPASSED])})
      then array_to_string(a.reject_codes, ', ')
      else (select string_agg(r.code, ', ' order by r.at) from (select e.one ->> 'rejectCode' as code, min(e.at) as at
        from jsonb_array_elements(a.rejects) with ordinality e(one, at) group by 1) r) end as codes`,
    joins: sql`left join pharmacy y on y.nabp = a.pharmacy_nabp left join practitioner q on q.npi = a.prescriber_npi`,
  })
  return sql<FileFound>`
    with cut as materialized (${rows}),
    owners as materialized (select o.authorization_id as id,
        string_agg(u.first_name || ' ' || u.last_name, ', ' order by o.position, u.id) as names
      from cut join authorization_owner o on o.mc = app_mc() and o.authorization_id = cut.id join app_user u on u.id = o.user_id group by 1)
    select cut.id, cut.stratus_claim_id, cut.reference_number, cut.status_id, cut.request_received_at, cut.statutory_due_at, cut.completed_at,
      cut.completed_by_name, cut.juris_state, cut.drug_name, cut.strength, cut.quantity, cut.days_supply, cut.ndc, cut.delivery_type_id,
      cut.escalation_level, cut.estimated_cost, cut.prescriber_npi, cut.claim_number, cut.doi, cut.first_name, cut.last_name, cut.dob,
      cut.prescriber_first, cut.prescriber_last, cut.pharmacy_name, cut.pharmacy_city, cut.codes, owners.names as owner_names, ${keys}
      from cut left join owners on owners.id = cut.id order by ${order}`
}
