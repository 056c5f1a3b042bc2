import { usDate } from '#platform/dates/day.ts'
import { writtenDay } from '#platform/dates/written-day.ts'
import { addressOf, plain, readAddress, views } from './address.ts'

/** What is read on its own of an address; the others say nothing by themselves. */
const alone = [
  'state',
  'delivery',
  'reject',
  'prescriber',
  'level',
  'received',
  'owner',
  'due',
  'decidedtoday',
  'sub',
  'sort',
]

/** What an old, cut or mistyped address asks for and the list cannot give, a sentence each. */
export function wrongInAddress(search: string): string[] {
  const query = new URLSearchParams(search)
  const found: string[] = []
  const view = query.get('view')
  if (view !== null && !views.some(({ key }) => key === view))
    found.push(`There is no list “${view.slice(0, 40)}”; another one is shown.`)
  const days = ['from', 'to'].flatMap((name) => query.get(name) || [])
  const [from, to] = days.map(writtenDay)
  for (const [at, day] of days.entries())
    if ([from, to][at] === undefined) found.push(`“${day.slice(0, 40)}” is no day, so the list is not filtered by it.`)
  if (from !== undefined && to !== undefined && from > to)
    found.push(`The first day, ${usDate(from)}, is after the last, ${usDate(to)}: the list is not filtered by them.`)
  for (const name of alone) {
    const value = query.get(name)
    if (!value) continue
    const read = readAddress(new URLSearchParams({ view: 'all', [name]: value }).toString())
    if (addressOf({ ...read, view: 'all' }) === addressOf({ ...plain, view: 'all' }))
      found.push(`The address was cut or changed: “${name}” says nothing that can be read, and is left out.`)
  }
  return found
}
