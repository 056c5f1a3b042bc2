import type { ReactNode } from 'react'
import { feedbackHref } from '#platform/brand.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { Header } from '#platform/ui/frame/header.tsx'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { StatusBar } from '#platform/ui/frame/status-bar.tsx'
import type { User } from '#features/sign-in/contract.ts'
import { PageSkeleton } from './first-paint.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import type { Screen } from '#platform/browser/screen.ts'

type CarrierPendingProps = {
  screens: readonly Screen[]
  user: User
  /** The carrier chooser, and what may cover it. */
  overlays: ReactNode
  onLegal: (panel: LegalPanel) => void
}

/** Behind Select Carrier while the choice is pending: the frame of the portal, disabled and without any data. */
export function CarrierPending({ screens, user, overlays, onLegal }: CarrierPendingProps) {
  const nav = screens.flatMap(({ menu, sees }) => (menu && !sees ? [menu] : []))
  return (
    <Frame
      banner={<OfflineBanner />}
      header={
        <Header
          inert
          nav={nav}
          path=""
          firstName={user.firstName}
          name={user.name}
          menu={[]}
          feedbackHref={feedbackHref('Select Carrier', String(import.meta.env['VITE_VERSION']))}
        />
      }
      footer={<StatusBar onOpen={onLegal} />}
      overlays={overlays}
    >
      <PageTitle title="Select Carrier" quiet />
      <PageSkeleton />
    </Frame>
  )
}

/** Shown instead of the portal to a user who works for no carrier. */
export function NoCarrier({ onLogout }: { onLogout: () => void }) {
  return (
    <Page as="center">
      <PageTitle title="No carrier" quiet />
      <State
        kind="noPermission"
        title="No carrier is assigned to you"
        acts={<Button onClick={onLogout}>Log Out</Button>}
      >
        You are signed in, but you do not work for any carrier here yet. Ask your supervisor or Account Management to
        assign one.
      </State>
    </Page>
  )
}
