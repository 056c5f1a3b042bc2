import { dueAt } from '#features/authorizations/clock/rules.ts'
import type { NoticeDuty, NoticeParty, RulePack } from '#reference/jurisdictions/rule-pack.ts'

/** How a request ended, as the duties of a rule pack name it. */
export type Ended = 'approved' | 'denied' | 'lapsed'

/** A notice the payer owes after a decision; `by` is the last instant (ISO) for it, null where the rule names no time. */
export type Owed = { to: readonly NoticeParty[]; by: string | null; written: boolean; source: string }

/** The kind of a decision as the duties see it; nothing where nobody owes a notice of it. */
export const endedBy = (decision: string): Ended | undefined =>
  decision === 'APPROVE'
    ? 'approved'
    : decision === 'REJECT' || decision === 'REJECT_NO_PA'
      ? 'denied'
      : decision === 'DEEMED'
        ? 'lapsed'
        : undefined

/** The notices a rule pack asks for after a decision, each with its last moment, counted from the decision as the pack counts. */
export const noticesOwed = (pack: RulePack, ended: Ended, decidedAt: string): Owed[] =>
  pack.noticeDuties
    .filter(({ when }) => when === ended || (when === 'anyDecision' && ended !== 'lapsed'))
    .map(({ to, within, written, source }) => ({ to, by: within && dueBy(pack, within, decidedAt), written, source }))

const dueBy = (pack: RulePack, within: NonNullable<NoticeDuty['within']>, decidedAt: string): string =>
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
  ).dueAt

const parties: Readonly<Record<NoticeParty, string>> = {
  worker: 'the worker',
  representative: "the worker's representative",
  prescriber: 'the prescriber',
  pharmacy: 'the pharmacy',
  pbm: 'the pharmacy benefit manager',
  regulator: 'the regulator',
  requestor: 'who asked for it (the prescriber)',
}
/** "the worker, the prescriber" */
export const partyWords = (to: readonly NoticeParty[]): string => to.map((one) => parties[one]).join(', ')

/** Citations of the written duties that a message to one of these people gives. */
export const served = (owed: readonly Owed[], to: readonly NoticeParty[]): string[] =>
  owed.filter((duty) => duty.written && duty.to.some((one) => to.includes(one))).map(({ source }) => source)
