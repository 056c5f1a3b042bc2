import type { ComponentType, LazyExoticComponent } from 'react'
import { lazyPart } from './load-part.ts'
import { isPathOf } from '../session/path-pattern.ts'
import type { SignedInUser } from './use-user.ts'

/** A page of the signed-in portal. */
export type Screen = {
  /** Pattern of its address (`paths.ts` of its feature). */
  path: string
  /** Its code, fetched when it is first opened; for an address with what it shows first of it. */
  load: (path?: string) => Promise<ComponentType>
  Component: LazyExoticComponent<ComponentType>
  /** Its word in the main navigation; pages reached from other pages have none. */
  menu?: Menu | undefined
  /** Its line in the menu under the user's name. */
  account?: AccountEntry | undefined
  /** Who has it at all; for everybody by default. */
  sees?: ((user: SignedInUser) => boolean) | undefined
  /** Those users in words, for the others: "account managers". */
  whose?: string | undefined
  /** Nobody has it while this feature flag is off for the carrier: neither the menu's line nor the address. */
  flag?: string | undefined
}

export type Menu = {
  href: string
  label: string
  /** Under the drawing in the phone's tab bar. */
  short: string
  icon: string
  /** G and this letter go there. */
  key: string
  /** Its place in the navigation. */
  order: number
  /** Shows how many requests wait. */
  counted?: boolean
}

/** A line of the menu under the user's name, and its place there. */
export type AccountEntry = {
  href: string
  label: string
  icon: string
  order: number
  /** Its heading in the side menu of account pages; those of the user's own account have none. */
  group?: string
  /** Its word there, where the menu has another. */
  side?: string
}

/** One line of the list of screens. */
export function screen(
  path: string,
  load: (path?: string) => Promise<ComponentType>,
  more: Pick<Screen, 'menu' | 'account' | 'sees' | 'whose' | 'flag'> = {},
): Screen {
  let loaded: ComponentType | undefined
  const loading = (path?: string) => load(path).then((component) => (loaded = component))
  return { path, load: loading, Component: lazyPart(loading, () => loaded), ...more }
}

/** The screens this person has, with these feature flags on. */
export const screensOf = (
  screens: readonly Screen[],
  user: SignedInUser,
  flags: Readonly<Record<string, boolean>>,
): Screen[] =>
  screens.filter(({ sees, flag }) => (sees?.(user) ?? true) && (flag === undefined || flags[flag] === true))

/** Who has the page at this address, in words, where the carrier has it and this user does not. */
export const whoseIs = (
  path: string,
  screens: readonly Screen[],
  user: SignedInUser,
  flags: Readonly<Record<string, boolean>>,
): string | undefined =>
  screens.find(
    (screen) =>
      screen.sees?.(user) === false &&
      (screen.flag === undefined || flags[screen.flag] === true) &&
      isPathOf(screen.path, path),
  )?.whose
