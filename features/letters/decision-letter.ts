import { oneLine } from '#platform/text/one-line.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { explainsLess } from '#reference/approval-reasons.ts'
import { deferralReason } from '#reference/rejection-reasons.ts'
import type { Ended, Owed } from '#features/notifications/duties.ts'
import type { Letter, LetterPart } from '#platform/pdf/pdf-letter.ts'
import type { ClearedNow } from '#features/prior-auths/findings.ts'
import { reasonSaid, reviewUntil, type InsteadDrug } from '#features/authorizations/decided.ts'
import { explains } from '#features/authorizations/explains.ts'
import { decisionWords, type LetterLanguage } from './decision-words.ts'
import { noticeRows, type NoticeFacts } from './notice-content.ts'

/** What a letter about a decision says. Days are 'YYYY-MM-DD'; `decidedOn` and `today` are the carrier's. */
export type DecisionLetterFacts = {
  ended: Ended
  /** Denied for this fill only, without a block. */
  thisFillOnly: boolean
  carrier: string
  phone: string
  reference: string
  claimNumber: string
  patient: string
  drug: string
  quantity: number
  daysSupply: number
  /** 'YYYY-MM-DD'; only in pages for those who treat. */
  dateOfBirth?: string
  /** The safety findings that were cleared, each with its reason; only in pages for those who treat. */
  cleared?: readonly Pick<ClearedNow, 'rejectCode' | 'about' | 'reason'>[]
  /** What was approved of it, where less was approved; null of days: all of them. */
  part?: { quantity: number | null; days: number | null }
  prescriber: string
  pharmacy: string
  /** The message to the pharmacy has left. */
  pharmacyKnows: boolean
  /** The day the request came, in the zone of the state's deadlines. */
  receivedOn: string
  decidedOn: string
  decidedBy: string
  /** The rejection reason with its id, and the note of the user who decided. */
  reasonId: number | null
  reason: string
  note: string
  /** The product a denial names to be used instead. */
  instead?: InsteadDrug | null
  startDate: string | null
  endDate: string | null
  maxFills: number | null
  /** Reference of the prior authorization. */
  approvalNumber: string | null
  /** Calendar days in which a reconsideration may be asked for; null where no rule names any. */
  appealDays: number | null
  owed: readonly Owed[]
  /** The facts for the statutory notices the letter gives. */
  notice: NoticeFacts
  /** The time zone of the state's deadlines. */
  zone: string
  today: string
  now: Date
}

/** The name of the stored file: "Denial letter 004417733920". */
export const letterName = (ended: Ended): string => (ended === 'denied' ? 'Denial letter' : 'Approval letter')

/** What of safety was cleared and why. Those who treat are written to in English. */
const clearedParts = ({ ended, cleared = [] }: DecisionLetterFacts): LetterPart[] =>
  ended !== 'approved' || cleared.length === 0
    ? []
    : [
        { kind: 'heading', text: 'Safety findings we cleared' },
        {
          kind: 'facts',
          rows: cleared.map(({ rejectCode, about, reason }) => [
            [rejectCode, about].filter(Boolean).join(', '),
            reason,
          ]),
        },
      ]

/** The parts with what was typed in one line each: nothing in a note can look like another part. */
const inOneLineEach = (parts: readonly LetterPart[]): LetterPart[] =>
  parts.map((part) => {
    if (part.kind === 'facts')
      return { ...part, rows: part.rows.map(([name, value]) => [name, oneLine(value)] as const) }
    return 'text' in part ? { ...part, text: oneLine(part.text) } : part
  })

