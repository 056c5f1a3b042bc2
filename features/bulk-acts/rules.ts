import type { RefusalCode, Why } from '#platform/calls/refusal.ts'

/** What a user begins, and the undo of one of them. */
export const bulkKinds = ['ASSIGN', 'SNOOZE', 'LETTER', 'APPROVE'] as const
export type BulkKind = (typeof bulkKinds)[number]
export const allKinds = [...bulkKinds, 'UNDO'] as const
export type AnyBulkKind = (typeof allKinds)[number]

/** The most requests one act takes: fewer where something leaves the portal or is decided. */
export const mostItems: Readonly<Record<BulkKind, number>> = { ASSIGN: 1000, SNOOZE: 1000, LETTER: 100, APPROVE: 100 }
export const MOST_ITEMS = Math.max(...Object.values(mostItems))

/** In words: "assign", as in "assign 12 requests". */
export const kindWords: Readonly<Record<AnyBulkKind, { does: string; did: string; doing: string }>> = {
  ASSIGN: { does: 'Assign', did: 'assigned', doing: 'Assigning' },
  SNOOZE: { does: 'Snooze', did: 'snoozed', doing: 'Snoozing' },
  LETTER: { does: 'Request letters for', did: 'letters requested', doing: 'Requesting letters for' },
  APPROVE: { does: 'Approve', did: 'approved', doing: 'Approving' },
  UNDO: { does: 'Undo for', did: 'undone', doing: 'Undoing' },
}

export const many = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'request' : 'requests'}`

type BulkInput = {
  what: BulkKind
  userEmails?: readonly string[] | undefined
  hours?: number | undefined
  requests?: readonly unknown[] | undefined
  search?: unknown
  count?: number | undefined
}

/** Why the input of a bulk act means nothing; nothing where it does. */
export function whyNotThisInput({
  what,
  userEmails,
  hours,
  requests,
  search,
  count,
}: BulkInput): Why<'VALIDATION'> | undefined {
  const wrong = (field: string, message: string): Why<'VALIDATION'> => ({ code: 'VALIDATION', field, message })
  if ((requests === undefined) === (search === undefined)) return wrong('requests', 'Name the requests, or a search.')
  if (search !== undefined && count === undefined) return wrong('count', 'Enter how many requests the search found.')
  if ((what === 'ASSIGN') !== (userEmails !== undefined))
    return wrong('userEmails', 'Name the new case owner, to assign only.')
  if ((what === 'SNOOZE') !== (hours !== undefined)) return wrong('hours', 'Enter the hours, to snooze only.')
  return undefined
}

export const bulkOff: Why<'FEATURE_OFF'> = {
  code: 'FEATURE_OFF',
  message: 'Acts on many requests are switched off for this carrier.',
}

/** Why this many requests are not acted on at once; `seen` is how many the user was shown. */
export function whyNotThisMany(
  what: BulkKind,
  found: number,
  seen: number | undefined,
): Why<'RULE' | 'CONFLICT'> | undefined {
  if (found === 0) return { code: 'RULE', message: 'None of these requests is pending any more.' }
  const most = mostItems[what]
  if (found > most)
    return {
      code: 'RULE',
      message: `${kindWords[what].does} at most ${many(most)} at once. Narrow the list with a filter.`,
    }
  if (seen !== undefined && found > seen)
    return {
      code: 'CONFLICT',
      message: `The list has ${many(found)} now, ${many(seen)} when you chose them. Check the list and try again.`,
    }
  return undefined
}

/** How long a bulk act can be undone; an approval only until the pharmacy is notified, which each request says by itself. */
const UNDO_MINUTES = 30
/** A letter that left is not taken back. */
const undoable: readonly AnyBulkKind[] = ['ASSIGN', 'SNOOZE', 'APPROVE']

/** Why a bulk act is not undone. */
export function whyNotUndo(
  act: { what: AnyBulkKind; startedAt: string; waiting: number; done: number; undone: boolean },
  now: string,
): Why<'RULE' | 'UNDO_TOO_LATE'> | undefined {
  if (!undoable.includes(act.what)) return { code: 'RULE', message: 'This cannot be undone.' }
  if (act.undone) return { code: 'RULE', message: 'It was undone already.' }
  if (act.waiting > 0) return { code: 'RULE', message: 'It is not finished yet. Cancel the rest first.' }
  if (act.done === 0) return { code: 'RULE', message: 'Nothing was done that could be undone.' }
  if (Date.parse(now) - Date.parse(act.startedAt) > UNDO_MINUTES * 60_000)
    return { code: 'UNDO_TOO_LATE', message: `It can be undone for ${UNDO_MINUTES} minutes.` }
  return undefined
}

export const gaveUp = 'It failed repeatedly and was left as it was. Open it to handle it individually.'

/** The most requests a preview looks at. */
export const MOST_PREVIEWED = 200

/** What would become of some requests: how many can be done, and why the others would be left, the most frequent reason first. */
export function foreseen(whys: readonly (Why<RefusalCode> | undefined)[]): {
  checked: number
  can: number
  left: { code: string; message: string; count: number }[]
} {
  const left = new Map<string, { code: string; message: string; count: number }>()
  for (const why of whys) {
    if (!why) continue
    const { code, message } = why
    const known = left.get(message)
    left.set(message, { code, message, count: (known?.count ?? 0) + 1 })
  }
  return {
    checked: whys.length,
    can: whys.filter((why) => why === undefined).length,
    left: [...left.values()].toSorted((a, b) => b.count - a.count || (a.message < b.message ? -1 : 1)),
  }
}

/** What bulk approval asks about a request. */
type Approvable = {
  /** Codes that nobody has cleared. */
  uncleared: readonly { rejectCode: string; safety: boolean }[]
  /** Somebody has approved it and another person must add theirs. */
  halfway: boolean
  /** The approval would wait for a second person. */
  waits: boolean
  /** Codes it would leave to somebody else. */
  left: readonly string[]
  /** The reason an approval has unless a person gives another; '' where none is sure to be true. */
  reason: string
}

/** Why a request is not approved together with others; nothing where its own rules may be asked. */
export function whyNotTogether({ uncleared, halfway, waits, left, reason }: Approvable): Why<'RULE'> | undefined {
  const no = (message: string): Why<'RULE'> => ({ code: 'RULE', message })
  const safety = uncleared.filter((reject) => reject.safety).map(({ rejectCode }) => rejectCode)
  if (safety.length > 0) return no(`It has safety codes (${safety.join(', ')}). Open it to decide it.`)
  if (left.length > 0) return no(`Somebody else must clear ${left.join(', ')}. Open it to decide it.`)
  if (halfway || waits) return no('It needs a second person. Open it to decide it.')
  if (reason === '') return no('Nothing on file says that it is for an accepted injury. Open it to decide it.')
  return undefined
}
