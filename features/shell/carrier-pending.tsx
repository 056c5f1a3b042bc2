import type { ReactNode } from 'react'
import { feedbackHref } from '#platform/brand.ts'
import { Frame } from '#platform/ui/frame.tsx'
import { Header } from '#platform/ui/header.tsx'
import type { LegalPanel } from '#platform/ui/legal-links.tsx'
import { PageTitle } from '#platform/ui/page-title.tsx'
import { StatusBar } from '#platform/ui/status-bar.tsx'
import type { User } from '#features/sign-in/contract.ts'
import { Banners } from './banners.tsx'
import { PageSkeleton } from './first-paint.tsx'
import type { Screen } from './screen.ts'

export type CarrierPendingProps = {
  screens: readonly Screen[]
  user: User
  /** The chooser, and what may lie over it. */
  overlays: ReactNode
  onLegal: (panel: LegalPanel) => void
}

/** Behind Select Carrier while the choice is pending: the portal as it will be, out of reach and without a word of anybody's work. */
export function CarrierPending({ screens, user, overlays, onLegal }: CarrierPendingProps) {
  const nav = screens.flatMap(({ menu, sees }) => (menu && !sees ? [menu] : []))
  return (
    <Frame
      banner={<Banners />}
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
