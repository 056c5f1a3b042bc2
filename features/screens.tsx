import { lazyPart } from '#platform/browser/load-part.ts'
import { registrationPaths } from '#platform/session/registration-paths.ts'
import { iconAway, iconHome, iconClipboard, iconUser } from '#platform/ui/display/icons.ts'
import { pagePaths } from './paths.ts'
import { PrivacyBanner } from './sign-in/privacy-banner.tsx'
import { screen, type Parts, type Screen } from './shell/screen.ts'
import type { OpenPage } from './sign-in/signed-out.tsx'

/** Every page behind the login: address, code, its word in the menu, who sees it. One line each. */
export const screens: readonly Screen[] = [
  screen(pagePaths.home, () => import('#features/pages/home/home.tsx').then((it) => it.Home), {
    menu: { href: '/home', label: 'Home', short: 'Home', icon: iconHome, key: 'h' },
  }),
  screen(pagePaths.worklist, () => import('#features/pages/worklist/worklist.tsx').then((it) => it.Worklist), {
    menu: {
      href: '/authorizations',
      label: 'Authorization Requests',
      short: 'Requests',
      icon: iconClipboard,
      key: 'a',
      counted: true,
    },
  }),
  screen(pagePaths.authorization, () =>
    import('#features/pages/request/authorization.tsx').then((it) => it.AuthorizationScreen),
  ),
  screen(pagePaths.profile, () => import('./account/profile.tsx').then((it) => it.Profile), {
    account: { href: pagePaths.profile, label: 'Profile', icon: iconUser },
  }),
  screen(pagePaths.outOfOffice, () => import('./out-of-office/out-of-office.tsx').then((it) => it.OutOfOffice), {
    account: { href: pagePaths.outOfOffice, label: 'Out of Office', icon: iconAway },
  }),
]

/** Pages of people who never sign in here, by address. */
export const outsideScreens: readonly Screen[] = [
  screen('/letter', () => import('./letters/answer-page.tsx').then((it) => it.LetterPage)),
  screen('/survey', () => import('./survey/survey-page.tsx').then((it) => it.SurveyPage)),
]

/** What features bring into the frame round the screens. */
export const parts: Parts = {
  ChooseCarrier: lazyPart(() => import('./shell/change-carrier.tsx').then((it) => it.ChangeCarrier)),
  Terms: lazyPart(() => import('./sign-in/terms.tsx').then((it) => it.Terms)),
  LegalPanel: lazyPart(() => import('./sign-in/legal-panel.tsx').then((it) => it.LegalPanel)),
  PrivacyBanner,
  AwayBanner: lazyPart(() => import('./out-of-office/away-banner.tsx').then((it) => it.AwayBanner)),
  mostUrgent: async (user) => (await import('#features/pages/home/most-urgent.ts')).mostUrgent(user),
}

/** Pages for people who are not signed in, besides those of signing in itself. */
export const openPages: Readonly<Record<string, OpenPage>> = {
  [registrationPaths.begin]: lazyPart(() => import('./registration/register.tsx').then((it) => it.Register)),
  [registrationPaths.finish]: lazyPart(() =>
    import('./registration/complete-registration.tsx').then((it) => it.CompleteRegistration),
  ),
}
