import { usDate } from '#platform/dates/day.ts'
import {
  askedWords,
  grantedWords,
  insteadWords,
  isPartial,
  periodWords,
  reasonSaid,
  reviewWords,
  stepFor,
  type Billed,
  type Granted,
  type InsteadDrug,
  type Review,
} from '#features/authorizations/decided.ts'
import { explains } from '#features/authorizations/explains.ts'
import { inLines } from '#platform/text/one-line.ts'
import { explainsLess } from '#reference/approval-reasons.ts'
import { deferralReason } from '#reference/rejection-reasons.ts'
import type { Happening, MessageFacts } from '#features/notifications/rules.ts'
import { titles } from '#features/notifications/titles.ts'

/** What a letter to a prescriber says. */
export type PrescriberFacts = Pick<
  MessageFacts,
  | 'reference'
  | 'claimNumber'
  | 'carrier'
  | 'phone'
  | 'prescriber'
  | 'reason'
  | 'note'
  | 'notices'
  | 'noticeSays'
  | 'lastDay'
> &
  Pick<Review, 'appealDays' | 'decidedOn' | 'state'> & {
    patient: string
    /** 'YYYY-MM-DD' */
    dateOfBirth: string
    /** With its strength. */
    drug: string
    asked: Billed
    granted: Granted
    maxFills: number | null
    reasonId: number | null
    /** The product a denial names to be used instead. */
    instead?: InsteadDrug | null
    /** The block of another decision stops the next fill of what is denied. */
    blockedByAnother: boolean
  }

const nothing: Granted = { maxQty: null, maxDays: null, startDate: null, endDate: null }
const endings: readonly Happening[] = ['approved', 'deemed']

/**
 * The letter to the prescriber after a denial, a lapse or a partial approval, and after an approval where a letter was
 * requested from them. A fax names patient and drug; an e-mail does not.
 */
export function prescriberLetter(
  happening: Happening,
  facts: PrescriberFacts,
  { fax, letterOpen = false }: { fax: boolean; letterOpen?: boolean },
): { subject: string; body: string } {
  const { asked, granted, note } = facts
  const part = happening === 'approved' && isPartial(asked, granted)
  const period = endings.includes(happening) ? periodWords(granted, facts.maxFills) : undefined
  const denied = happening === 'rejected'
  const outcome = part
    ? `was partly approved: ${grantedWords(asked, granted)}`
    : denied || happening === 'approved'
      ? `${titles[happening]}: ${grantedWords(asked, denied ? nothing : granted)}`
      : titles[happening]
  const { startDate, endDate } = granted
  const reason = reasonSaid(facts.reason)
  const isBlocked = denied && startDate !== null && endDate !== null
  const step = denied ? stepFor(facts.reasonId, 'prescriber', isBlocked || facts.blockedByAnother) : undefined
  return {
    subject: `${facts.carrier}: request ${facts.reference}`,
    body: inLines([
      `To ${facts.prescriber}`,
      '',
      ...(fax ? [`Patient: ${facts.patient}, born ${usDate(facts.dateOfBirth)}`, `Drug: ${facts.drug}`] : []),
      `Requested: ${askedWords(asked)}`,
      '',
      `Your prescription request ${facts.reference} for claim ${facts.claimNumber} ${outcome}.`,
      ...(period === undefined ? [] : [period]),
      ...(isBlocked ? [`Not covered for this claim from ${usDate(startDate)} to ${usDate(endDate)}.`] : []),
      ...((denied || (part && explainsLess(facts.reasonId))) && reason !== '' ? [`Reason: ${reason}`] : []),
      ...((denied || part) && explains(note) ? [`Medical reason and remarks: ${note}`] : []),
      // An e-mail names no drug.
      ...(denied && fax && facts.instead ? [insteadWords(facts.instead.name)] : []),
      ...(step === undefined ? [] : [step]),
      // Nothing was reviewed that could be reviewed again.
      ...((denied && facts.reasonId !== deferralReason) || part ? [reviewWords(facts)] : []),
      ...(happening === 'endMoved'
        ? [`Last day in force: ${facts.lastDay}.`, ...(facts.reason ? [`Reason: ${facts.reason}`] : [])]
        : []),
      ...facts.notices.map((source) => `This is the written notice under ${source}.`),
      ...facts.noticeSays.map(([name, says]) => `${name}: ${says}`),
      ...(letterOpen ? ['The letter of medical necessity we requested is no longer needed.'] : []),
      '',
      `Questions: ${facts.phone}`,
    ]),
  }
}
