import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { Recents } from '../recents.tsx'

/** Finding a patient (/patients). */
export function FindPatient() {
  return (
    <Page>
      <PageTitle title="Patients" />
      <Recents />
    </Page>
  )
}
