import { usDate } from '#platform/dates/day.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { shortName } from '#features/authorizations/in-words.ts'

export type Notice = {
  /** What happened, complete, with the name: "Approved one fill for Wendell A." */
  words: string
  /** Date of birth and claim, so that a wrong person is noticed. */
  detail: string
}

/** Words of the toast: what happened, to whom, and what tells one person from another. */
export const noticeOf = (detail: AuthDetail, words: string): Notice => ({
  words: `${words} for ${shortName(detail.claimantFirstName, detail.claimantLastName)}`,
  detail: `Born ${usDate(detail.dateOfBirth)}, claim ${detail.claimNumber}, ${detail.masterCarrier}/${detail.subCarrier}.`,
})
