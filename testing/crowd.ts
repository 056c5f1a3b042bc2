import type pg from 'pg'
import type { ClaimRequest } from '#features/adjudication/contract.ts'
import { bill, type Billed } from './bill.ts'
import { idOf } from './world.ts'

/** Adds injured workers 1 to `count` of AAA1 beside the fixture's own, each with one accepted claim like its first. */
export async function addCrowd(db: pg.Client, count: number): Promise<void> {
  const like = [idOf('AAA AAA1 claim 1'), count]
  await db.query(
    `insert into claimant (mc, id, patient_id, first_name, last_name, last_folded, first_folded, dob, gender, ssn_last4)
     select t.mc, md5('crowd person ' || n)::uuid, 'PCROWD' || n, t.first_name, 'Quill' || n, 'quill' || n, t.first_folded, t.dob, t.gender, t.ssn_last4
       from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id, generate_series(1, $2::int) n where c.mc = 'AAA' and c.id = $1`,
    like,
  )
  await db.query(
    `insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, employer_id, esi_claim_id, client_claim_id, claim_number, subscriber_number, doi, juris_state, compensability, status,
       body_parts, nature_code, injury, accepted_date, owner_id)
     select c.mc, md5('crowd claim ' || n)::uuid, c.sub_carrier, c.group_code, md5('crowd person ' || n)::uuid, c.employer_id, 'ECROWD' || n, 'CCCROWD' || n, 'WCCROWD' || n, 'SUBCROWD' || n, c.doi,
       c.juris_state, c.compensability, c.status, c.body_parts, c.nature_code, c.injury, c.accepted_date, c.owner_id
       from wc_claim c, generate_series(1, $2::int) n where c.mc = 'AAA' and c.id = $1`,
    like,
  )
  await db.query(
    `insert into claim_icd (mc, stratus_claim_id, icd10, description, status, is_primary)
     select i.mc, md5('crowd claim ' || n)::uuid, i.icd10, i.description, i.status, i.is_primary
       from claim_icd i, generate_series(1, $2::int) n where i.mc = 'AAA' and i.stratus_claim_id = $1`,
    like,
  )
  await db.query(
    `insert into eligibility_span (mc, id, stratus_claim_id, effective_date)
     select s.mc, md5('crowd span ' || n)::uuid, md5('crowd claim ' || n)::uuid, s.effective_date
       from eligibility_span s, generate_series(1, $2::int) n where s.mc = 'AAA' and s.stratus_claim_id = $1`,
    like,
  )
}

/** A pharmacy's claim for worker `n` of the crowd. */
export const billOfCrowd = (n: number, more: Omit<Billed, 'sub' | 'at'> = {}): ClaimRequest => {
  const like = bill({ ...more, sub: 'AAA1', at: 1 })
  return {
    ...like,
    insurance: { ...like.insurance, cardholderId: `SUBCROWD${n}` },
    patient: { ...like.patient, lastName: `Quill${n}` },
  }
}
