import { dueAt } from '#features/deadlines/due.ts'
import type { HolidayLookup } from '#reference/holidays.ts'
import type { NoticeDuty, NoticeParty, RulePack } from '#reference/jurisdictions/rule-pack.ts'
import { deferralReason } from '#reference/rejection-reasons.ts'

/** The outcome of an authorization, as the duties of a rule pack name it. */
export type Ended = 'approved' | 'denied' | 'lapsed'

/** A notice the payer owes after a decision; `by` is the last instant (ISO) for it, null where the rule sets no time. */
export type Owed = {
  to: readonly NoticeParty[]
  by: string | null
  written: boolean
  /** Items it must state; empty where no rule we know names any. */
  content: readonly string[]
  source: string
}

/** The outcome of a decision; undefined where no notice is owed for it. */
export const endedBy = (decision: string): Ended | undefined =>
  decision === 'APPROVE'
    ? 'approved'
    : decision === 'REJECT' || decision === 'REJECT_NO_PA'
      ? 'denied'
      : decision === 'DEEMED'
        ? 'lapsed'
        : undefined

/**
 * The notices a rule pack requires after a decision, each with its deadline, counted as the pack counts: with its own
 * days off, or with those given. A deferral of utilization review is a notice of its own, not a denial's.
 */
export const noticesOwed = (
  pack: RulePack,
  ended: Ended,
  decidedAt: string,
  { holidayOf, reasonId = null }: { holidayOf?: HolidayLookup | undefined; reasonId?: number | null } = {},
): Owed[] =>
  pack.noticeDuties
    .filter(({ when }) =>
      ended === 'denied' && reasonId === deferralReason
        ? when === 'deferred'
        : when === ended || (when === 'anyDecision' && ended !== 'lapsed'),
    )
    .map(({ to, within, written, content = [], source }) => ({
      to,
      by: within && dueBy(pack, within, decidedAt, holidayOf),
      written,
      content,
      source,
    }))

const dueBy = (
  pack: RulePack,
  within: NonNullable<NoticeDuty['within']>,
  decidedAt: string,
  holidayOf: HolidayLookup | undefined,
): string =>
  dueAt(
    {
      ...pack,
      ...within,
      cutOff: null,
      firstDay: 'nextDay',
      dueTime: 'endOfDay',
      rollForward: false,
      mailDays: 0,
      ceiling: null,
      extension: null,
    },
    { receivedAt: decidedAt },
    holidayOf,
  ).dueAt

const parties: Readonly<Record<NoticeParty, string>> = {
  worker: 'the patient',
  representative: "the patient's representative",
  prescriber: 'the prescriber',
  pharmacy: 'the pharmacy',
  pbm: 'the pharmacy benefit manager',
  regulator: 'the regulator',
  requestor: 'the requesting prescriber',
}
/** "the patient, the prescriber" */
export const partyWords = (to: readonly NoticeParty[]): string => to.map((one) => parties[one]).join(', ')

const given = (owed: readonly Owed[], to: readonly NoticeParty[]): readonly Owed[] =>
  owed.filter((duty) => duty.written && duty.to.some((one) => to.includes(one)))
/** Citations of the written duties that a message to one of these people gives. */
export const served = (owed: readonly Owed[], to: readonly NoticeParty[]): string[] =>
  given(owed, to).map(({ source }) => source)
/** The items those duties must state. */
export const contentOf = (owed: readonly Owed[], to: readonly NoticeParty[]): string[] => [
  ...new Set(given(owed, to).flatMap(({ content }) => content)),
]
