import { startsAsPdf } from '#platform/calls/documents.ts'
import type { Refusal } from '#platform/calls/refusal.ts'
import { documentTypeName } from '#reference/document-types.ts'

export const documentType = {
  EXPLANATION_OF_BENEFITS: 4,
  EXPLANATION_OF_BILL_REVIEW: 5,
  PAPER_BILL: 6,
  MEDICAL_RECORD: 7,
  REVIEW_REPORT: 8,
  ORDER: 9,
  PHARMACY_CARD: 10,
  FIRST_REPORT: 11,
  REIMBURSEMENT: 12,
  REGIMEN_REVIEW: 13,
  CORRESPONDENCE: 15,
  INTERNAL: 16,
} as const

/** Documents of the archive, which have an address of their own. */
export const archived: readonly number[] = [
  documentType.EXPLANATION_OF_BENEFITS,
  documentType.EXPLANATION_OF_BILL_REVIEW,
]
export const isArchived = (type: number): boolean => archived.includes(type)

/** What a bill on paper leaves behind: its image, or the form and receipts of a worker. */
export const billImages: readonly number[] = [documentType.PAPER_BILL, documentType.REIMBURSEMENT]
/** Types a user uploads. The others are made by the portal, by a letter's answer or by the archive. */
export const uploadable: readonly number[] = [
  documentType.MEDICAL_RECORD,
  documentType.REVIEW_REPORT,
  documentType.ORDER,
  documentType.FIRST_REPORT,
  documentType.REIMBURSEMENT,
  documentType.REGIMEN_REVIEW,
  documentType.CORRESPONDENCE,
]
const uploadWords = (): string => uploadable.map((type) => `${type} ${documentTypeName(type)}`).join(', ')

/** What is wrong with an upload before its file is looked at; days are 'YYYY-MM-DD' in the carrier's time zone. */
export function whyNotUploadAs(
  of: { typeId: number; authorizationId?: string | undefined; receivedOn?: string | undefined },
  today: string,
): Refusal<'VALIDATION'> | undefined {
  if (!uploadable.includes(of.typeId))
    return { code: 'VALIDATION', field: 'typeId', message: `Choose one of ${uploadWords()}.` }
  if (of.typeId === documentType.REVIEW_REPORT && of.authorizationId === undefined)
    return {
      code: 'VALIDATION',
      field: 'authorizationId',
      message: 'A review report belongs to a request: choose which.',
    }
  return of.receivedOn !== undefined && of.receivedOn > today
    ? { code: 'VALIDATION', field: 'receivedOn', message: 'This day has not come yet.' }
    : undefined
}

/**
 * An archived document as it is handed out. The archive calls its explanations of benefits `.txt` whatever is in them: the bytes
 * decide, and a text is printed, so that the name ends as what the file is.
 */
export function asOpened(of: { typeId: number; mime: string }, bytes: Uint8Array): 'as it is' | 'print' | 'pdf' {
  if (!isArchived(of.typeId)) return 'as it is'
  if (startsAsPdf(bytes)) return 'pdf'
  return of.mime === 'text/plain' ? 'print' : 'as it is'
}

/** `EOB 2026-11.txt` as `EOB 2026-11.pdf`. */
export const pdfName = (fileName: string): string => `${fileName.replace(/\.[^.]{0,12}$/, '')}.pdf`
