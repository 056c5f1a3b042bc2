import { FollowUps } from '#features/survey/follow-ups.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'

/** What support works on (/support): low ratings of contacts. */
export function Support() {
  return (
    <Page canvas>
      <PageTitle title="Support Desk">Support Desk</PageTitle>
      <FollowUps />
    </Page>
  )
}
