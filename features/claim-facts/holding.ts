import { factOn, type FactOnFile, type WantedFact } from '#features/eligibility/claim-fact-rules.ts'
import type { FactBase } from '#features/eligibility/claim-fact-sql.ts'
import type { FactWrite } from '#features/eligibility/claim-fact-writes.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { addDays, usDate } from '#platform/dates/day.ts'

// A change that waits is held for some days: what holds stays, and the change begins after them. One person asks, a second agrees
// (docs/decisions/0603-holding-a-change.md).

/** The most days a change is held. */
export const HOLD_DAYS = 10
const holdable: readonly WantedFact['kind'][] = ['COMPENSABILITY', 'STATUS', 'DIAGNOSIS', 'PART']

type Fact = FactBase['facts'][number]
/** A hold somebody asked for. */
export type Hold = {
  fact_id: string
  until: string
  reason: string
  asked_by: string
  asked_by_name: string
  agreed_by_name: string | null
}

const same = (fact: Pick<FactOnFile, 'kind' | 'subject'>) => ({ kind: fact.kind, subject: fact.subject })
const without = (facts: readonly Fact[], { id }: Pick<Fact, 'id'>) => facts.filter((one) => one.id !== id)

/** What holds on the day of a change if it does not; null where there was nothing of it. */
const staysInstead = (facts: readonly Fact[], fact: Fact): string | null =>
  factOn(without(facts, fact), same(fact), fact.from) ?? fact.before

/** Whether a change waits: its day is to come, no other change of that day took its place, and it changes something then. */
export const waits = (facts: readonly Fact[], fact: Fact, today: string): boolean =>
  fact.from > today &&
  facts.findLast((one) => one.kind === fact.kind && one.subject === fact.subject && one.from === fact.from)?.id ===
    fact.id &&
  factOn(facts, same(fact), addDays(fact.from, -1)) !== fact.value

type HoldInput = { until: string | undefined; today: string; by: string }

/** Why this change may not be held, or the hold not be agreed to. */
export function whyNotHold(
  facts: readonly Fact[],
  fact: Fact,
  hold: Hold | undefined,
  { until, today, by }: HoldInput,
): Why<'RULE' | 'VALIDATION'> | undefined {
  if (!waits(facts, fact, today))
    return { code: 'RULE', message: 'This change does not wait any more. Look at the claim again.' }
  if (!holdable.includes(fact.kind))
    return { code: 'RULE', message: 'A change of a treating provider or a surgery is not held: enter another change.' }
  if (staysInstead(facts, fact) === null)
    return { code: 'RULE', message: 'Nothing is on file that could stay: enter what holds instead.' }
  if (hold?.asked_by === by) return { code: 'RULE', message: 'You asked for this hold. A second person agrees to it.' }
  if (hold) return undefined
  const last = addDays(fact.from, HOLD_DAYS - 1)
  return until !== undefined && fact.from <= until && until <= last
    ? undefined
    : {
        code: 'VALIDATION',
        field: 'until',
        message: `Enter a day from ${usDate(fact.from)} to ${usDate(last)}: a change is held ${HOLD_DAYS} days at most.`,
      }
}

/** The changes that hold one: what holds stays from its day on, and it begins on the day after the hold. */
export function holdingChanges(facts: readonly Fact[], fact: Fact, until: string): [FactWrite, FactWrite] {
  const stays = staysInstead(facts, fact)!
  const { kind, subject, description, value, from } = fact
  const of = { kind, subject, description }
  return [
    { ...of, value: stays, before: value, from },
    { ...of, value, before: stays, from: addDays(until, 1) },
  ]
}
