/**
 * The pages the browser has, computed: each feature's `screens.tsx` and `paths.ts`. The code of a page is fetched when it is
 * first opened.
 */
import type { OpenPage } from '#features/sign-in/open-page.ts'
import type { Screen } from '#platform/browser/screen.ts'

type Paths = { paths?: Readonly<Record<string, string>>; publicPaths?: readonly string[] }
type Screens = {
  screens?: readonly Screen[]
  outsideScreens?: readonly Screen[]
  openPages?: Readonly<Record<string, OpenPage>>
}

const pathParts = Object.values(import.meta.glob<Paths>('./features/*/paths.ts', { eager: true }))
const screenParts = Object.values(import.meta.glob<Screens>('./features/*/screens.tsx', { eager: true }))

const placeOf = ({ menu, account }: Screen): number => menu?.order ?? account?.order ?? 0

/** Every page of a signed-in user, in the order of the menus. */
export const screens: readonly Screen[] = screenParts
  .flatMap((part) => part.screens ?? [])
  .sort((a, b) => placeOf(a) - placeOf(b))
/** Pages of people who never sign in here. */
export const outsideScreens: readonly Screen[] = screenParts.flatMap((part) => part.outsideScreens ?? [])
/** Pages of users who are not signed in, besides those of signing in itself, by address. */
export const openPages: Readonly<Record<string, OpenPage>> = Object.assign(
  {},
  ...screenParts.map((part) => part.openPages),
)

const publicPaths = pathParts.flatMap((part) => part.publicPaths ?? [])
/** Patterns a sign-in may return to. */
export const returnPaths: readonly string[] = pathParts.flatMap((part) => Object.values(part.paths ?? {}))
/** True for a page that anybody may open. */
export const isPublic = (path: string): boolean => publicPaths.includes(path)
