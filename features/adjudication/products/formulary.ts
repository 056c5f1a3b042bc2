import type { Formulary, FormularyItem } from '../snapshot.ts'

// A formulary is looked up by the longest prefix of the drug code. The map is built once per formulary object: a loaded
// snapshot keeps its formulary, so ten thousand claims share one map.

const maps = new WeakMap<Formulary, Map<string, FormularyItem[]>>()

function mapOf(formulary: Formulary): Map<string, FormularyItem[]> {
  const known = maps.get(formulary)
  if (known !== undefined) return known
  const made = new Map<string, FormularyItem[]>()
  for (const item of formulary.items) {
    const same = made.get(item.gpiPrefix)
    if (same === undefined) made.set(item.gpiPrefix, [item])
    else same.push(item)
  }
  maps.set(formulary, made)
  return made
}

/** The item that decides for a drug in a phase: longest prefix first, an item of the phase before one of all phases. */
export function formularyItem(formulary: Formulary, gpi: string, phase: 'A' | 'B' | 'PERI'): FormularyItem | null {
  if (gpi === '') return null
  const map = mapOf(formulary)
  for (let length = gpi.length; length >= 2; length--) {
    const items = map.get(gpi.slice(0, length))
    if (items === undefined) continue
    const item = items.find((row) => row.phase === phase) ?? items.find((row) => row.phase == null)
    if (item !== undefined) return item
  }
  return null
}
