import { rejectWords } from '#features/authorizations/reject-words.ts'
import { statusLabel } from '#features/authorizations/statuses.ts'
import { whyNotReverse } from '#features/transactions/reversal-rules.ts'
import type { Person } from '#platform/calls/person.ts'
import { documentTypeName } from '#reference/document-types.ts'
import { channel } from '#reference/channels.ts'
import { origin } from '#reference/origins.ts'
import { rejectCode, type ClearedBy } from '#reference/reject-codes.ts'
import type { HistoryFilter } from './contract.ts'
import type { Txn, TxnDetail, TransactionStatus } from './shapes.ts'
import type { DetailRow, Search, TotalsRow, TxnRow } from './sql.ts'

/** Days a history may look back, as a screen offers them; the whole history is one more choice. */
export const dayChoices = [30, 60, 90, 180, 365] as const
export const defaultDays = 365
/** Rejects older than this come from the archive. */
export const ARCHIVE_MONTHS = 24

export const statusNames: Record<TransactionStatus, string> = {
  P: 'Paid',
  R: 'Rejected',
  X: 'Reversal',
  B: 'Billed',
}

/** What a filter means. Kinds chosen by box and by list both count; none chosen means all. */
export function readFilter(input: HistoryFilter): Search {
  const { claimTypes, statusFilter, searchFilter, medicationFilter, searchNumberOfDays, fillDate, gpi } = input
  const boxes: TransactionStatus[] = [
    ...(claimTypes?.paid ? (['P'] as const) : []),
    ...(claimTypes?.rejected ? (['R'] as const) : []),
    ...(claimTypes?.reversal ? (['X'] as const) : []),
    ...(claimTypes?.billed ? (['B'] as const) : []),
  ]
  const listed = statusFilter?.length ? statusFilter : null
  const statuses = boxes.length === 0 ? listed : listed === null ? boxes : boxes.filter((one) => listed.includes(one))
  return {
    keys: input,
    statuses,
    words: searchFilter || null,
    drug: medicationFilter
      ? /^\d{2,14}$/.test(medicationFilter)
        ? { code: medicationFilter }
        : { words: medicationFilter }
      : null,
    gpi: gpi ?? null,
    days: searchNumberOfDays === undefined || searchNumberOfDays === 'all' ? null : searchNumberOfDays,
    fillDate: fillDate ?? null,
  }
}

/** How a bill came: on paper, in a file of bills, or at the counter in real time. */
const processingCode = (channelType: number): string =>
  channelType === origin.PAPER_BILL ? 'P' : channelType === origin.BILL_REVIEW ? 'B' : 'R'

const meaningOf = (code: string): string => rejectWords(code, rejectCode(code)?.meaning ?? '')

export const toTxn = (row: TxnRow): Txn => ({
  transactionId: row.id,
  referenceNumber: row.reference_number,
  tcn: row.tcn,
  status: row.status,
  fillDate: row.fill_date,
  drugName: row.drug_name,
  strength: row.strength,
  ndc: row.ndc,
  gpi: row.gpi,
  quantity: row.quantity,
  daysSupply: row.days_supply,
  refill: row.fill_number,
  rxNumber: row.rx_number,
  prescriberName: row.prescriber_name,
  pharmacyName: row.pharmacy_name,
  nabp: row.pharmacy_nabp,
  paidAmount: row.paid_amount,
  rejects: row.reject_codes,
  rejectMeanings: row.reject_codes.map(meaningOf),
  claimChannelType: row.claim_channel_type,
  claimChannelName: channel(row.claim_channel_type)?.name ?? 'Other',
  fileProcessingCode: row.file_processing_code ?? processingCode(row.claim_channel_type),
  claimNumber: row.claim_number,
  esiClaimId: row.esi_claim_id,
  subscriberNumber: row.subscriber_number,
  stratusClaimId: row.stratus_claim_id,
  reversedAt: row.reversed_at,
  authorizationId: row.authorization_id,
  hasEob: row.has_eob,
  hasPbImage: row.has_pb_image,
  compound: row.compound_code === 2,
  searchProvider: row.archived ? 2 : 1,
})

const fixers: Record<ClearedBy, string> = {
  A: 'The adjuster, by deciding the request',
  S: 'A supervisor, by deciding the request',
  R: 'A pharmacist; an adjuster can send the request to clinical review',
  O: 'A senior pharmacist only',
  K: 'The pharmacy, by correcting the claim and sending it again; support can correct eligibility',
  '-': 'Nobody: it cannot be cleared',
}

/** Who can do something about a reject code, in words. */
const whoCanFix = (code: string): string => fixers[rejectCode(code)?.by ?? 'K']

const clearedBy: Record<string, string> = {
  PRIOR_AUTH: 'Prior authorization',
  BYPASS: 'Bypass',
  TOC: 'Transition of care',
  AUTO_RULE: 'Automatic approval',
}

const documentOf = (row: { id: string; type_id: number; file_name: string }) => ({
  documentId: row.id,
  typeId: row.type_id,
  typeName: documentTypeName(row.type_id),
  fileName: row.file_name,
})

