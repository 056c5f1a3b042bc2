import { readNabp, readNpi, readPhone, readZip, withoutDashes, type ReadNumber } from '#features/claims/numbers.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'

/** A search with its numbers as digits. */
type Wanted = {
  radius?: number | undefined
  name?: string | undefined
  phone?: string | undefined
  npi?: string | undefined
  nabp?: string | undefined
  city?: string | undefined
  zipCode?: string | undefined
  state?: string | undefined
}

const ENOUGH = 'Search by ZIP code, city and state, name, phone, NPI or NABP number.'

/** Why pharmacies cannot be looked for like this, naming the field; for the form and for the server's refusal. */
export function whyNotSearch(wanted: Wanted): Why<'VALIDATION'> | undefined {
  const not = (field: keyof Wanted, message: string): Why<'VALIDATION'> => ({ code: 'VALIDATION', field, message })
  const { name, phone, npi, nabp, city, zipCode, state, radius } = wanted
  const wrong = (field: 'zipCode' | 'npi' | 'nabp' | 'phone', read: (text: string) => ReadNumber) => {
    const why = wanted[field] ? read(wanted[field]).why : undefined
    return why === undefined ? undefined : not(field, why)
  }
  const zipWhy = wrong('zipCode', readZip)
  if (zipWhy) return zipWhy
  if (radius !== undefined && !zipCode) return not('radius', 'A distance is measured from a ZIP code: give one.')
  if (state && !/^[A-Z]{2}$/.test(state)) return not('state', 'Enter the two letters of a state.')
  if (city && !state) return not('state', 'Enter the state of the city.')
  const why = wrong('npi', readNpi) ?? wrong('nabp', readNabp) ?? wrong('phone', readPhone)
  if (why) return why
  if (name && [...normalizeForSearch(name)].length < 3) return not('name', 'Enter at least three letters of the name.')
  if (!name && !phone && !npi && !nabp && !zipCode && !city) return not('zipCode', ENOUGH)
  return undefined
}

/** NABP numbers asked for at once. */
export const MOST_NABPS = 200
/** The numbers of a list, each once; dashes do not matter. */
export const nabpsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map(withoutDashes)
      .filter((one) => one !== ''),
  ),
]
/** What is wrong with a list of NABP numbers; nothing when it can be asked for. */
export function whyNotNabps(nabps: readonly string[]): string | undefined {
  if (nabps.length === 0) return 'Enter at least one number.'
  if (nabps.length > MOST_NABPS) return `Enter at most ${MOST_NABPS} numbers.`
  for (const one of nabps) {
    const { why } = readNabp(one)
    if (why) return `${one}: ${why}`
  }
  return undefined
}

const directions = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest']
const radians = (degrees: number): number => (degrees * Math.PI) / 180
type Place = { lat: number; lng: number }

/** Where the second place lies, seen from the first, in eight directions; null when they are the same. */
export function directionTo(from: Place, to: Place): string | null {
  const turn = radians(to.lng - from.lng)
  const east = Math.sin(turn) * Math.cos(radians(to.lat))
  const north =
    Math.cos(radians(from.lat)) * Math.sin(radians(to.lat)) -
    Math.sin(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.cos(turn)
  if (Math.hypot(east, north) < 1e-9) return null
  const eighth = Math.round(Math.atan2(east, north) / (Math.PI / 4))
  return directions[(eighth + 8) % 8]!
}

type Facts = { sanctioned: boolean; suspended: boolean; closed_date: string | null }

/** Whether a pharmacy may fill a prescription on a day. */
export const pharmacyStatus = (
  { sanctioned, suspended, closed_date }: Facts,
  today: string,
): 'OPEN' | 'CLOSED' | 'SUSPENDED' | 'SANCTIONED' =>
  closed_date !== null && closed_date <= today ? 'CLOSED' : sanctioned ? 'SANCTIONED' : suspended ? 'SUSPENDED' : 'OPEN'

type Hours = readonly (readonly [opens: string, closes: string] | null)[]
const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** "9:00 PM"; midnight at the end of a day is "midnight". */
function clockWords(time: string): string {
  if (time === '24:00') return 'midnight'
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}

const allDay = (day: Hours[number] | undefined): boolean => day?.[0] === '00:00' && day[1] === '24:00'

/** A day of the week with its hours, from Monday. */
export const hoursByDay = (hours: Hours): { day: string; words: string }[] =>
  dayNames.map((day, at) => {
    const open = hours[at]
    return {
      day,
      words: !open ? 'Closed' : allDay(open) ? 'Open 24 hours' : `${clockWords(open[0])} – ${clockWords(open[1])}`,
    }
  })

/**
 * Whether a pharmacy is open at a moment of its own clock, in words: `weekday` 0 is Monday, `time` is HH:MM. Without hours on
 * file nothing is said.
 */
export function openNow(
  hours: Hours | null,
  at: { weekday: number; time: string },
): { open: boolean; words: string; next: string } | undefined {
  if (hours === null) return undefined
  const today = hours[at.weekday]
  if (allDay(today)) return { open: true, words: 'Open 24 hours', next: '' }
  if (today && at.time >= today[0] && at.time < today[1])
    return { open: true, words: 'Open now', next: `closes ${clockWords(today[1])}` }
  if (today && at.time < today[0]) return { open: false, words: 'Closed', next: `opens ${clockWords(today[0])}` }
  for (let ahead = 1; ahead <= 7; ahead += 1) {
    const day = hours[(at.weekday + ahead) % 7]
    if (day) {
      const name = ahead === 1 ? 'tomorrow' : dayNames[(at.weekday + ahead) % 7]!
      return { open: false, words: today ? 'Closed' : 'Closed today', next: `opens ${name} ${clockWords(day[0])}` }
    }
  }
  return { open: false, words: 'Closed', next: '' }
}
