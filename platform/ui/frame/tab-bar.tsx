import { Link } from 'wouter'
import { currentPage, type NavEntry } from './header.tsx'
import { Icon } from '../display/icon.tsx'
import { iconMenu } from '../display/icons.ts'
import { Menu, type MenuItem } from '../overlay/menu.tsx'
import css from './tab-bar.module.css'

/** With the menu beside them: more would touch each other. */
const SHOWN = 4

type TabBarProps = {
  nav: readonly NavEntry[]
  path: string
  /** All that has no place on a phone: account, feedback, legal texts. */
  menu: readonly MenuItem[]
  /** The session is over: visible, but not usable. */
  inert?: boolean
}

/** The main navigation of phones, the rest of it in the menu; absent on wider screens, where the header has it. */
export function TabBar({ nav, path, menu, inert }: TabBarProps) {
  return (
    <nav className={css.bar} aria-label="Main" inert={inert}>
      {nav.slice(0, SHOWN).map((entry) => (
        <Link key={entry.href} href={entry.href} className={css.tab} aria-current={currentPage(path, entry)}>
          <Icon of={entry.icon} size={20} weight={1.45} />
          <span>{entry.short}</span>
          {entry.count !== undefined && <span className={css.count}>{entry.count}</span>}
        </Link>
      ))}
      <Menu
        label="More"
        items={[...nav.slice(SHOWN), ...menu]}
        trigger={(trigger) => (
          <button {...trigger} type="button" className={css.tab}>
            <Icon of={iconMenu} size={20} weight={1.45} />
            <span>Menu</span>
          </button>
        )}
      />
    </nav>
  )
}
