import type { Listed } from './contract.ts'
import { defaultWords } from './setting-values.ts'
import { settingWords } from './setting-words.ts'

/** The value that counts at a program. */
const valueAt = ({ subCarrier, carrier, default: otherwise }: Listed): unknown => subCarrier ?? carrier ?? otherwise

export type Differing = { key: string; label: string; one: string; other: string }
/** The settings whose values of two programs differ, in the order of the page, in words. */
export function differing(one: readonly Listed[], other: readonly Listed[]): Differing[] {
  const others = new Map(other.map((row) => [row.key, row]))
  const rows = new Map(one.map((row) => [row.key, row]))
  return Object.entries(settingWords).flatMap(([key, words]) => {
    const [a, b] = [rows.get(key), others.get(key)]
    if (!a || !b) return []
    const [own, theirs] = [defaultWords(words, valueAt(a)), defaultWords(words, valueAt(b))]
    return own === theirs ? [] : [{ key, label: words.label, one: own, other: theirs }]
  })
}
