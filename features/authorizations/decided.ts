import { oneLine } from '#platform/text/one-line.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { deferralReason, isOfOneFill, otherReason } from '#reference/rejection-reasons.ts'
import { figure } from './figures.ts'
import { quantityWords } from './in-words.ts'
import { usDate } from '#platform/dates/day.ts'
import { addDays } from '#platform/dates/day.ts'

// What was decided of what was asked for, in words that every message shares. Days are 'YYYY-MM-DD'.

export type Billed = {
  quantity: number
  daysSupply: number
  /** EA, ML or GM, and the dosage form; empty where the drug is not on file. */
  unit: string
  form: string
  /** The day of service as billed. */
  fillDate: string
  /**
   * This product was paid for the day to bill already: the day of service, or of an approval that begins later its first day that has not
   * passed. It cannot be billed again, whatever is approved (R29). Null where nothing was.
   */
  paidOn?: string | null
}
/** What of the codes that stop a claim is said as `paidOn`: the day it was tried for, where the same drug was paid for it. */
export const paidDay = (stops: readonly string[], day: string): string | null =>
  stops.includes(ncpdp.DUPLICATE_PAID) ? day : null

/** Limits of one fill and the period of an approval; null where it sets none. */
export type Granted = {
  maxQty: number | null
  maxDays: number | null
  startDate: string | null
  endDate: string | null
}

const below = (limit: number | null, asked: number): number | null => (limit !== null && limit < asked ? limit : null)

/** Where an approval is narrower than what was billed; null where it is not. */
export const narrower = (asked: Billed, granted: Granted) => ({
  quantity: below(granted.maxQty, asked.quantity),
  days: below(granted.maxDays, asked.daysSupply),
  /** The bill is for a day outside of the period. */
  otherDay:
    (granted.startDate !== null && granted.startDate > asked.fillDate) ||
    (granted.endDate !== null && granted.endDate < asked.fillDate),
})

/** Whether less was approved than was asked for. */
export function isPartial(asked: Billed, granted: Granted): boolean {
  const { quantity, days } = narrower(asked, granted)
  return quantity !== null || days !== null
}

const daysWords = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

/** "30 tablets for 14 days" */
export const askedWords = ({ quantity, daysSupply, unit, form }: Billed): string =>
  `${quantityWords(quantity, unit, form)} for ${daysWords(daysSupply)}`

/** "15 of 30 tablets for 7 of 14 days"; what is asked for where the approval is no narrower. */
export function grantedWords(asked: Billed, granted: Granted): string {
  const { quantity, days } = narrower(asked, granted)
  const of = (part: number | null) => (part === null ? '' : `${figure(part)} of `)
  const { unit, form, daysSupply } = asked
  return `${of(quantity)}${quantityWords(asked.quantity, unit, form)} for ${of(days)}${daysWords(daysSupply)}`
}

/** "Partly approved: 15 of 30 tablets for 7 of 14 days." */
export const approvedWords = (asked: Billed, granted: Granted): string =>
  `${isPartial(asked, granted) ? 'Partly approved' : 'Approved'}: ${grantedWords(asked, granted)}.`

/**
 * How to bill an approval: "Submit the claim again, once, for 15 tablets and 7 days at most, with a day of service from
 * 11/28/2026 to 12/28/2026."
 */
export function billWords(asked: Billed, granted: Granted): string {
  if (asked.paidOn)
    return `The same drug was paid for ${usDate(asked.paidOn)} already: that day cannot be billed again.`
  const { quantity, days, otherDay } = narrower(asked, granted)
  const { unit, form } = asked
  const most = [
    ...(quantity === null ? [] : [quantityWords(quantity, unit, form)]),
    ...(days === null ? [] : [daysWords(days)]),
  ].join(' and ')
  const { startDate, endDate } = granted
  const period =
    otherDay && startDate !== null
      ? `, with a day of service from ${usDate(startDate)}${endDate === null ? ' on' : ` to ${usDate(endDate)}`}`
      : endDate === null
        ? ''
        : `, with a day of service no later than ${usDate(endDate)}`
  return `Submit the claim again, once${most && `, for ${most} at most`}${period}.`
}

/**
 * What stops the claim by what came after the approval: "Billed now it would be stopped by codes 75, 80: what stops it came after the
 * approval. Call 800-555-0142 before you submit it." Undefined where nothing does but that the day was paid.
 */
export function stoppedWords({ paidOn }: Billed, stops: readonly string[], phone: string): string | undefined {
  const others = stops.filter((code) => code !== ncpdp.DUPLICATE_PAID)
  if (others.length === 0 || paidOn) return undefined
  const codes = `${others.length === 1 ? 'code' : 'codes'} ${others.join(', ')}`
  return `Billed now it would be stopped by ${codes}: what stops it came after the approval. Call ${phone} before you submit it.`
}

/** The period and fills of an approval: "Good from 11/28/2026 to 12/28/2026, 1 fill."; undefined where it has none. */
export const periodWords = ({ startDate, endDate }: Granted, maxFills: number | null): string | undefined =>
  startDate === null || endDate === null
    ? undefined
    : `Good from ${usDate(startDate)} to ${usDate(endDate)}${maxFills === null ? '' : `, ${maxFills} ${maxFills === 1 ? 'fill' : 'fills'}`}.`

