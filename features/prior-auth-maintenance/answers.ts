import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { priorAuthStatusLabel } from '#features/prior-auths/statuses.ts'
import { blockReach, type ProductGroup } from '#features/prior-auths/block-reach.ts'
import { toPriorAuth } from '#features/authorizations/prior-auth-answer.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import type { Person } from '#platform/calls/person.ts'
import { priorAuthActs, type ClaimFacts } from './acts.ts'
import { changeShown } from './change-words.ts'
import type { ListedPriorAuth, PriorAuthLine } from './contract.ts'
import { informable } from './informing.ts'
import type { PriorAuthFacts } from './rules.ts'
import type { ClaimOf, LineFound, ListedFound } from './sql.ts'

/** A prior authorization as lists show it; its status is as of today. */
export const toLine = (row: LineFound): PriorAuthLine => ({
  ...toPriorAuth(row),
  statusId: row.status_today,
  statusName: priorAuthStatusLabel(row.status_today),
  masterCarrier: row.mc,
  stratusClaimId: row.stratus_claim_id,
  esiClaimId: row.esi_claim_id,
  subscriberNumber: row.subscriber_number,
  claimNumber: row.claim_number,
  subCarrier: row.sub_carrier,
  referenceNumber: row.reference_number,
  ndc: row.ndc,
  maxCostPerFill: row.max_cost_per_fill,
  pharmacyNabp: row.pharmacy_nabp,
  prescriberNpi: row.prescriber_npi,
  reasonId: row.reason_id,
  createdSource: row.created_source,
  supersedesId: row.supersedes_id,
  terminatedBy: row.terminated_by,
  terminatedReason: row.terminated_reason,
  version: row.version,
  fills: row.fills,
})

/** The same as its rules need it. */
export const priorAuthFacts = (
  row: LineFound & { juris_state: string; received_at: string; by_silence: boolean },
): PriorAuthFacts => ({
  kind: row.kind,
  statusId: row.status_today,
  startDate: row.start_date,
  endDate: row.end_date,
  level: row.level,
  oneTime: row.one_time,
  maxFills: row.max_fills,
  fillsUsed: row.fills_used,
  maxQty: row.max_qty_per_fill,
  maxDays: row.max_days_per_fill,
  maxCost: row.max_cost_per_fill,
  pharmacyNabp: row.pharmacy_nabp,
  prescriberNpi: row.prescriber_npi,
  brandFlag: row.brand_flag,
  codes: row.codes_cleared,
  endedBy: row.terminated_by,
  jurisState: row.juris_state,
  receivedAt: row.received_at,
  bySilence: row.by_silence,
})

export const claimFacts = (claim: ClaimOf): ClaimFacts => ({
  mc: claim.mc,
  subCarrier: claim.sub_carrier,
  ownerId: claim.owner_id,
  supervised: claim.supervised,
  createAllowed: claim.create_allowed,
  settings: decisionSettings(claim),
})

/** What a block does to the products of its drug. */
const blockReachOf = (row: ListedFound, products: readonly ProductGroup[]) =>
  blockReach({ level: row.level, gpiPrefix: row.gpi_prefix, brandFlag: row.brand_flag, ndc: row.ndc }, products)

/** A line of the list for this user, with what they may do with it. */
export const toListed = (row: ListedFound, person: Person, claim: ClaimOf, now: string): ListedPriorAuth => ({
  ...toLine(row),
  ...priorAuthActs(person, claimFacts(claim), priorAuthFacts(row), row.owner_ids, now),
  codeMeanings: row.codes_cleared.map((code) => rejectWords(code, rejectCode(code)?.meaning ?? '')),
  pharmacyName: row.pharmacy_name,
  prescriberName: row.prescriber_name,
  informable: row.kind === 'PERMIT' ? informable(row.reachable) : [],
  changes: row.changes.map(changeShown),
  openRequests: row.open_requests,
  blocks: row.products ? blockReachOf(row, row.products) : null,
})
