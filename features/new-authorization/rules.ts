import { usDate } from '#platform/dates/day.ts'
import { HOUR_MS } from '#platform/dates/instant.ts'
import { notCoveredThatDay } from '#reference/ncpdp.ts'
import { origin } from '#reference/origins.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { alreadyIn } from '#features/authorizations/transitions.ts'
import { status } from '#features/authorizations/statuses.ts'
import { reachesProduct, takesIn } from '#features/prior-auths/reach.ts'
import { isBill } from '#features/deadlines/which-pack.ts'
import { mayUpdate } from '#features/permissions/rules.ts'
import type { AuthorizationRow } from '#features/authorizations/rows.ts'
import type { Person } from '#platform/calls/person.ts'
import { channel } from '#reference/channels.ts'

/** How long a draft is kept. */
const DRAFT_HOURS = 24

const blocked: Why<'UPDATE_BLOCKED'> = { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }

type Rejected = { rejectCode: string; message: string }

/** Why this user may change nothing; checked before any lookup, so that the answer does not reveal whether a draft exists. */
export const whyNotUpdate = (person: Person): Why<'UPDATE_BLOCKED'> | undefined =>
  mayUpdate(person) ? undefined : blocked

/** Why this user may not draft a request here; undefined when they may (T03). */
export function whyNotPrepare(
  person: Person,
  claim: { createAllowed: boolean; mc: string },
): Why<'FEATURE_OFF' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return blocked
  if (!claim.createAllowed)
    return { code: 'FEATURE_OFF', message: 'Creating requests is switched off for this carrier.' }
  return undefined
}

/** Why the origin is refused: the channel is reserved, or a reimbursement names another carrier than the patient's. */
export function whyNotOrigin(
  originCode: number,
  masterCarrierCode: string | undefined,
  mc: string,
): Why<'RULE' | 'VALIDATION'> | undefined {
  if (!channel(originCode))
    return { code: 'VALIDATION', message: 'Enter an origin of 1, 2, 3, 7, 8, 9, 10, 11 or 12.', field: 'originCode' }
  if (originCode === origin.CLAIMANT_REIMBURSEMENT && masterCarrierCode !== undefined && masterCarrierCode !== mc)
    return {
      code: 'RULE',
      message: 'A reimbursement belongs to the carrier of the patient; leave the carrier out.',
      field: 'masterCarrierCode',
    }
  return undefined
}

/** Why the medication cannot be requested on this claim: it is not covered on that day (T03). */
export function whyNotCovered(rejects: readonly Rejected[], firstFill: boolean): Why<'RULE'> | undefined {
  if (firstFill) return undefined
  const reject = rejects.find((one) => notCoveredThatDay.includes(one.rejectCode))
  return (
    reject && {
      code: 'RULE',
      message: `The claim is not covered on this day: ${reject.message}.`,
      field: 'effectiveDate',
    }
  )
}

export type Window = { effectiveDate: string; expirationDate: string | null }

/** Why these dates are refused. */
export function whyNotWindow(
  { effectiveDate, expirationDate }: Window,
  dateOfInjury: string,
): Why<'VALIDATION'> | undefined {
  if (effectiveDate < dateOfInjury)
    return { code: 'VALIDATION', message: 'It may not start before the injury.', field: 'effectiveDate' }
  if (expirationDate !== null && expirationDate < effectiveDate)
    return { code: 'VALIDATION', message: 'End date cannot be before start date', field: 'authExpirationDate' }
  return undefined
}

/** Why ids that name the request or the product twice are refused: they name two different ones. */
export function whyNotTogether(
  named: { referenceNumber?: string | undefined; ndc?: string | undefined; gpi?: string | undefined },
  found: { reference_number: string; productGpi: string | undefined },
): Why<'VALIDATION'> | undefined {
  const wrong = (field: keyof typeof named, message: string) => ({ code: 'VALIDATION', field, message }) as const
  if (named.referenceNumber !== undefined && named.referenceNumber !== found.reference_number)
    return wrong('referenceNumber', 'This is the reference number of another request.')
  if (
    named.ndc !== undefined &&
    named.gpi !== undefined &&
    found.productGpi !== undefined &&
    named.gpi !== found.productGpi
  )
    return wrong('gpi', 'This is the drug code of another product.')
  return undefined
}

