import { claimDay } from '#features/claims/claim-day.ts'
import type { PaidAnswer } from './answer.ts'
import type { Adjudication } from '#features/adjudication/answer.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { DrugFacts } from '#features/adjudication/snapshot.ts'
import type { ClaimKeys } from '#features/claims/claim-keys.ts'

/** One row of rx_transaction, named as its columns. */
export type TransactionRow = {
  mc: string
  id: string
  tcn: string
  reference_number: string
  sub_carrier: string
  stratus_claim_id: string
  subscriber_number: string
  status: 'P' | 'R' | 'X' | 'B'
  claim_channel_type: number
  rx_number: string
  fill_number: number
  refills_authorised: number
  date_written: string | null
  fill_date: string
  submitted_at: string
  adjudicated_at: string
  ndc: string
  gpi: string
  drug_name: string
  generic_or_brand: string
  daw: string
  compound_code: number
  quantity: number
  days_supply: number
  part: 'P' | 'C' | null
  quantity_intended: number | null
  pharmacy_nabp: string
  prescriber_npi: string
  awp: number | null
  fee_schedule: number | null
  network: number | null
  usual_and_customary: number | null
  paid_amount: number | null
  mme_per_day: number | null
  dea_schedule: string | null
  reject_codes: string[]
  prior_auth_id: string | null
  authorization_id: string | null
  reversed_at: string | null
  message: string
  request: ClaimRequest | null
  result: unknown
  created_at: string
}

export type Recorded = {
  keys: ClaimKeys
  request: ClaimRequest
  adjudication: Adjudication
  drug: DrugFacts | null
  id: string
  tcn: string
  referenceNumber: string
  now: string
  authorizationId: string | null
  message: string
  /** The answer to a claim that was paid. */
  paid?: PaidAnswer | undefined
  /** Kept for recent transactions only; old ones keep the figures, not the request. */
  keepTrace: boolean
}

// A value the columns can hold. A value gate G1 refused is kept in `request` as sent; here it counts as missing.
const whole = (figure: number | undefined, least: number, most: number, missing: number): number =>
  figure !== undefined && Number.isInteger(figure) && figure >= least && figure <= most ? figure : missing
const amount = (figure: number | undefined): number =>
  figure !== undefined && figure >= 0.001 && figure <= 9_999.999 ? figure : 1

/** The row of one adjudicated claim, paid or rejected. */
export function record(of: Recorded): TransactionRow {
  const { keys, request, adjudication, drug } = of
  const { pricing, facts } = adjudication
  const rx = request.prescription ?? {}
  const own = facts.mme?.items.filter((item) => item.source === 'CLAIM').reduce((sum, item) => sum + item.mme, 0)
  return {
    mc: keys.mc,
    id: of.id,
    tcn: of.tcn,
    reference_number: of.referenceNumber,
    sub_carrier: keys.subCarrier,
    stratus_claim_id: keys.claimId,
    subscriber_number: keys.subscriberNumber,
    status: adjudication.outcome,
    claim_channel_type: request.channel,
    rx_number: rx.rxNumber ?? '',
    fill_number: whole(rx.fillNumber, 0, 99, 0),
    refills_authorised: whole(rx.refillsAuthorised, 0, 99, 0),
    date_written: claimDay(rx.dateWritten),
    fill_date: claimDay(request.dateOfService) ?? of.now.slice(0, 10),
    submitted_at: of.now,
    adjudicated_at: of.now,
    ndc: drug?.ndc ?? (rx.productId ?? '').replaceAll('-', ''),
    gpi: drug?.gpi ?? facts.gpi ?? '',
    drug_name: drug?.name ?? facts.drugName ?? 'Unknown product',
    generic_or_brand: drug === null || drug.brandFlag === 'G' ? 'G' : 'B',
    daw: rx.daw ?? '0',
    compound_code: ['1', '2'].includes(rx.compoundCode ?? '') ? Number(rx.compoundCode) : 0,
    quantity: amount(rx.quantity ?? request.hcpcs?.units),
    days_supply: whole(rx.daysSupply, 1, 365, 1),
    part: rx.dispensingStatus === 'P' || rx.dispensingStatus === 'C' ? rx.dispensingStatus : null,
    quantity_intended: rx.quantityIntended === undefined ? null : amount(rx.quantityIntended),
    pharmacy_nabp: request.pharmacyNabp ?? '',
    prescriber_npi: request.prescriber?.npi ?? '',
    awp: pricing?.awp ?? null,
    fee_schedule: pricing?.feeSchedule ?? null,
    network: pricing?.network ?? null,
    usual_and_customary: pricing?.uc ?? null,
    paid_amount: adjudication.outcome === 'P' ? (pricing?.paid ?? null) : null,
    mme_per_day: own ? Math.round(own * 10) / 10 : null,
    dea_schedule: drug?.dea ?? null,
    reject_codes: adjudication.codes,
    prior_auth_id: adjudication.outcome === 'P' ? (adjudication.priorAuthUsed?.priorAuthId ?? null) : null,
    authorization_id: of.authorizationId,
    reversed_at: null,
    message: of.message,
    request: of.keepTrace ? request : null,
    result: of.keepTrace
      ? {
          rejects: adjudication.rejects,
          cleared: adjudication.cleared,
          warnings: adjudication.warnings,
          trace: adjudication.trace,
          // What a repeat of a paid claim is answered with.
          ...(of.paid && { paid: of.paid }),
        }
      : null,
    created_at: of.now,
  }
}
