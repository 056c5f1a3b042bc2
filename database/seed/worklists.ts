import type { Claim } from './claim-rows.ts'
import type { Frame } from './frame.ts'
import type { Slot } from './holds.ts'
import { dueOf, holdOpen, receivedAt, wanted } from './holds.ts'
import type { Slice } from './slices.ts'
import type { Hold, Open, Tale } from './tale.ts'

const plain: Hold = { state: 'plain' }
const everything = [...wanted.simple, ...wanted.safety, ...wanted.mixed]
const slot = (age: Slot['age'], products: Slot['products'] = everything, hold: Hold = plain, only?: true): Slot => ({
  age,
  hold,
  products,
  ...(only && { plain: true }),
})
const times = (count: number, one: Slot): Slot[] => Array.from({ length: Math.max(0, count) }, () => one)

const approveOnce: Hold = {
  state: 'advised',
  advice: {
    action: 'APPROVE_MODIFIED',
    rationale: 'Approve one fill only, then ask for a letter of medical necessity before any increase.',
  },
}
const callFirst: Hold = {
  state: 'advised',
  advice: { action: 'P2P', rationale: 'Talk to the prescriber first: dose and combination are above the guideline.' },
}

/** Open requests by who owns them: carrier ('*' any), username or 'others', and how many beside those of the scenario cards. */
type Worklist = { mc: string; who: string; slots: readonly Slot[] }

/** What lies on the named people's lists in all, cards included: carrier, username, count. */
const named = {
  small: [
    ['NWM', 'dana.ruiz', 17],
    ['NWM', 'lee.park', 6],
    ['FDW', 'fed.jones', 3],
  ],
  full: [
    ['NWM', 'dana.ruiz', 38],
    ['NWM', 'lee.park', 16],
    ['NWM', 'old.timer', 8],
    ['CSC', 'lee.park', 5],
    ['FDW', 'fed.jones', 9],
  ],
} as const

/** Two in a hundred are late, by design. */
const lateShare = 0.02

/** Slices with fewer people cannot fill the full lists. */
const fullFrom = 1_500

function worklists({ size, targets, population }: Frame, slice: Slice, cards: ReadonlyMap<string, number>): Worklist[] {
  const mix = (mc: string, who: string, total: number, overdue = 0): Worklist => {
    const count = Math.max(0, total - (cards.get(`${mc} ${who}`) ?? 0))
    const old = Math.max(0, Math.round(count * 0.2) - overdue)
    const waiting = Math.round(count * 0.2)
    const counter = Math.min(count, Math.max(1, Math.round(count * 0.06)))
    return {
      mc,
      who,
      slots: [
        ...times(overdue, slot('overdue', wanted.simple)),
        ...times(old, slot('old')),
        ...times(Math.ceil(waiting / 2), slot('recent', everything, { state: 'letter' })),
        ...times(Math.floor(waiting / 2), slot('recent', everything, { state: 'snoozed' })),
        ...times(counter, slot('counter')),
        ...times(count - overdue - old - waiting - counter, slot('fresh')),
      ],
    }
  }
  const small = slice.to - slice.from + 1 < fullFrom
  const lists = small ? named.small : named.full
  const own = (): Worklist[] =>
    lists.map(([mc, who, total]) =>
      who === 'dana.ruiz'
        ? { mc, who, slots: dana(Math.max(0, total - (cards.get(`${mc} ${who}`) ?? 0)), small) }
        : mix(mc, who, total),
    )
  if (size === 'test') return [...own(), mix('CSC', 'others', 6, 1), mix('NWM', 'others', 8)]
  if (size === 'demo')
    return [
      ...own(),
      mix('NWM', 'others', 42, 1),
      mix('CSC', 'others', 20, 1),
      mix('PTA', 'others', 26, 1),
      mix('FDW', 'others', 5),
    ]
  // What the named people do not have is spread evenly over everybody else.
  const others = targets.open - lists.reduce((sum, [, , total]) => sum + total, 0)
  const share = (whole: number): number =>
    Math.floor((whole * slice.to) / population.people) - Math.floor((whole * (slice.from - 1)) / population.people)
  return [...(slice.index === 0 ? own() : []), mix('*', 'others', share(others), share(others * lateShare))]
}