/** Why the day of a reconsidered bill may not change: it was billed for that day. */
export function whyNotBillDay(
  bill: { claim_channel_type: number; date_of_service: string },
  wanted: string | undefined,
): Why<'RULE'> | undefined {
  if (!isBill(bill.claim_channel_type) || wanted === undefined || wanted === bill.date_of_service) return undefined
  return { code: 'RULE', message: 'A bill is for the day it was billed for.', field: 'effectiveDate' }
}

/** Why a draft may not be sent: it was sent already, or it expired. */
export function whyNotSend(
  draft: { statusId: number; createdAt: string },
  now: string,
): Why<'ALREADY_DECIDED' | 'RULE'> | undefined {
  if (draft.statusId !== status.DRAFT) return alreadyIn(draft.statusId)
  if (Date.parse(now) - Date.parse(draft.createdAt) > DRAFT_HOURS * HOUR_MS)
    return { code: 'RULE', message: `A draft is kept ${DRAFT_HOURS} hours. Prepare the request again.` }
  return undefined
}

/** Why a reconsideration may not go to these users: at level 1 those who decided before are excluded (T24). */
export function whyNotReconsider(
  request: { reconsiderationLevel: number; originalDeciderId: string | null },
  ownerIds: readonly string[],
): Why<'RULE'> | undefined {
  if (request.reconsiderationLevel !== 1 || request.originalDeciderId === null) return undefined
  if (ownerIds[0] !== request.originalDeciderId) return undefined
  return {
    code: 'RULE',
    message: 'The user who decided before cannot decide the reconsideration. Choose another case owner first.',
    field: 'selectedCaseOwners',
  }
}

type Doubling = { id: string; gpi: string; originalAuthId: string | null; dateOfService?: string }
/** A clinic line has a shorter drug code, and each of its days is a separate request. */
const sameDrug = (one: Doubling, other: Doubling): boolean =>
  one.gpi.slice(0, 10) === other.gpi.slice(0, 10) && (one.gpi.length >= 10 || one.dateOfService === other.dateOfService)

/** The open request that a new one duplicates: the same drug on the same claim; for a reconsideration, the same decision. */
export function doubled<Open extends Doubling>(request: Doubling, open: readonly Open[]): Open | undefined {
  return open.find(
    (one) =>
      one.id !== request.id &&
      (sameDrug(one, request) || (request.originalAuthId !== null && one.originalAuthId === request.originalAuthId)),
  )
}

type Reaching = { kind: string; gpiPrefix: string; level: number; ndc: string | null }
const reaches = (one: Reaching, drug: { gpi: string; ndc: string }): boolean =>
  takesIn(one, drug.gpi) && (one.level !== 11 || (one.ndc ?? '') === drug.ndc)

/** The prior authorizations in force that already cover a drug. */
export const alreadyPermitted = <P extends Reaching>(
  priorAuths: readonly P[],
  drug: { gpi: string; ndc: string },
): P[] => priorAuths.filter((priorAuth) => priorAuth.kind === 'PERMIT' && reaches(priorAuth, drug))

type Bound = Reaching & {
  brandFlag: string
  rxNumber: string | null
  pharmacyNabp: string | null
  prescriberNpi: string | null
}
/** The blocks in force that stop a prescription: an approval helps only when it lifts them (R40). */
export const blocking = <P extends Bound>(
  priorAuths: readonly P[],
  of: Pick<AuthorizationRow, 'gpi' | 'ndc' | 'generic_or_brand' | 'rx_number' | 'pharmacy_nabp' | 'prescriber_npi'>,
): P[] =>
  priorAuths.filter(
    (block) =>
      block.kind === 'BLOCK' &&
      reachesProduct(block, { gpi: of.gpi, ndc: of.ndc, brand: of.generic_or_brand !== 'G' }) &&
      (block.rxNumber === null || block.rxNumber === of.rx_number) &&
      (block.pharmacyNabp === null || block.pharmacyNabp === of.pharmacy_nabp) &&
      (block.prescriberNpi === null || block.prescriberNpi === of.prescriber_npi),
  )

/** What a block means for a request: blocks of the reconsidered denials end with its approval (T24), others must be lifted. */
export const blockWords = (
  block: { overrideRef: string; endDate: string; authorizationId: string | null },
  reconsiders: readonly string[],
): string =>
  `A block (${block.overrideRef}) covers this drug until ${usDate(block.endDate)}. ${
    block.authorizationId !== null && reconsiders.includes(block.authorizationId)
      ? 'It ends when this reconsideration is approved.'
      : 'Lift the block first, or clear code 3Y with the approval.'
  }`
