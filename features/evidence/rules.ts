import { isPharmacist, isUrReviewer, mayUpdate } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import { type Refusal, whyText } from '#platform/calls/refusal.ts'

/** What a look at a monitoring report found is for pharmacists; others see that one looked, and when. */
export const mayReadLooks = (person: Person): boolean => isPharmacist(person)

export const whyNotLook = (person: Person): Refusal<'NOT_ALLOWED'> | undefined =>
  isPharmacist(person)
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'A pharmacist looks at the monitoring report and records it.' }

/** The chart is kept by those who judge a drug: pharmacists, reviewers, and users who may change the claim. */
export const whyNotChart = (person: Person): Refusal<'NOT_ALLOWED'> | undefined =>
  mayUpdate(person) || person.licenseStates.some((state) => isUrReviewer(person, state))
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'You may read the chart and not change it.' }

export const words = (why: Refusal | undefined): { code: string; message: string } | null =>
  why ? { code: why.code, message: whyText(why) } : null

type Entry = { kind: string; text: string; seenOn: string }
/** What is wrong with what was sent of a chart, with its field; undefined where it is right. */
export function chartProblem(
  input: { entry?: Entry | undefined; endId?: string | undefined },
  today: string,
): { field: string; message: string } | undefined {
  if ((input.entry === undefined) === (input.endId === undefined))
    return { field: 'entry', message: 'Send an entry, or the id of one that ends.' }
  if (input.entry && input.entry.seenOn > today)
    return { field: 'entry.seenOn', message: 'Enter today or an earlier day.' }
  return undefined
}
