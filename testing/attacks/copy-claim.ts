import type pg from 'pg'
import type { TestApi } from '../api.ts'
import { idOf } from '../fixtures.ts'

/** Copies a claim of the fixture with its worker, diagnoses and coverage under another name. */
export async function copyClaim(
  db: Pick<pg.Pool, 'query'>,
  from: string,
  to: string,
  { key, lastName }: { key: string; lastName: string },
): Promise<void> {
  await db.query(
    `with person as (insert into claimant select copy.* from claimant t, jsonb_populate_record(t, jsonb_build_object(
         'id', $3::text, 'patient_id', $5::text, 'last_name', $6::text, 'last_folded', lower($6::text))) copy where t.id = $1),
     claim as (insert into wc_claim select copy.* from wc_claim c, jsonb_populate_record(c, jsonb_build_object(
         'id', $4::text, 'claimant_id', $3::text, 'esi_claim_id', 'E' || $5, 'client_claim_id', 'CC-' || $5, 'claim_number', 'WC-' || $5,
         'subscriber_number', 'SUB' || $5)) copy where c.id = $2),
     icd as (insert into claim_icd select copy.* from claim_icd i, jsonb_populate_record(i, jsonb_build_object(
         'stratus_claim_id', $4::text)) copy where i.stratus_claim_id = $2)
     insert into eligibility_span select copy.* from eligibility_span s, jsonb_populate_record(s, jsonb_build_object(
         'id', gen_random_uuid(), 'stratus_claim_id', $4::text)) copy where s.stratus_claim_id = $2`,
    [idOf(`${from} person`), idOf(from), idOf(`${to} person`), idOf(to), key, lastName],
  )
}

/** A request with its claim. */
export async function claimOfRequest(
  { db }: Pick<TestApi, 'db'>,
  id: string,
): Promise<{ authorizationId: string; claimId: string; claimNumber: string }> {
  const { rows } = await db.query(
    `select a.id as "authorizationId", c.id as "claimId", c.claim_number as "claimNumber" from rx_authorization a
       join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id where a.id = $1`,
    [id],
  )
  return rows[0]
}
