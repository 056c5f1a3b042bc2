import { usDate } from '#platform/dates/day.ts'
import type { FoundPatient } from './contract.ts'

type Named = Pick<FoundPatient, 'claimantId' | 'claimantFirstName' | 'claimantLastName' | 'dob'>
const nameOf = (one: Named): string => `${one.claimantFirstName} ${one.claimantLastName}`

/** Names that several people of a list have, each with the birth dates to tell them apart by. */
export function namesakes(found: readonly Named[]): { name: string; dobs: string[]; ids: ReadonlySet<string> }[] {
  const byName = new Map<string, Map<string, Named>>()
  for (const one of found) {
    const key = nameOf(one).toLowerCase()
    byName.set(key, (byName.get(key) ?? new Map<string, Named>()).set(one.claimantId, one))
  }
  return [...byName.values()]
    .map((people) => [...people.values()])
    .filter((people) => people.length > 1)
    .map((people) => ({
      name: nameOf(people[0]!),
      dobs: people.map(({ dob }) => dob).toSorted(),
      ids: new Set(people.map(({ claimantId }) => claimantId)),
    }))
}

/** "One was born 09/30/1972, the other 09/03/1979." */
export const bornWords = (dobs: readonly string[]): string =>
  dobs.length === 2
    ? `One was born ${usDate(dobs[0]!)}, the other ${usDate(dobs[1]!)}.`
    : `They were born ${dobs.map(usDate).join(', ')}.`
