import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import { whyNotNow, whyNotRecordKind, type About } from './rules.ts'
import { whyNotSay, type DeterminationInput } from './saying.ts'

/** Why this person may not record this on this request now; nothing means they may. */
export const whyNotRecord = (
  person: Person,
  request: About,
  input: DeterminationInput,
  now: string,
): Why<'ALREADY_DECIDED' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED' | 'VALIDATION'> | undefined =>
  whyNotRecordKind(person, input.kind, request) ?? whyNotNow(request) ?? whyNotSay(person, request.doi, input, now)
