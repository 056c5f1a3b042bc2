import type { Drug } from '#features/drugs/contract.ts'
import type { Instead } from '#features/decisions/draft.ts'
import { insteadName } from '#features/decisions/instead-name.ts'

/** Most products shown of those that were found. */
const most = 5

/** Products to choose from: without the one that was billed, each name once, and always the one that is chosen. */
export function insteadOptions(
  found: readonly Pick<Drug, 'ndc' | 'name' | 'brandFlag'>[],
  billed: string,
  chosen: Instead | undefined,
): Instead[] {
  const names = new Map<string, Instead>(chosen && [[chosen.name, chosen]])
  for (const one of found) {
    const name = insteadName(one)
    if (one.ndc !== billed && !names.has(name)) names.set(name, { ndc: one.ndc, name })
  }
  const all = [...names.values()]
  // In the order they were found in, so that choosing one moves none.
  const place = ({ name }: Instead): number => found.findIndex((one) => one.ndc !== billed && insteadName(one) === name)
  const shown = all.toSorted((a, b) => place(a) - place(b)).slice(0, most)
  return !chosen || shown.some(({ name }) => name === chosen.name) ? shown : [chosen, ...shown.slice(1)]
}
