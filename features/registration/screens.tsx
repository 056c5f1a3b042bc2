import { lazyPart } from '#platform/browser/load-part.ts'
import type { OpenPage } from '#features/sign-in/open-page.ts'
import { registrationPaths } from '#platform/session/registration-paths.ts'

/** Pages of a user who is about to register, by address. */
export const openPages: Readonly<Record<string, OpenPage>> = {
  [registrationPaths.begin]: lazyPart(() => import('./register.tsx').then((it) => it.Register)),
  [registrationPaths.finish]: lazyPart(() =>
    import('./complete-registration.tsx').then((it) => it.CompleteRegistration),
  ),
}
