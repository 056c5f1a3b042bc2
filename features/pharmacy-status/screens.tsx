import { screen, type Screen } from '#platform/browser/screen.ts'
import { publicPaths } from './paths.ts'

/** Pages for people without an account. */
export const outsideScreens: readonly Screen[] = [
  screen(publicPaths[0], () => import('./status-page.tsx').then((it) => it.StatusPage)),
]
