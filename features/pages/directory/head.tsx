import type { ReactNode } from 'react'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { Tabs } from '#platform/ui/list/tabs.tsx'
import { paths } from '../paths.ts'
import css from './directory.module.css'

/** The panel the directory's tabs change. */
export const PANEL = 'directory'

/** What the three directories have in common: the title, the tabs, and an act beside them. */
export function DirectoryHead({ current, act }: { current: string; act?: ReactNode }) {
  return (
    <div className={css.head}>
      <PageTitle title="Directory" />
      <Tabs
        label="Directory"
        bare
        panelId={PANEL}
        current={current}
        tabs={[
          { href: paths.pharmacies, label: 'Pharmacies' },
          { href: paths.practitioners, label: 'Prescribers' },
          { href: paths.drugs, label: 'Drugs' },
        ]}
      />
      <span className="grow" />
      {act}
    </div>
  )
}
