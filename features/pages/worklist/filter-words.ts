import { deliveryTypeName } from '#reference/delivery-types.ts'
import { usDate } from '#platform/dates/day.ts'
import { statusLabel } from '#features/authorizations/statuses.ts'
import type { FilterName, Wanted } from './address.ts'

/** What each filter is called on its chip and in its dialog. */
export const filterLabels: Record<FilterName, string> = {
  owners: 'Case owner',
  states: 'State',
  deliveryTypes: 'Delivery',
  rejectCodes: 'Reject',
  statuses: 'Status',
  drugs: 'Drug',
  prescriber: 'Prescriber',
  received: 'Received',
  due: 'Due',
  deciders: 'Decided today',
  levels: 'Level',
  subCarrier: 'Sub-carrier',
}

const several = (values: readonly string[]): string =>
  values.length > 1 ? `${values[0]} +${values.length - 1}` : (values[0] ?? '')

/** "Within 4 hours". */
export const dueWords = (hours: number | 'today'): string =>
  hours === 'today' ? 'Today' : hours === 0 ? 'Overdue' : hours === 1 ? 'Within 1 hour' : `Within ${hours} hours`

/** Names for the ids in an address, as far as they are known. */
type KnownNames = {
  prescriber?: string | undefined
  owners?: Readonly<Record<string, string>> | undefined
  drugs?: Readonly<Record<string, string>> | undefined
}

/** A filter's value, short, for its chip: "Retail pickup +4", "Last 30 days". */
export function filterValue(name: FilterName, wanted: Wanted, names: KnownNames = {}): string {
  const { received } = wanted
  switch (name) {
    case 'owners':
      return several(wanted.owners.map((id) => names.owners?.[id] ?? 'chosen person'))
    case 'due':
      return wanted.due === null ? '' : dueWords(wanted.due)
    case 'deciders':
      return several(wanted.deciders.map((id) => names.owners?.[id] ?? 'chosen person'))
    case 'states':
      return several(wanted.states)
    case 'deliveryTypes':
      return several(wanted.deliveryTypes.map((id) => deliveryTypeName(id) ?? String(id)))
    case 'rejectCodes':
      return several(wanted.rejectCodes)
    case 'statuses':
      return several(wanted.statuses.map(statusLabel))
    case 'drugs':
      return several(wanted.drugs.map((code) => names.drugs?.[code] ?? 'chosen drug'))
    case 'prescriber':
      return names.prescriber ?? 'chosen prescriber'
    case 'levels':
      return several(wanted.levels.map((level) => (level === 0 ? 'First request' : String(level))))
    case 'subCarrier':
      return wanted.subCarrier ?? ''
    case 'received':
      if (received === null) return ''
      if ('days' in received) return received.days === 1 ? 'Since yesterday' : `Last ${received.days} days`
      if (received.from !== null && received.to !== null)
        return received.from === received.to
          ? usDate(received.from)
          : `${usDate(received.from)} to ${usDate(received.to)}`
      return received.from !== null ? `From ${usDate(received.from)}` : `To ${usDate(received.to!)}`
  }
}
