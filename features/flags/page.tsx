import { lazyPart } from '#platform/browser/load-part.ts'

// Loaded by itself, so that the first page does not carry the names of the files it needs.
const Loaded = lazyPart(() => import('./flags-page.tsx').then((it) => it.FlagsPage))

/** The page of the feature flags. */
export const Page = () => <Loaded />