/** Dana's list: one late, one next that two keys approve, some escalated, some waiting for letters, the rest from today. */
function dana(count: number, small: boolean): Slot[] {
  const first: Slot[] = [
    slot('overdue', wanted.simple, plain, true),
    slot('soonest', wanted.simple, plain, true),
    slot('counter', wanted.safety, callFirst),
    slot('counter', wanted.simple),
  ]
  const rest: Slot[] = small
    ? [slot('recent', everything, { state: 'letter' }), slot('recent', everything, { state: 'snoozed' })]
    : [
        slot('soonest', wanted.safety, approveOnce),
        slot('soonest', wanted.mixed),
        slot('old', wanted.mixed),
        ...times(4, slot('recent', everything, { state: 'letter' })),
        ...times(2, slot('fresh', everything, { state: 'letter' })),
        ...times(3, slot('recent', everything, { state: 'snoozed' })),
        slot('fresh', wanted.safety, { state: 'clinical' }),
        slot('fresh', wanted.safety, approveOnce),
      ]
  const slots = [...first, ...rest]
  return [...slots, ...times(count - slots.length, slot('fresh'))].slice(0, Math.max(0, count))
}

type Candidate = { tale: Tale; claim: Claim }

/** Fills the worklists from the claims people own, until every list is as long as it should be. */
export function fillWorklists(frame: Frame, slice: Slice, tales: readonly Tale[]): void {
  const { setting, directory } = frame
  const open = new Map<string, number>()
  for (const tale of tales) {
    for (const { row, hold } of tale.requests) {
      if (row.status_id >= 30 || !hold || row.owner_id === null) continue
      const username = setting.staff.get(row.owner_id)!.username
      const key = `${row.mc} ${username}`
      open.set(key, (open.get(key) ?? 0) + 1)
    }
  }
  const used = new Set<Tale>(tales.filter((tale) => tale.claims.some((claim) => claim.card !== null)))
  const withList = new Set<string>(named.full.map(([, username]) => username))
  for (const { mc, who, slots } of worklists(frame, slice, open)) {
    const candidates = setting.stream('worklist', `${mc} ${who}${slice.index === 0 ? '' : ` ${slice.index}`}`).shuffled(
      tales.flatMap((tale) =>
        tale.claims
          .filter(({ row, card }) => {
            if (card !== null || (mc !== '*' && row.mc !== mc) || row.owner_id === null || row.status === 'CLOSED')
              return false
            if (row.accepted_date === null || row.compensability === 'CONTROVERTED') return false
            const username = setting.staff.get(row.owner_id)!.username
            return who === 'others' ? !withList.has(username) : username === who
          })
          .map((claim) => ({ tale, claim })),
      ),
    )
    let first: number | undefined
    for (const slotted of slots) {
      // Nothing but what is late stands above the first ordinary request.
      const wish = first === undefined || slotted.age === 'overdue' ? slotted : { ...slotted, dueAfter: first }
      const free = candidates.filter(({ tale }) => !used.has(tale))
      const take = (slot: Slot, from: typeof free, at?: (one: Candidate) => number | undefined): Open | null => {
        for (const one of from) {
          const raised = holdOpen(one.tale, one.claim, slot, directory, at?.(one))
          if (!raised) continue
          used.add(one.tale)
          return raised
        }
        return null
      }
      if (wish.age === 'soonest' && wish.plain) {
        const soon = free
          .slice(0, 60)
          .map((one) => ({ one, ms: receivedAt(one.tale, one.claim, 'soonest') }))
          .filter((option): option is { one: Candidate; ms: number } => option.ms !== null)
          .map(({ one, ms }) => ({ one, ms, due: dueOf(one.claim, ms) }))
          .sort((a, b) => a.due - b.due)
        const times = new Map(soon.map(({ one, ms }) => [one, ms]))
        const raised = take(
          wish,
          soon.map(({ one }) => one),
          (one) => times.get(one),
        )
        if (raised) first = Date.parse(raised.row.statutory_due_at)
        continue
      }
      if (!take(wish, free)) take({ ...wish, age: 'fresh' }, free)
    }
  }
}
