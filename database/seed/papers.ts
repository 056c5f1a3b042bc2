import type { TransactionRow } from '#features/transactions/record.ts'
import { usDate } from '#platform/dates/day.ts'
import type { Claim } from './claim-rows.ts'
import { file } from './filed.ts'
import type { Size } from './sizes.ts'
import type { Submitted } from './submissions.ts'
import type { Open, Tale } from './tale.ts'

/** The form and receipts a worker sent in with a bill (document type 12), as they were scanned. */
export function scanReceipt(tale: Tale, { row: fill }: Submitted, open: Open, ms: number): void {
  const { row, claim } = open
  const { claimant } = claim
  const name = `${claimant.first_name} ${claimant.last_name}`
  file(tale, claim, {
    id: tale.random.id(ms),
    authorization_id: row.id,
    transaction_id: fill.id,
    type_id: 12,
    group_id: 3,
    file_name: `Receipt ${fill.rx_number}.pdf`,
    source: 'FILENET',
    ms,
    heading: 'Request for reimbursement',
    paragraphs: [
      `${name}, claim ${claim.row.claim_number}`,
      `Bought ${usDate(fill.fill_date)} at ${tale.setting.pharmacyName(fill.pharmacy_nabp)}: ${fill.drug_name}, quantity ${fill.quantity}.`,
      `Prescription ${fill.rx_number}. Paid in cash: ${(fill.usual_and_customary ?? 0).toFixed(2)} US dollars. The receipt is attached.`,
      `Signed: ${name}`,
    ],
  })
}

/** Bills that came on paper whose image is kept: as many as make the wanted number of documents. */
const imaged: Readonly<Record<Size, number>> = { test: 0.1, demo: 0.28, scale: 1 }

/** The image of a bill on paper, of a pharmacy or a clinic (document type 6), as it was scanned when it came in. */
export function scanBill(tale: Tale, claim: Claim, fill: TransactionRow, ms: number): void {
  const onPaper = fill.claim_channel_type === 9 || fill.claim_channel_type === 8
  if (!onPaper || !tale.random.chance(imaged[tale.setting.size])) return
  const { claimant, row } = claim
  const what =
    fill.claim_channel_type === 8
      ? [`Given in the office: ${fill.drug_name}, units ${fill.quantity}.`]
      : [
          `${fill.drug_name}, NDC ${fill.ndc || 'see attached'}, quantity ${fill.quantity} for ${fill.days_supply} days.`,
          `Prescription ${fill.rx_number}, fill ${fill.fill_number}. Prescriber ${fill.prescriber_npi}.`,
        ]
  file(tale, claim, {
    id: tale.random.id(ms),
    authorization_id: fill.authorization_id,
    transaction_id: fill.id,
    type_id: 6,
    group_id: 3,
    file_name: `Bill ${fill.rx_number || fill.reference_number}.pdf`,
    source: 'FILENET',
    ms,
    heading: fill.claim_channel_type === 8 ? 'Bill of a clinic' : 'Bill of a pharmacy',
    paragraphs: [
      `${tale.setting.pharmacyName(fill.pharmacy_nabp)}, ${fill.pharmacy_nabp}`,
      `${claimant.first_name} ${claimant.last_name}, claim ${row.claim_number}, injured ${usDate(row.doi)}`,
      `Day of service ${usDate(fill.fill_date)}.`,
      ...what,
      `Charge: ${(fill.usual_and_customary ?? 0).toFixed(2)} US dollars.`,
    ],
  })
}

/** One paid fill in so many has its explanation of benefits in the archive. */
const explained: Readonly<Record<Size, number>> = { test: 8, demo: 2000, scale: 20_000 }

/**
 * The explanation of benefits of a paid fill (document type 4), and that of bill review (5) where it came on paper, as the archive
 * keeps them. Which fills have one follows from their numbers, so that the rest of the world stays as it is.
 */
export function fileExplanation(tale: Tale, claim: Claim, fill: TransactionRow, ms: number): void {
  if (fill.status !== 'P' || Number(`0x${fill.id.slice(-3)}`) % explained[tale.setting.size] !== 0) return
  const review = fill.claim_channel_type === 9 || fill.claim_channel_type === 8
  const { claimant, row } = claim
  file(tale, claim, {
    id: `${fill.id.slice(0, -4)}e0b4`,
    authorization_id: null,
    transaction_id: fill.id,
    type_id: review ? 5 : 4,
    group_id: 3,
    file_name: `${review ? 'EOBR' : 'EOB'} ${fill.reference_number}.pdf`,
    source: 'FILENET',
    ms,
    heading: review ? 'Explanation of bill review' : 'Explanation of benefits',
    paragraphs: [
      `${claimant.first_name} ${claimant.last_name}, claim ${row.claim_number}, injured ${usDate(row.doi)}`,
      `${fill.drug_name}, filled ${usDate(fill.fill_date)} at ${tale.setting.pharmacyName(fill.pharmacy_nabp)}, reference ${fill.reference_number}.`,
      `Billed ${(fill.usual_and_customary ?? 0).toFixed(2)}, paid ${(fill.paid_amount ?? 0).toFixed(2)} US dollars. You owe nothing.`,
    ],
  })
}
