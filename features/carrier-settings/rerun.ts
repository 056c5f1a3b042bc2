import type { Adjudication } from '#features/adjudication/answer.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { adjudicate } from '#features/adjudication/rules.ts'
import type { Snapshot } from '#features/adjudication/snapshot.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { billOrigins } from '#reference/origins.ts'
import type { Effect } from './effects.ts'

// What a change of a setting would have done to the submissions of last month: the engine adjudicates each twice, with the
// settings of today and with the change, from what was on file when it came.

/** Submissions adjudicated in one call: the process answers others between two calls. */
export const RERUN_SIZE = 300

/** A submission as it is kept. */
export type Submission = {
  id: string
  reference_number: string
  authorization_id: string | null
  claim_id: string
  sub_carrier: string
  submitted_at: string
  claim_channel_type: number
  pharmacy_nabp: string
  prescriber_npi: string
  fill_date: string
  rx_number: string
  fill_number: number
  refills_authorised: number
  date_written: string | null
  ndc: string
  drug_name: string
  quantity: number
  days_supply: number
  daw: string
  compound_code: number
  usual_and_customary: number | null
  /** The claim as it was sent; old submissions keep the figures alone. */
  request: ClaimRequest | null
  /** Who owns the claim, or the requests of its group. */
  owner: string | null
  /** Fills and approvals that came with it or after it: they were not there yet. */
  later_fills: string[]
  later_grants: string[]
}

/** Whether the figures say what was billed: not of a compound or a clinic line whose claim is not kept. */
export const canRun = (of: Pick<Submission, 'request' | 'compound_code' | 'claim_channel_type'>): boolean =>
  of.request !== null || (of.compound_code !== 2 && !billOrigins.includes(of.claim_channel_type))

/** The claim of a submission, as it was sent or from its figures. */
export const claimOf = (of: Submission): ClaimRequest =>
  of.request ?? {
    channel: of.claim_channel_type,
    pharmacyNabp: of.pharmacy_nabp,
    dateOfService: of.fill_date,
    prescriber: { npi: of.prescriber_npi },
    prescription: {
      rxNumber: of.rx_number,
      fillNumber: of.fill_number,
      productId: of.ndc,
      quantity: of.quantity,
      daysSupply: of.days_supply,
      daw: of.daw,
      refillsAuthorised: of.refills_authorised,
      ...(of.date_written !== null && { dateWritten: of.date_written }),
    },
    ...(of.usual_and_customary !== null && {
      pricing: { usualAndCustomary: of.usual_and_customary, grossAmountDue: of.usual_and_customary },
    }),
  }

/** What was on file when it came: without what came with it or later, and with the fills of an approval that it had left. */
export function asItCame(snapshot: Snapshot, of: Pick<Submission, 'later_fills' | 'later_grants'>): Snapshot {
  const [later, grants] = [new Set(of.later_fills), new Set(of.later_grants)]
  const usedLater = new Map<string, number>()
  for (const { transactionId, priorAuthId } of snapshot.history)
    if (later.has(transactionId) && priorAuthId) usedLater.set(priorAuthId, (usedLater.get(priorAuthId) ?? 0) + 1)
  return {
    ...snapshot,
    history: snapshot.history.filter(({ transactionId }) => !later.has(transactionId)),
    priorAuths: snapshot.priorAuths
      .filter(({ priorAuthId }) => !grants.has(priorAuthId))
      .map((one) => {
        const used = usedLater.get(one.priorAuthId)
        if (used === undefined) return one
        const statusId = one.statusId === priorAuthStatus.USED_UP ? priorAuthStatus.ACTIVE : one.statusId
        return { ...one, statusId, fillsUsed: Math.max(0, one.fillsUsed - used) }
      }),
  }
}

type Outcome = Pick<Adjudication, 'outcome' | 'codes' | 'pending'> & { pricing: { amountDue: number } | null }
export function effectOf(before: Outcome, after: Outcome): Effect | undefined {
  if (before.outcome !== after.outcome) return after.outcome === 'P' ? 'PASSES' : 'STOPS'
  if (after.outcome === 'P') return before.pricing?.amountDue === after.pricing?.amountDue ? undefined : 'PRICE'
  const same = [...before.codes].toSorted().join() === [...after.codes].toSorted().join()
  return same && isForPerson(before) === isForPerson(after) ? undefined : 'REASONS'
}

/** Whether a person would decide: a request is raised or joined. */
export const isForPerson = ({ pending }: Pick<Outcome, 'pending'>): boolean => pending.verdict !== 'NONE'

/** Both answers of the engine: with the settings as they are, and with one of them changed; undefined takes it away. */
export function rerun(of: Submission, snapshot: Snapshot, key: string, value: unknown) {
  const claim = claimOf(of)
  const known = asItCame(snapshot, of)
  const { [key]: _, ...others } = known.settings as Record<string, unknown>
  const settings = value === undefined ? others : { ...others, [key]: value }
  return {
    before: adjudicate(claim, known, { mode: 'TRIAL' }),
    after: adjudicate(claim, { ...known, settings } as Snapshot, { mode: 'TRIAL' }),
  }
}
