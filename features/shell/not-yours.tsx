import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { State } from '#platform/ui/list/state.tsx'

/** Shown at the address of a page that other users have. */
export function NotYours({ whose }: { whose: string }) {
  return (
    <Page as="center">
      <PageTitle title="Not your page" quiet />
      <State
        kind="noPermission"
        title={`This page is for ${whose}.`}
        acts={<LinkButton href="/home">Go to Home</LinkButton>}
      >
        Your account manager says who has it, and can give you access.
      </State>
    </Page>
  )
}