/** A reason as it is sent: what the list says in brackets is a hint for the person who chooses it. */
export const reasonSaid = (reason: string): string => oneLine(reason.replace(/ \((?:name it|attach|explain)\)/g, ''))

/** A product named to be used instead of what was denied: it pays without an approval, by the engine's word when it was named. */
export type InsteadDrug = {
  ndc: string
  /** "Celecoxib 200 mg capsule, generic" */
  name: string
  /** The same drug in the same strength, of a generic or another maker. */
  same: boolean
}
/** What is covered instead of what was denied, for the patient and those who prescribe. */
export const insteadWords = (name: string): string => `Covered instead without approval, in the same amount: ${name}.`
/** The same for a pharmacy, with what to do. */
export const insteadForPharmacy = ({ name, same }: InsteadDrug): string =>
  `${insteadWords(name)} ${same ? 'Bill that one.' : 'Ask the prescriber for it.'}`

/** Who may be asked to decide again, and until when. */
export type Review = {
  carrier: string
  phone: string
  reference: string
  /** Calendar days after the decision; null where the rules we know name none. */
  appealDays: number | null
  /** The carrier's day of the decision. */
  decidedOn: string
  /** "Florida" */
  state: string
}
/** The last day to ask for another review; null where no rule we know names one. */
export const reviewUntil = ({ appealDays, decidedOn }: Pick<Review, 'appealDays' | 'decidedOn'>): string | null =>
  appealDays === null ? null : addDays(decidedOn, appealDays)

/** How, where and by when a prescriber asks for another review. */
export function reviewWords(of: Review): string {
  const until = reviewUntil(of)
  const by = until === null ? '' : ` within ${of.appealDays} calendar days, by ${usDate(until)}`
  const none = until === null ? ` No last day for it was found in the rules of ${of.state}.` : ''
  return `You may ask for reconsideration${by}: call ${of.carrier} at ${of.phone} or write to us, name request ${of.reference}, and say why the drug is needed.${none}`
}

/** The same as a pharmacy reads it, and may pass on; `where` is "Alder Mutual at 800-555-0142". */
export const reviewWordsForPharmacy = (until: string | null, where: string, reference: string): string =>
  `The prescriber may ask for another review${until === null ? '' : ` by ${usDate(until)}`}: call ${where} and name request ${reference}.`

/** What the reader can do about a reason of `reference/rejection-reasons.ts`, before or instead of another review. */
const steps: Readonly<Record<number, { prescriber?: string; pharmacy: string }>> = {
  3: {
    prescriber: 'The claim itself is not accepted: the patient may have other coverage.',
    pharmacy: 'The claim itself is not accepted: ask the patient for other coverage.',
  },
  4: {
    prescriber: 'The claim is closed: the patient may have other coverage.',
    pharmacy: 'The claim is closed: ask the patient for other coverage.',
  },
  5: {
    prescriber: 'Prescribe a drug of the formulary, or ask for reconsideration with the documentation.',
    pharmacy: 'Ask the prescriber for a drug of the formulary.',
  },
  6: {
    prescriber:
      'Prescribe the generic or preferred alternative, or ask for reconsideration and say why it cannot be used.',
    pharmacy: 'Ask the prescriber about the generic or preferred alternative.',
  },
  7: {
    prescriber: 'Prescribe an amount within the guideline, or tell us why more is needed.',
    pharmacy: 'Ask the prescriber for an amount within the guideline.',
  },
  10: {
    prescriber: 'The next fill can be billed when the current supply runs out.',
    pharmacy: 'Submit the claim again when the refill is due.',
  },
  11: {
    prescriber: 'The authorized treating provider can prescribe it.',
    pharmacy: 'A prescription of the authorized treating provider can be billed.',
  },
  12: {
    prescriber: 'Send the prescription to a pharmacy in the network.',
    pharmacy: 'A pharmacy in the network can fill it.',
  },
  13: {
    prescriber: 'Send us the medical records: with them the request can be decided again.',
    pharmacy: 'The prescriber can send us the medical records.',
  },
  14: {
    prescriber: 'Send us a letter of medical necessity: with it the request can be decided again.',
    pharmacy: 'The prescriber can send us a letter of medical necessity.',
  },
  [deferralReason]: {
    prescriber:
      'Utilization review is deferred while liability is disputed. The dispute is resolved by agreement or by the Workers’ Compensation Appeals Board; when the carrier is found liable, send a new request.',
    pharmacy: 'Liability is disputed: do not submit the claim again before the prescriber has sent a new request.',
  },
  [otherReason]: { pharmacy: 'Do not submit the claim again. Call us about the reason.' },
  20: {
    prescriber: 'The other request is decided by itself.',
    pharmacy: 'The other request is decided by itself: do not submit this one again.',
  },
}
/**
 * The next step for a reason; undefined where there is none but another review. Where a block stops the next fill as well, also of a
 * decision of earlier versions, nothing is said that the block refuses.
 */
export const stepFor = (
  reasonId: number | null,
  reader: 'prescriber' | 'pharmacy',
  isBlocked: boolean,
): string | undefined =>
  reasonId === null || (isBlocked && isOfOneFill(reasonId)) ? undefined : steps[reasonId]?.[reader]
