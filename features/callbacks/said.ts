import {
  approvedWords,
  askedWords,
  billWords,
  reasonSaid,
  stepFor,
  type Billed,
  type Granted,
} from '#features/authorizations/decided.ts'
import { usDate } from '#platform/dates/day.ts'
import type { CallbackOutcome } from './rules.ts'

/** What a message to a pharmacy rests on: the request as billed, and its decision in force. */
export type Said = Billed &
  Granted & {
    /** APPROVE, REJECT and so on; null where no decision is in force. */
    decision: string | null
    reasonId: number | null
    reason: string
    /** A block's last day, and whether it stops this prescription only. */
    blockedUntil: string | null
    thisRxOnly: boolean
    /** The block leaves the generics alone. */
    brandOnly?: boolean
    phone: string
  }

const blockWords = ({ blockedUntil: until, thisRxOnly, brandOnly }: Said): string =>
  `${thisRxOnly ? 'This prescription' : brandOnly ? 'The brand' : 'The drug'} is blocked for this claim${until === null ? '' : ` until ${usDate(until)}`}.${brandOnly && !thisRxOnly ? ' Its generics are not blocked.' : ''}`

/** The text of a message or call to a pharmacy: what was decided of what it billed, why, and what it does next. */
export function pharmacyText(outcome: CallbackOutcome, said: Said): string {
  if (outcome === 'APPROVED') return `${approvedWords(said, said)} ${billWords(said, said)}`
  const asked = askedWords(said)
  if (said.decision !== 'REJECT' && said.decision !== 'REJECT_NO_PA')
    return `The approval has ended: ${asked} is no longer covered. Do not submit the claim again. Questions: ${said.phone}.`
  const reason = reasonSaid(said.reason).replace(/\.$/, '')
  return [
    outcome === 'REJECTED' ? `Not approved: ${asked}.` : `Not approved for this fill: ${asked}.`,
    ...(reason === '' ? [] : [`Reason: ${reason}.`]),
    ...(outcome === 'REJECTED' ? [blockWords(said)] : []),
    stepFor(said.reasonId, 'pharmacy') ?? 'Do not submit the claim again. The prescriber can ask for another review.',
    `Questions: ${said.phone}.`,
  ].join(' ')
}
