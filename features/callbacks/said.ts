import {
  approvedWords,
  askedWords,
  billWords,
  insteadForPharmacy,
  reasonSaid,
  stepFor,
  stoppedWords,
  type Billed,
  type Granted,
  type InsteadDrug,
} from '#features/authorizations/decided.ts'
import { explains } from '#features/authorizations/explains.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { otherReason } from '#reference/rejection-reasons.ts'
import { usDate } from '#platform/dates/day.ts'
import { oneLine } from '#platform/text/one-line.ts'
import type { CallbackOutcome } from './rules.ts'

/** A block in force, until its last day: of this prescription only, or leaving the generics alone. */
export type Block = { until: string; thisRxOnly: boolean; brandOnly: boolean }

/** What a message to a pharmacy rests on: the request as billed, and its decision in force. */
export type Said = Billed &
  Granted & {
    /** APPROVE, REJECT and so on; null where no decision is in force. */
    decision: string | null
    /** What was approved was ended since, and no other approval of the drug lets the fill through. */
    isEnded: boolean
    /** The fill was paid since it was billed. */
    isPaid: boolean
    /** An approval lets the fill through: its own, in force or ended after its day, or another one of the drug. */
    pays: boolean
    reasonId: number | null
    reason: string
    /** What the decider wrote. Sent where the reason of the list says nothing without it. */
    note: string
    /** The block of this decision. */
    block: Block | null
    /** The product a denial names to be used instead. */
    instead?: InsteadDrug | null
    /** The request was merged into another one; with the number of that prescription where the same pharmacy billed it. */
    merged?: { rx: string | null } | null
    phone: string
    /**
     * Codes that stop the claim by what came after the approval; of what was denied or ended, empty where nothing stops it any more, and 3Y
     * where the block of another decision does.
     */
    stops?: readonly string[] | null
  }

/** What is blocked, until when. */
export const blockWords = ({ until, thisRxOnly, brandOnly }: Block): string => {
  const what = thisRxOnly ? 'This prescription' : brandOnly ? 'The brand' : 'The drug'
  const generics = brandOnly && !thisRxOnly ? ' Its generics are not blocked.' : ''
  return `${what} is blocked for this claim until ${usDate(until)}.${generics}`
}

/** The reason of a denial as a pharmacy reads it: of "Other", what the decider wrote. */
function reasonFor({ reasonId, reason, note }: Pick<Said, 'reasonId' | 'reason' | 'note'>): string {
  const words = reasonSaid(reason).replace(/\.$/, '')
  if (reasonId !== otherReason || !explains(note)) return words
  return `${words}: “${oneLine(note).replace(/\.$/, '').replaceAll(/[“”]/g, '"')}”`
}

const isDenial = (decision: string | null): boolean => decision === 'REJECT' || decision === 'REJECT_NO_PA'

/**
 * What is so of an outcome that was queued: an approval may be ended before its pharmacy hears of it, and where one has ended
 * another may let the fill through.
 */
export function outcomeNow(
  queued: CallbackOutcome,
  { decision, isEnded, pays, merged }: Pick<Said, 'decision' | 'isEnded' | 'pays' | 'merged'>,
): CallbackOutcome {
  // Of requests that were merged one is billed: the one that stayed.
  if (merged && !isDenial(decision)) return 'NOT_COVERED_THIS_FILL'
  if (queued === 'APPROVED') return isEnded ? 'NOT_COVERED_THIS_FILL' : queued
  const isTakenBack = queued === 'NOT_COVERED_THIS_FILL' && decision !== null && !isDenial(decision)
  return isTakenBack && pays ? 'APPROVED' : queued
}

/** What was paid is not asked for again. */
export const PAID = 'This fill is paid. Do not submit the claim again.'

/** What was denied or ended, and nothing stops any more. */
export const PASSES = 'What came after the decision lets it through: submit the claim again, once.'

/** What the pharmacy of a merged request does when the other one is approved. */
export const mergedWords = (rx: string | null, phone: string): string =>
  rx === null
    ? `The pharmacy of that request bills it: do not submit this claim. If the patient takes the fill from you, call ${phone} first.`
    : `Bill prescription ${rx}: do not submit this claim. Questions: ${phone}.`

/** The text of a message or call to a pharmacy: what was decided of what it billed, why, and what it does next. */
export function pharmacyText(outcome: CallbackOutcome, said: Said): string {
  if (outcome === 'APPROVED' && said.isPaid) return PAID
  if (outcome === 'APPROVED')
    return `${approvedWords(said, said)} ${stoppedWords(said, said.stops ?? [], said.phone) ?? billWords(said, said)}`
  const asked = askedWords(said)
  const passes = said.stops?.length === 0 ? PASSES : undefined
  if (said.merged && !isDenial(said.decision) && !said.isEnded)
    return `Approved with another request for the same prescription, which was merged with this one. ${mergedWords(said.merged.rx, said.phone)}`
  if (!isDenial(said.decision) && passes) return `The approval has ended. ${passes} Questions: ${said.phone}.`
  if (!isDenial(said.decision))
    return `The approval has ended: ${asked} is no longer covered. Do not submit the claim again. Questions: ${said.phone}.`
  const isBlocked = said.block !== null || (said.stops?.includes(ncpdp.BLOCKED) ?? false)
  const reason = reasonFor(said)
  return [
    outcome === 'REJECTED' ? `Not approved: ${asked}.` : `Not approved for this fill: ${asked}.`,
    ...(reason === '' ? [] : [`Reason: ${reason}.`]),
    ...(outcome === 'REJECTED' && said.block && !passes ? [blockWords(said.block)] : []),
    passes ??
      (said.instead && insteadForPharmacy(said.instead)) ??
      stepFor(said.reasonId, 'pharmacy', isBlocked) ??
      'Do not submit the claim again. The prescriber can ask for another review.',
    `Questions: ${said.phone}.`,
  ].join(' ')
}
