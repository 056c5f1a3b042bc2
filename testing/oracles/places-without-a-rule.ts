import type { daysOff } from './days-off.ts'

const los = 'America/Los_Angeles'
const ny = 'America/New_York'
const chi = 'America/Chicago'
const den = 'America/Denver'

/** Places and kinds for which no turnaround is known: three business days of our own, 72 hours when expedited. */
export const unknown: readonly [where: string, zone: string, off: keyof typeof daysOff][] = [
  ['CA', los, 'california'],
  ['TX', chi, 'texas'],
  ['NY', ny, 'newYork'],
  ['FL', ny, 'florida'],
  ['AZ', 'America/Phoenix', 'arizona'],
  ['MT', den, 'montana'],
  ['CO', den, 'colorado'],
  ['IN', 'America/Indiana/Indianapolis', 'indiana'],
  ['TN', chi, 'tennessee'],
  ['GA', ny, 'georgia'],
  ['MA', ny, 'massachusetts'],
  ['DC', ny, 'columbia'],
  ['UT', den, 'utah'],
  ['IL', chi, 'federal'],
  ['ID', 'America/Boise', 'federal'],
  ['OR', los, 'federal'],
  ['OH', ny, 'federal'],
  ['OK', chi, 'federal'],
  ['PA', ny, 'federal'],
  ['WA', los, 'federal'],
  ['GU', 'Pacific/Guam', 'federal'],
  ['KY', ny, 'federal'],
  ['LA', chi, 'louisiana'],
  ['NV', los, 'nevada'],
  ['VT', ny, 'federal'],
  ['NH', ny, 'federal'],
  ['VA', ny, 'federal'],
  ['NC', ny, 'federal'],
  ['MS', chi, 'federal'],
  ['US-FECA', ny, 'federal'],
  ['US-EEOIC', ny, 'federal'],
  ['US-BL', ny, 'federal'],
  ['US-LHWCA', ny, 'federal'],
  ['ZZ', ny, 'federal'],
]
