import { dateIn } from '#features/authorizations/clock/zoned-time.ts'
import { partyWords, type Ended, type Owed } from '#features/notifications/duties.ts'
import type { Letter, LetterPart } from '#platform/pdf-letter.ts'
import { drugSentence } from './letter.ts'

/** What a letter about a decision says. Days are 'YYYY-MM-DD'; `decidedOn` and `today` are the carrier's. */
export type DecisionFacts = {
  ended: Ended
  /** Denied for this fill alone; nothing is blocked. */
  thisFillOnly: boolean
  carrier: string
  phone: string
  reference: string
  claimNumber: string
  patient: string
  drug: string
  quantity: number
  daysSupply: number
  prescriber: string
  pharmacy: string
  decidedOn: string
  decidedBy: string
  /** The reason of the list, and what the person who decided wrote about it. */
  reason: string
  note: string
  startDate: string | null
  endDate: string | null
  maxFills: number | null
  /** Number of the permission. */
  permission: string | null
  /** Calendar days in which to ask for the next look; null where no rule names any. */
  appealDays: number | null
  owed: readonly Owed[]
  /** The zone the state counts in. */
  zone: string
  today: string
  now: Date
}

const usDay = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

const titles: Readonly<Record<Ended, string>> = {
  denied: 'Your prescription was not approved',
  approved: 'Your prescription was approved',
  lapsed: 'Your prescription counts as approved',
}

/** The kept file: "Denial letter 004417733920". */
export const letterName = (ended: Ended): string => (ended === 'denied' ? 'Denial letter' : 'Approval letter')

/** How long a denial may be questioned, in a sentence. */
const appealSentence = (days: number | null): string =>
  days === null
    ? 'You or your doctor may ask us to look at it again.'
    : `You or your doctor may ask us to look at it again within ${days} calendar days of the decision.`

/** The letter about a decision on paper: what was decided, why, what can be done, and which notice it gives. */
export function decisionPages(facts: DecisionFacts, to: readonly string[], parties: readonly string[]): Letter {
  const { ended } = facts
  const what = drugSentence(facts)
  const window = facts.startDate && facts.endDate ? `${usDay(facts.startDate)} to ${usDay(facts.endDate)}` : null
  const body: LetterPart[] =
    ended === 'denied'
      ? [
          {
            kind: 'paragraph',
            text: facts.thisFillOnly
              ? `We were asked to pay for ${what}. We did not approve this fill.`
              : `We were asked to pay for ${what}. We did not approve it${window ? ` for ${window}` : ''}.`,
          },
          { kind: 'heading', text: 'Why' },
          { kind: 'paragraph', text: facts.reason },
          ...(facts.note.trim() === '' ? [] : [{ kind: 'paragraph', text: facts.note.trim() } as const]),
          { kind: 'heading', text: 'What you can do' },
          {
            kind: 'paragraph',
            text: `${appealSentence(facts.appealDays)} Talk to your doctor about this prescription, and call us with questions: ${facts.phone}.`,
          },
        ]
      : [
          {
            kind: 'paragraph',
            text:
              ended === 'lapsed'
                ? `We were asked to pay for ${what}. It was not answered in the time the law allows and counts as approved.`
                : `We were asked to pay for ${what}. We approved it.`,
          },
          { kind: 'paragraph', text: `The pharmacy knows. Questions: ${facts.phone}.` },
        ]
  return {
    title: titles[ended],
    from: [facts.carrier, `Telephone ${facts.phone}`],
    date: usDay(facts.today),
    to,
    parts: [
      {
        kind: 'facts',
        rows: [
          ['Request', facts.reference],
          ['Claim', facts.claimNumber],
          ['Patient', facts.patient],
          ['Drug', what],
          ['Prescriber', facts.prescriber],
          ['Pharmacy', facts.pharmacy],
          ['Decided', `${usDay(facts.decidedOn)} by ${facts.decidedBy}`],
          ...(ended !== 'denied' && window
            ? ([
                ['Approved for', `${window}${facts.maxFills === null ? '' : `, ${facts.maxFills} fills at most`}`],
              ] as const)
            : []),
          ...(ended !== 'denied' && facts.permission ? ([['Approval number', facts.permission]] as const) : []),
        ],
      },
      ...body,
      ...(parties.includes('representative')
        ? [
            {
              kind: 'paragraph',
              text: 'If somebody represents you, this letter is for them too: please give them a copy. We have no name of a representative on file.',
            } as const,
          ]
        : []),
      ...facts.owed.map((duty): LetterPart => ({
        kind: 'small',
        text: `Notice to ${partyWords(duty.to)} under ${duty.source}${duty.by === null ? '' : `, due by ${usDay(dateIn(Date.parse(duty.by), facts.zone))}`}.`,
      })),
      {
        kind: 'small',
        text: 'This letter holds confidential health information. If it is not meant for you, please tell us and destroy it.',
      },
    ],
    footer: `Request ${facts.reference}`,
    now: facts.now,
  }
}
