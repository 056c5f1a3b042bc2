import type { ComponentType, LazyExoticComponent } from 'react'
import { lazy } from 'react'
import type { Clock } from '#platform/dates/clock.ts'
import { inTime } from '#platform/browser/load-part.ts'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import type { SignedInUser, WorkCarrier } from '#platform/browser/use-user.ts'
import type { TermsStatus } from '#features/sign-in/rules.ts'

/** A page of the signed-in portal. */
export type Screen = {
  /** Pattern of its address (features/paths.ts). */
  path: string
  /** Its code, fetched when it is first opened. */
  load: () => Promise<ComponentType>
  Component: LazyExoticComponent<ComponentType>
  /** Its word in the main navigation; pages reached from other pages have none. */
  menu?: Menu | undefined
  /** Its line in the menu under the person's name; lines stand in the order of the list of screens. */
  account?: AccountEntry | undefined
  /** Who has it at all; for everybody unless told. */
  sees?: ((user: SignedInUser) => boolean) | undefined
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
  /** Shows how many requests wait. */
  counted?: boolean
}

export type AccountEntry = { href: string; label: string; icon: string }

/** One line of the list of screens. */
export function screen(
  path: string,
  load: () => Promise<ComponentType>,
  more: Pick<Screen, 'menu' | 'account' | 'sees' | 'flag'> = {},
): Screen {
  return { path, load, Component: lazy(() => inTime(load).then((component) => ({ default: component }))), ...more }
}

/** The screens this person has, with these feature flags on. */
export const screensOf = (
  screens: readonly Screen[],
  user: SignedInUser,
  flags: Readonly<Record<string, boolean>>,
): Screen[] =>
  screens.filter(({ sees, flag }) => (sees?.(user) ?? true) && (flag === undefined || flags[flag] === true))

/** What other features bring into the frame; each is fetched when it is first needed. */
export type Parts = {
  ChooseCarrier: ComponentType<{
    options: readonly (WorkCarrier & { programs: number })[]
    previous?: string | undefined
    onChosen: (carrier: WorkCarrier) => void | Promise<void>
    onLogout: () => void
    onCancel?: (() => void) | undefined
  }>
  Terms: ComponentType<{
    userId: string
    status: TermsStatus
    onLegal: (panel: LegalPanel) => void
    onAccepted: () => void | Promise<void>
    onLogout: () => void
    /** The acceptance that would complete the registration failed: nobody goes on from here. */
    onRefused: () => void
  }>
  /** Says that one is out of office, while one is. */
  AwayBanner: ComponentType
  PrivacyBanner: ComponentType<{ clock: Clock; onReview: () => void }>
  LegalPanel: ComponentType<{
    kind: LegalPanel
    onOpen: (panel: LegalPanel) => void
    onClose: () => void
    support?: { carrier: string; phone: string } | undefined
  }>
  /** Address of the person's request with the least time left; nothing when none waits. */
  mostUrgent: (user: SignedInUser) => Promise<string | undefined>
}
