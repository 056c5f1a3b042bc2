import type pg from 'pg'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { pharmacyClaim, type ClaimOptions } from './pharmacy-claim.ts'
import { idOf } from './fixtures.ts'

/** SQL of a UUID (version 7) computed from a text. */
export const idFrom = (text: string): string =>
  `overlay(overlay(md5(${text}) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid`

/** SQL of the claim id of worker `n`. */
export const claimIdOfWorker = (sub: ClaimOptions['sub'], n = 'n'): string => idFrom(`'${sub} crowd claim ' || ${n}`)

/** Adds injured workers 1 to `count` to the fixtures, each with one accepted claim like the first of `sub`. */
export async function addManyWorkers(db: pg.Client, count: number, sub: ClaimOptions['sub'] = 'AAA1'): Promise<void> {
  const mc = sub.slice(0, 3)
  const like = [mc, idOf(`${mc} ${sub} claim 1`), count, `${sub}CROWD`]
  const person = idFrom(`'${sub} crowd person ' || n`)
  const claim = claimIdOfWorker(sub)
  // All are born on one day: each would be compared with all others as perhaps the same person.
  await db.query('alter table claimant disable trigger worker_pairs_added')
  await db.query(
    `insert into claimant (mc, id, patient_id, first_name, last_name, last_folded, first_folded, dob, gender, ssn_last4)
     select t.mc, ${person}, 'P' || $4 || n, t.first_name, 'Quill' || n, 'quill' || n, t.first_folded, t.dob, t.gender, t.ssn_last4
       from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id, generate_series(1, $3::int) n where c.mc = $1 and c.id = $2`,
    like,
  )
  await db.query('alter table claimant enable trigger worker_pairs_added')
  await db.query(
    `insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, employer_id, esi_claim_id, client_claim_id,
       claim_number, subscriber_number, doi, juris_state, compensability, status,
       body_parts, nature_code, injury, accepted_date, owner_id)
     select c.mc, ${claim}, c.sub_carrier, c.group_code, ${person}, c.employer_id, 'E' || $4 || n, 'CC' || $4 || n, 'WC' || $4 || n, 'S' || $4 || n, c.doi,
       c.juris_state, c.compensability, c.status, c.body_parts, c.nature_code, c.injury, c.accepted_date, c.owner_id
       from wc_claim c, generate_series(1, $3::int) n where c.mc = $1 and c.id = $2`,
    like,
  )
  await db.query(
    `insert into claim_icd (mc, stratus_claim_id, icd10, description, status, is_primary)
     select i.mc, ${claim}, i.icd10, i.description, i.status, i.is_primary
       from claim_icd i, generate_series(1, $3::int) n where i.mc = $1 and i.stratus_claim_id = $2`,
    like.slice(0, 3),
  )
  await db.query(
    `insert into eligibility_span (mc, id, stratus_claim_id, effective_date)
     select s.mc, ${idFrom(`'${sub} crowd span ' || n`)}, ${claim}, s.effective_date
       from eligibility_span s, generate_series(1, $3::int) n where s.mc = $1 and s.stratus_claim_id = $2`,
    like.slice(0, 3),
  )
  // Where triggers are off; elsewhere the names are there.
  await db.query(
    `insert into claim_name (mc, stratus_claim_id, sub_carrier, last_folded, first_folded, dob, doi, juris_state, covered)
     select c.mc, c.id, c.sub_carrier, t.last_folded, t.first_folded, t.dob, c.doi, c.juris_state, covered_days(c.mc, c.id)
       from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id where c.mc = $1 on conflict do nothing`,
    [mc],
  )
  await db.query('analyze wc_claim, claimant, claim_name, claim_icd, eligibility_span') // as after any bulk load
}

/** A pharmacy's claim for worker `n`. */
export function claimOfWorker(
  n: number,
  { sub = 'AAA1', ...more }: Partial<Omit<ClaimOptions, 'at'>> = {},
): ClaimRequest {
  const like = pharmacyClaim({ ...more, sub, at: 1 })
  return {
    ...like,
    insurance: { ...like.insurance, cardholderId: `S${sub}CROWD${n}` },
    patient: { ...like.patient, lastName: `Quill${n}` },
  }
}
