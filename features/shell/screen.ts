import type { ComponentType, LazyExoticComponent } from 'react'
import { lazy } from 'react'
import type { Clock } from '#platform/clock.ts'
import type { LegalPanel } from '#platform/ui/legal-links.tsx'
import type { SignedInUser, WorkCarrier } from '#platform/use-user.ts'
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
  /** Who has it at all; for everybody unless told. */
  sees?: ((user: SignedInUser) => boolean) | undefined
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

/** One line of the list of screens. */
export function screen(
  path: string,
  load: () => Promise<ComponentType>,
  more: Pick<Screen, 'menu' | 'sees'> = {},
): Screen {
  return { path, load, Component: lazy(() => load().then((component) => ({ default: component }))), ...more }
}

/** What other features bring into the frame; each is fetched when it is first needed. */
export type Parts = {
  ChooseCarrier: ComponentType<{
    options: readonly WorkCarrier[]
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
  }>
  PrivacyBanner: ComponentType<{ clock: Clock; onReview: () => void }>
  LegalPanel: ComponentType<{ kind: LegalPanel; onOpen: (panel: LegalPanel) => void; onClose: () => void }>
  /** Address of the person's request with the least time left; nothing when none waits. */
  mostUrgent: (user: SignedInUser) => Promise<string | undefined>
}
