import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { AccountEntry, Screen } from '#platform/browser/screen.ts'
import { Icon } from '#platform/ui/display/icon.tsx'
import { isCurrent } from '#platform/ui/frame/header.tsx'
import css from './side-menu.module.css'

type SideMenuProps = { screens: readonly Screen[]; children: ReactNode }

/** The account pages of this user beside the one that is open; above it on narrow screens. */
export function SideMenu({ screens, children }: SideMenuProps) {
  const [path] = useLocation()
  const entries = screens.flatMap(({ account }) => (account?.href.startsWith('/accounts/') ? account : []))
  const groups = [...new Set(entries.map(({ group }) => group))]
  return (
    <div className={css.beside}>
      <nav className={css.menu} aria-label="Accounts">
        {groups.map((group) => (
          <div key={group ?? ''}>
            <p aria-hidden="true">{group ?? 'Your account'}</p>
            <ul aria-label={group ?? 'Your account'}>
              {entries
                .filter((entry) => entry.group === group)
                .map((entry) => (
                  <Line key={entry.href} entry={entry} current={isCurrent(path, entry.href)} />
                ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={css.page}>{children}</div>
    </div>
  )
}

function Line({ entry, current }: { entry: AccountEntry; current: boolean }) {
  return (
    <li>
      <Link href={entry.href} aria-current={current ? 'page' : undefined}>
        <Icon of={entry.icon} size={16} />
        {entry.side ?? entry.label}
      </Link>
    </li>
  )
}
