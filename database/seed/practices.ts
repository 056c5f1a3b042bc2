import { placeOf } from './places.ts'
import { streetAddress, type PractitionerRow } from './directory.ts'
import type { Streams } from './prng.ts'

type PracticeRow = {
  npi: string
  position: number
  line1: string
  line2: string | null
  city: string
  state: string
  zip: string
}

/** Prescribers who share an office. */
const TOGETHER = 3

/**
 * Where prescribers practice: those of a city share offices by threes, as the directory shows who else is at an address, and every
 * fifth has hours at the next office, too.
 */
export function practicesOf(practitioners: readonly PractitionerRow[], stream: Streams): PracticeRow[] {
  const known = new Map<string, number>()
  const offices = new Map<string, Pick<PracticeRow, 'line1' | 'line2' | 'zip'>>()
  const officeIn = (state: string, city: string, number: number) => {
    const key = `${state} ${city} ${number}`
    const found = offices.get(key)
    if (found) return found
    const random = stream('practice', key)
    const zip3 = placeOf(state).cities.find(([name]) => name === city)![1]
    const made = {
      line1: streetAddress(random),
      line2: random.chance(0.4) ? `Suite ${random.int(1, 9) * 100}` : null,
      zip: `${zip3}${random.digits(2)}`,
    }
    offices.set(key, made)
    return made
  }
  return practitioners.flatMap(({ npi, state, city }) => {
    const place = `${state} ${city}`
    const at = known.get(place) ?? 0
    known.set(place, at + 1)
    const office = Math.floor(at / TOGETHER)
    return (at % 5 === 4 ? [office, office + 1] : [office]).map((number, position) => ({
      npi,
      position: position + 1,
      ...officeIn(state, city, number),
      city,
      state,
    }))
  })
}
