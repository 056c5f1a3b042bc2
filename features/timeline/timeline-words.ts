import type { Tone } from '#platform/ui/display/badge.tsx'
import {
  iconAt,
  iconChat,
  iconCheckCircle,
  iconClipboard,
  iconInbox,
  iconMail,
  iconPill,
  iconShow,
} from '#platform/ui/display/icons.ts'
import type { Entry } from './contract.ts'
import type { Kind } from './rules.ts'

/** A kind of line: its words and its drawing. */
export const kindLooks: Readonly<
  Record<Kind, { one: string; many: string; icon: string; tone: Exclude<Tone, 'violet'> }>
> = {
  submission: { one: 'Submission', many: 'Submissions', icon: iconInbox, tone: 'blue' },
  decision: { one: 'Decision', many: 'Decisions', icon: iconCheckCircle, tone: 'teal' },
  letter: { one: 'Letter or document', many: 'Letters and documents', icon: iconMail, tone: 'amber' },
  call: { one: 'Call', many: 'Calls', icon: iconChat, tone: 'neutral' },
  message: { one: 'Message', many: 'Messages', icon: iconAt, tone: 'neutral' },
  fill: { one: 'Fill', many: 'Fills', icon: iconPill, tone: 'green' },
  note: { one: 'Note', many: 'Notes', icon: iconClipboard, tone: 'neutral' },
  view: { one: 'View', many: 'Views', icon: iconShow, tone: 'neutral' },
}

/** Lines of one day; views that follow each other are one item. */
export type Day = { day: string; items: Item[] }
type Item = { id: string; entries: readonly Entry[] }

/** Lines by the day they happened on, in the order they came. */
export function byDay(entries: readonly Entry[], dayOf: (at: string) => string): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const day = dayOf(entry.at)
    if (days.at(-1)?.day !== day) days.push({ day, items: [] })
    const { items } = days.at(-1)!
    const last = items.at(-1)
    if (entry.kind === 'view' && last?.entries[0]!.kind === 'view')
      items[items.length - 1] = { id: last.id, entries: [...last.entries, entry] }
    else items.push({ id: entry.entryId, entries: [entry] })
  }
  return days
}

/** How long something took: "51m", "2h 42m", "3d 4h". */
export function longWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`
  return hours > 0 ? `${hours}h ${String(rest).padStart(2, '0')}m` : `${rest}m`
}

const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 3 })
/** "120 for 30 days"; what has no limit is said so. */
export const amountsWords = (quantity: number | null, days: number | null): string =>
  quantity === null && days === null
    ? 'no limit a fill'
    : [
        quantity === null ? 'any quantity' : figure(quantity),
        days === null ? undefined : `for ${days} ${days === 1 ? 'day' : 'days'}`,
      ]
        .filter(Boolean)
        .join(' ')
