import first from './dictionary-1.json' with { type: 'json' }
import second from './dictionary-2.json' with { type: 'json' }

/**
 * What records are packed with, by the number each record names. A dictionary is never changed nor taken out: records of
 * ten years ago are read with it. Where the texts have moved on so far that records grow, a new one is added (docs/decisions/0080).
 */
export const dictionaries: Readonly<Record<number, string>> = { 1: first.join(''), 2: second.join('') }

/** The one new records are packed with. */
export const newest = 2
