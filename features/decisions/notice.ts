import { usDate } from '#platform/dates/day.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { shortName } from '#features/authorizations/figures.ts'

export type Notice = {
  /** What happened, complete, with the name: "Approved one fill for Wendell A." */
  words: string
  /** Date of birth and claim, so that a wrong person is noticed. */
  detail: string
  /** "Wendell A." */
  name: string
}

/** Words of the toast: what happened, to whom, and what tells one person from another. */
export const noticeOf = (detail: AuthDetail, words: string): Notice => ({
  words: `${words} for ${shortName(detail.claimantFirstName, detail.claimantLastName)}`,
  name: shortName(detail.claimantFirstName, detail.claimantLastName),
  detail: `Born ${usDate(detail.dateOfBirth)}, claim ${detail.claimNumber}, ${detail.masterCarrier}/${detail.subCarrier}.`,
})

/** Words for an approval that somebody else must complete: "Saved for Ezra G. Not sent yet: a pharmacist must clear 88." */
export const notSentWords = ({ name }: Pick<Notice, 'name'>, waitsFor: string | undefined): string =>
  `Saved for ${name.endsWith('.') ? name : `${name}.`} Not sent yet${waitsFor ? `: ${waitsFor[0]!.toLowerCase()}${waitsFor.slice(1)}` : '.'}`