const PAPER_BILL_IMAGE = 6

/** One transaction in full, with whether this person may reverse it. */
export function toDetail(row: DetailRow, person: Person): TxnDetail {
  const problem = whyNotReverse(person, row)
  const said = new Map(row.rejects.map((reject) => [reject.rejectCode, reject.message]))
  const image = row.documents.find((one) => one.type_id === PAPER_BILL_IMAGE)
  return {
    ...toTxn(row),
    submittedAt: row.submitted_at,
    adjudicatedAt: row.adjudicated_at,
    dateWritten: row.date_written,
    refillsAuthorised: row.refills_authorised,
    genericOrbrand: row.generic_or_brand,
    daw: row.daw,
    deaSchedule: row.dea_schedule,
    mmePerDay: row.mme_per_day,
    pharmacy: {
      nabp: row.pharmacy_nabp,
      name: row.pharmacy_name,
      city: row.pharmacy?.city ?? '',
      state: row.pharmacy?.state ?? '',
      phone: row.pharmacy?.phone ?? '',
    },
    prescriber: {
      npi: row.prescriber_npi,
      name: row.prescriber_name,
      specialty: row.prescriber?.specialty ?? '',
      phone: row.prescriber?.phone ?? '',
    },
    pricing: {
      awp: row.awp,
      feeSchedule: row.fee_schedule,
      network: row.network,
      usualAndCustomary: row.usual_and_customary,
      paid: row.paid_amount,
    },
    why: row.reject_codes.map((code) => ({
      code,
      meaning: meaningOf(code),
      message: said.get(code) ?? '',
      fixHint: rejectCode(code)?.fixHint ?? '',
      whoCanFix: whoCanFix(code),
      safety: rejectCode(code)?.safety ?? false,
    })),
    cleared: row.cleared.map(({ reject, by }) => ({
      code: reject.rejectCode,
      meaning: rejectWords(reject.rejectCode, reject.description),
      by: clearedBy[by] ?? by,
    })),
    priorAuth: row.prior_auth,
    authorization: row.request_of && {
      authorizationId: row.request_of.id,
      referenceNumber: row.request_of.reference,
      status: statusLabel(row.request_of.statusId),
    },
    invoiceNumber: row.invoice_number,
    billedDate: row.billed_date,
    reversal:
      row.status === 'X' && row.reversed_at !== null
        ? {
            at: row.reversed_at,
            reference: row.reversal_reference,
            reason: row.reversal_reason,
            by: row.reversed_by_name,
          }
        : null,
    eob: row.documents.filter((one) => one.type_id !== PAPER_BILL_IMAGE).map(documentOf),
    pbImage: image ? documentOf(image) : null,
    message: row.message,
    reverse: { allowed: problem === undefined, reason: problem?.message ?? '' },
  }
}

/** A field a caller named that the transaction on file contradicts; undefined when all agree. */
export function contradiction(
  input: {
    fillDate?: string | undefined
    ndcNumber?: string | undefined
    fileProcessingCode?: string | undefined
    claimRejected?: boolean | undefined
    subscriberNumber?: string | undefined
    searchProvider?: number | undefined
  },
  txn: Txn,
): string | undefined {
  const differs = <T>(asked: T | undefined, found: T): boolean => asked !== undefined && asked !== found
  if (differs(input.fillDate, txn.fillDate)) return 'fillDate'
  if (differs(input.ndcNumber?.replaceAll('-', ''), txn.ndc)) return 'ndcNumber'
  if (differs(input.fileProcessingCode, txn.fileProcessingCode)) return 'fileProcessingCode'
  if (differs(input.claimRejected, txn.status === 'R')) return 'claimRejected'
  if (differs(input.subscriberNumber?.trim().toUpperCase(), txn.subscriberNumber)) return 'subscriberNumber'
  if (differs(input.searchProvider, txn.searchProvider)) return 'searchProvider'
  return undefined
}

const coverWords: Record<string, [covered: boolean, reason: string]> = {
  COVERED: [true, 'Covered by the plan'],
  PA: [false, 'Needs prior authorization'],
  STEP: [false, 'Another drug comes first'],
  EXCLUDED: [false, 'Excluded by the plan'],
}
/** Whether the plan covers an ingredient, in words; not known for one that is not on file. */
export const coverage = (onFile: boolean, status: string | null): { covered: boolean | null; reason: string } => {
  if (!onFile) return { covered: null, reason: 'Not on file' }
  const [covered, reason] = coverWords[status ?? 'COVERED'] ?? [null, '']
  return { covered, reason }
}

/** How many the chosen kinds come to. */
export function countOf(totals: TotalsRow, statuses: readonly string[] | null): number {
  const { paid, rejected, reversed, billed } = totals
  const counts: Record<string, number> = { P: paid, R: rejected, X: reversed, B: billed }
  return (statuses ?? Object.keys(counts)).reduce((sum, one) => sum + counts[one]!, 0)
}
