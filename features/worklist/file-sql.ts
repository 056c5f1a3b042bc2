import { integers, sql, type Sql } from '#platform/database/sql.ts'
import { status } from '#features/authorizations/statuses.ts'
import type { FileRow } from './export.ts'
import { pageOf, type Slice } from './sql.ts'

/** A row of a file: what its columns show, its claim, and where the next part begins. */
export type FileFound = FileRow & {
  id: string
  stratus_claim_id: string
  key1: string | number
  key2?: string | number
}

/**
 * The rows of a part of a file. What only screens ask of a row (who may clear its codes, letters, drafts, scores) is not read: a
 * file has a hundred thousand of them.
 */
export const filePart = (slice: Slice): Sql<FileFound> =>
  pageOf<FileFound>(slice, {
    columns: sql`a.id, a.stratus_claim_id, a.reference_number, a.status_id, a.request_received_at, a.statutory_due_at, a.completed_at,
    a.completed_by_name, a.juris_state, a.drug_name, a.strength, a.quantity, a.days_supply, a.ndc, a.delivery_type_id, a.escalation_level,
    a.estimated_cost, a.prescriber_npi, c.claim_number, c.doi, t.first_name, t.last_name, t.dob, q.first_name as prescriber_first,
    q.last_name as prescriber_last, coalesce(y.name, a.pharmacy_nabp) as pharmacy_name, y.city as pharmacy_city,
    -- The row has the first six codes beside their details, which have them all; of what was cleared at once, in another order.
    case when cardinality(a.reject_codes) < 6 and a.status_id not in (${integers([status.AUTO_APPROVED, status.BYPASSED])})
      then array_to_string(a.reject_codes, ', ')
      else (select string_agg(r.code, ', ' order by r.at) from (select e.one ->> 'rejectCode' as code, min(e.at) as at
        from jsonb_array_elements(a.rejects) with ordinality e(one, at) group by 1) r) end as codes,
    (select string_agg(u.first_name || ' ' || u.last_name, ', ' order by o.position, u.id)
      from authorization_owner o join app_user u on u.id = o.user_id where o.mc = a.mc and o.authorization_id = a.id) as owner_names`,
    joins: sql`join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
      left join pharmacy y on y.nabp = a.pharmacy_nabp left join practitioner q on q.npi = a.prescriber_npi`,
  })
