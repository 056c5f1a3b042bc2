import { deliveryTypes } from '#reference/delivery-types.ts'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { whenWords } from '#platform/dates/words.ts'

/** How long something lasts, short: "48m", "20h", "1d 22h". */
export function spanWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`
  return hours > 0 ? `${hours}h` : `${minutes}m`
}

export const isSnoozed = ({ snoozedUntil }: Pick<AuthRow, 'snoozedUntil'>, now: number): boolean =>
  snoozedUntil !== null && Date.parse(snoozedUntil) > now

/** Under the timer: how old a request is; of a snoozed one, whose timer is its snooze until it is overdue, when it is due. */
export const ageWords = (
  row: Pick<AuthRow, 'requestReceivedDate' | 'snoozedUntil' | 'statutoryDueAt'>,
  now: number,
  zone: string,
): string =>
  isSnoozed(row, now)
    ? Date.parse(row.statutoryDueAt) < now
      ? 'Snoozed'
      : `Due ${whenWords(row.statutoryDueAt, zone, now)}`
    : `Age ${spanWords(now - Date.parse(row.requestReceivedDate))}`

const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 3 })
/** "180 / 30 days". */
export const supplyWords = (row: Pick<AuthRow, 'quantity' | 'daysSupply'>): string =>
  `${figure(row.quantity)} / ${row.daysSupply} ${row.daysSupply === 1 ? 'day' : 'days'}`
/** "10-325 mg tablet · 180 / 30 days". */
export const amountWords = (row: Pick<AuthRow, 'strength' | 'quantity' | 'daysSupply'>): string =>
  [row.strength, supplyWords(row)].filter(Boolean).join(' · ')

export const claimantName = (row: Pick<AuthRow, 'claimantFirstName' | 'claimantLastName'>): string =>
  `${row.claimantFirstName} ${row.claimantLastName}`.trim()
export const prescriberName = (row: Pick<AuthRow, 'physicianFirstName' | 'physicianLastName'>): string =>
  `${row.physicianFirstName} ${row.physicianLastName}`.trim()

const short = new Map(
  deliveryTypes.map(({ deliveryTypeId, name }) => [
    deliveryTypeId,
    name
      .replace(/^Courier.*$/, 'Home delivery')
      .replace('Claimant r', 'R')
      .replace(/ (pickup|pharmacy|administered|dispensed)$/, ''),
  ]),
)
/** A delivery type as a narrow column says it. */
export const deliveryWords = ({ deliveryTypeId, name }: AuthRow['deliveryType']): string =>
  short.get(deliveryTypeId) ?? name
