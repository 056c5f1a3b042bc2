import type { Refusal } from '#platform/calls/refusal.ts'
import { wrong, type Search, type Sorting, type SortKey } from './rules.ts'
import { uuid } from '#features/owners/search-text.ts'

// A page begins at a cursor, not at a number, so that added and removed rows shift nothing.

/** A cursor between two rows: the keys of the last row shown. Instants are microseconds since 1970. */
export type Place = { keys: readonly (string | number)[]; id: string }

/** FNV-1a: tells a cursor of this carrier and search from one of another. Not a protection: a cursor grants no right. */
function fingerprint(mc: string, search: Search, sorting: Sorting): string {
  let hash = 0x811c9dc5
  for (const letter of JSON.stringify([mc, search, sorting]))
    hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return (hash >>> 0).toString(16)
}

/** The cursor as text, opaque to the caller. */
export function cursorOf(mc: string, search: Search, sorting: Sorting, place: Place): string {
  const bytes = new TextEncoder().encode(JSON.stringify([fingerprint(mc, search, sorting), ...place.keys, place.id]))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

const keyKinds: Record<SortKey, readonly ('micros' | 'amount' | 'level' | 'text')[]> = {
  statutoryDueAt: ['micros'],
  answerDueAt: ['micros'],
  requestReceivedDate: ['micros'],
  completedAt: ['micros'],
  answeredAt: ['micros'],
  estimatedCost: ['amount'],
  escalationLevel: ['level'],
  claimantLastName: ['text', 'text'],
}

/** Parses a cursor; a refusal for one of another search, or one that was changed. */
export function readCursor(
  mc: string,
  search: Search,
  sorting: Sorting,
  cursor: string,
): { place: Place; why?: undefined } | { place?: undefined; why: Refusal<'VALIDATION'> } {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const parts: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    const kinds = keyKinds[sorting.by]
    if (Array.isArray(parts) && parts.length === kinds.length + 2 && parts[0] === fingerprint(mc, search, sorting)) {
      const keys = parts.slice(1, -1) as unknown[]
      const id: unknown = parts.at(-1)
      const fits = kinds.every((kind, at) => {
        const key = keys[at]
        if (kind === 'text')
          return typeof key === 'string' && key.length <= 255 && !key.includes('\0') && key.isWellFormed()
        if (typeof key !== 'number') return false
        if (kind === 'level') return [0, 1, 2, 3].includes(key)
        return kind === 'amount' ? Math.abs(key) < 1e10 : Number.isSafeInteger(key) && Math.abs(key) < 1e16
      })
      if (fits && typeof id === 'string' && uuid.test(id)) return { place: { keys: keys as (string | number)[], id } }
    }
  } catch {
    // Not base64, not UTF-8 or not JSON: the same answer as any other foreign cursor.
  }
  return wrong('after', 'This place belongs to another search. Start again from the first page.')
}