/** The pages of a decision letter: what was decided, why, what can be done, and which statutory notice it gives. */
export function decisionPages(
  facts: DecisionLetterFacts,
  to: readonly string[],
  parties: readonly string[],
  language: LetterLanguage,
): Letter {
  const { ended } = facts
  const say = decisionWords[language]
  const { rows } = say
  const what = say.drug(facts)
  const window = facts.startDate && facts.endDate ? say.span(say.day(facts.startDate), say.day(facts.endDate)) : null
  const note: LetterPart[] = explains(facts.note) ? [{ kind: 'paragraph', text: say.note(facts.note) }] : []
  const whyLess: LetterPart[] = [
    ...(explainsLess(facts.reasonId)
      ? [{ kind: 'paragraph', text: say.reason(null, reasonSaid(facts.reason)) } as const]
      : []),
    ...note,
  ]
  const until = reviewUntil(facts)
  const review: LetterPart[] = [
    { kind: 'heading', text: say.whatYouCanDo },
    { kind: 'paragraph', text: `${say.appeal(facts.appealDays)} ${say.howToAsk(facts, until && say.day(until))}` },
    { kind: 'paragraph', text: say.talk(facts.phone) },
  ]
  const deferred = ended === 'denied' && facts.reasonId === deferralReason
  const why: LetterPart[] = [
    { kind: 'heading', text: say.why },
    { kind: 'paragraph', text: say.reason(facts.reasonId, reasonSaid(facts.reason)) },
    ...note,
    ...(facts.instead ? [{ kind: 'paragraph', text: say.instead(facts.instead.name) } as const] : []),
  ]
  const body: LetterPart[] = deferred
    ? [
        { kind: 'paragraph', text: say.deferred(what, say.day(facts.receivedOn)) },
        ...why,
        { kind: 'heading', text: say.whatYouCanDo },
        { kind: 'paragraph', text: say.dispute },
        { kind: 'paragraph', text: say.talk(facts.phone) },
      ]
    : ended === 'denied'
      ? [
          { kind: 'paragraph', text: facts.thisFillOnly ? say.notThisFill(what) : say.notApproved(what, window) },
          ...why,
          ...review,
        ]
      : facts.part
        ? [
            { kind: 'paragraph', text: say.approvedInPart(what, say.part(facts, facts.part)) },
            ...(whyLess.length > 0 ? [{ kind: 'heading', text: say.why } as const, ...whyLess] : []),
            { kind: 'paragraph', text: say.pharmacyKnows(facts.phone, facts.pharmacyKnows) },
            ...review,
          ]
        : [
            { kind: 'paragraph', text: ended === 'lapsed' ? say.lapsed(what) : say.approved(what) },
            { kind: 'paragraph', text: say.pharmacyKnows(facts.phone, facts.pharmacyKnows) },
          ]
  return {
    language,
    title: deferred ? say.deferredTitle : facts.part ? say.partTitle : say.title[ended],
    from: [facts.carrier, say.telephone(facts.phone)],
    date: say.day(facts.today),
    to,
    parts: inOneLineEach([
      {
        kind: 'facts',
        rows: [
          [rows.request, facts.reference],
          [rows.claim, facts.claimNumber],
          [rows.patient, facts.patient],
          ...(facts.dateOfBirth === undefined ? [] : ([[rows.born, say.day(facts.dateOfBirth)]] as const)),
          [rows.drug, what],
          [rows.prescriber, facts.prescriber],
          [rows.pharmacy, facts.pharmacy],
          [rows.decided, say.decided(say.day(facts.decidedOn), facts.decidedBy)],
          ...(ended !== 'denied' && window
            ? ([
                [rows.approvedFor, `${window}${facts.maxFills === null ? '' : `, ${say.fillsAtMost(facts.maxFills)}`}`],
              ] as const)
            : []),
          ...(ended !== 'denied' && facts.approvalNumber
            ? ([[rows.approvalNumber, facts.approvalNumber]] as const)
            : []),
        ],
      },
      ...body,
      ...clearedParts(facts),
      ...(parties.includes('representative') ? [{ kind: 'paragraph', text: say.representative } as const] : []),
      ...facts.owed.flatMap((duty): LetterPart[] => {
        const by = duty.by === null ? null : say.day(dateIn(Date.parse(duty.by), facts.zone))
        const rows = noticeRows(duty.content, facts.notice, language)
        return [
          { kind: 'small', text: say.notice(duty.to, duty.source, by) },
          ...(rows.length > 0 ? [{ kind: 'facts', rows } as const] : []),
        ]
      }),
      { kind: 'small', text: say.confidential },
    ]),
    footer: say.footer(facts.reference),
    now: facts.now,
  }
}
