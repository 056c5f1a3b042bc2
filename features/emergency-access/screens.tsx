import { screen, type Screen } from '#platform/browser/screen.ts'
import { paths } from './paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.emergency, () => import('./emergency-access.tsx').then((it) => it.EmergencyAccess)),
]
