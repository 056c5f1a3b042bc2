/** The parts of features in the demonstration without a server, which has them in one file: the build takes this for `feature-parts.ts`. */
import { features } from '#features/all.ts'

const files: Record<string, unknown> = import.meta.glob(
  [
    './features/*/contract.ts',
    './features/*/handlers.ts',
    './features/*/jobs.ts',
    './features/*/paths.ts',
    './features/*/first-reads.ts',
  ],
  // In one file: several hundred small ones are a second of asking.
  { eager: true },
)

/** The file of this name of every feature that has one, in the order of the list. */
export const partsOf = <Part>(role: string): Promise<Part[]> =>
  Promise.resolve(features.flatMap((name) => (files[`./features/${name}/${role}`] as Part | undefined) ?? []))
