import type { Person } from '#platform/session/person.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { whyNotNow, whyNotTheirs, type About } from './rules.ts'
import { whyNotSay, type DeterminationAsked } from './saying.ts'

/** Why this person may not record this on this request now; nothing means they may. */
export const whyNotRecord = (person: Person, request: About, asked: DeterminationAsked, now: string): Why | undefined =>
  whyNotTheirs(person, asked.kind, request) ?? whyNotNow(request) ?? whyNotSay(person, request, asked, now)
