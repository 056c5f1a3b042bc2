import { createHash } from 'node:crypto'
import { iso } from './calendar.ts'
import { paperOf } from './paper.ts'
import type { Submitted } from './submissions.ts'
import type { Open, Tale } from './tale.ts'

const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

/** The form and receipts a worker sent in with a bill (document type 12), as they were scanned. */
export function scanReceipt(tale: Tale, { row: fill }: Submitted, open: Open, ms: number): void {
  const { row, claim } = open
  const { claimant } = claim
  const name = `${claimant.first_name} ${claimant.last_name}`
  const { bytes, pages } = paperOf('Request for reimbursement', [
    `${name}, claim ${claim.row.claim_number}`,
    `Bought ${fill.fill_date} at ${tale.setting.pharmacyName(fill.pharmacy_nabp)}: ${fill.drug_name}, quantity ${fill.quantity}.`,
    `Prescription ${fill.rx_number}. Paid in cash: ${(fill.usual_and_customary ?? 0).toFixed(2)} US dollars. The receipt is attached.`,
    `Signed: ${name}`,
  ])
  const id = tale.random.id(ms)
  tale.ledger.documents.push({
    mc: row.mc,
    id,
    sub_carrier: claim.row.sub_carrier,
    stratus_claim_id: claim.row.id,
    authorization_id: row.id,
    transaction_id: fill.id,
    type_id: 12,
    group_id: 3,
    file_name: `Receipt ${fill.rx_number}.pdf`,
    mime: 'application/pdf',
    bytes: bytes.byteLength,
    pages,
    source: 'FILENET',
    created_at: iso(ms),
    received_at: iso(ms),
    sha256: hex(createHash('sha256').update(bytes).digest()),
  })
  tale.ledger.contents.push({ mc: row.mc, document_id: id, content: hex(bytes) })
}
