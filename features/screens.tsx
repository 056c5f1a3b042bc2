import { lazy } from 'react'
import { iconHome, iconRequests } from '#platform/ui/icons.ts'
import { pagePaths } from './paths.ts'
import { screen, type Parts, type Screen } from './shell/screen.ts'

/** Every page behind the login: address, code, its word in the menu, who sees it. One line each. */
export const screens: readonly Screen[] = [
  screen(pagePaths.home, () => import('./home/home.tsx').then((it) => it.Home), {
    menu: { href: '/home', label: 'Home', short: 'Home', icon: iconHome, key: 'h' },
  }),
  screen(pagePaths.worklist, () => import('./authorizations/worklist/worklist.tsx').then((it) => it.Worklist), {
    menu: {
      href: '/authorizations',
      label: 'Authorization Requests',
      short: 'Requests',
      icon: iconRequests,
      key: 'a',
      counted: true,
    },
  }),
  screen(pagePaths.authorization, () =>
    import('./authorizations/authorization.tsx').then((it) => it.AuthorizationScreen),
  ),
]

/** What features bring into the frame round the screens. */
export const parts: Parts = {
  ChooseCarrier: lazy(() => import('./sign-in/choose-carrier.tsx').then((it) => ({ default: it.ChooseCarrier }))),
  Terms: lazy(() => import('./sign-in/terms.tsx').then((it) => ({ default: it.Terms }))),
  LegalPanel: lazy(() => import('./sign-in/legal-panel.tsx').then((it) => ({ default: it.LegalPanel }))),
  PrivacyBanner: lazy(() => import('./sign-in/privacy-banner.tsx').then((it) => ({ default: it.PrivacyBanner }))),
  mostUrgent: async (user) => (await import('./home/most-urgent.ts')).mostUrgent(user),
}
