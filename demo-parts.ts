/** The parts of features in the demonstration without a server, which has them in one file: the build takes this for `feature-parts.ts`. */
import { features } from '#features/all.ts'

type Module = () => Promise<unknown>
const files: Record<string, Module> = import.meta.glob([
  './features/*/contract.ts',
  './features/*/handlers.ts',
  './features/*/jobs.ts',
  './features/*/paths.ts',
  './features/*/first-reads.ts',
])

/** The file of this name of every feature that has one, in the order of the list. */
export async function partsOf<Part>(role: string): Promise<Part[]> {
  const found = features.flatMap((name) => files[`./features/${name}/${role}`] ?? [])
  return Promise.all(found.map((load) => load() as Promise<Part>))
}
