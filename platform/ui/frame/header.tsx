import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { brand } from '../../brand.ts'
import { Avatar } from '../display/avatar.tsx'
import { cx } from '../cx.ts'
import css from './header.module.css'
import { Icon } from '../display/icon.tsx'
import {
  iconNotice,
  iconBuilding,
  iconChat,
  iconChevronDown,
  iconFeedback,
  iconSearch,
  iconSwitcher,
} from '../display/icons.ts'
import { Keys } from '../keys/keys.tsx'
import { Mark } from './mark.tsx'
import { Menu, type MenuItem } from '../overlay/menu.tsx'

export type NavEntry = {
  href: string
  label: string
  /** A word of it, under the drawing in the phone's tab bar and where the header has no room for more. */
  short: string
  icon: string
  count?: number | undefined
  /** Whether it is the one of the current address, where the path alone does not tell. */
  current?: boolean | undefined
}

type HeaderProps = {
  nav: readonly NavEntry[]
  /** Current address; an entry whose href it is or begins with is current. */
  path: string
  /** First name, for "Welcome, Juno". */
  firstName: string
  name: string
  /** Profile, Out of Office, Log Out and so on. */
  menu: readonly MenuItem[]
  /** Above them: name and organization. */
  menuHead?: ReactNode
  /** Only for users who can switch between several organizations; `change` is what the button does, in words. */
  organization?: { name: string; change: string; onSwitch: () => void } | undefined
  onFind?: () => void
  chat?: { open: boolean; unread?: number; onToggle: () => void }
  notices?: { href: string; unread: number } | undefined
  /** From feedbackHref() of brand.ts. */
  feedbackHref: string
  /** The session has expired or an organization must be chosen: visible, but not usable. */
  inert?: boolean
}

/** True when the navigation entry is the one of the current address. */
export function isCurrent(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`)
}
/** For `aria-current`. */
export const currentPage = (path: string, { href, current = isCurrent(path, href) }: NavEntry): 'page' | undefined =>
  current ? 'page' : undefined

const noticeCount = (unread: number): string => (unread > 99 ? '99+' : String(unread))

/**
 * The dark band at the top for a signed-in user. Beside more than five places, the organization counted, tools have no words
 * where they would not fit; beside more than seven, pages have short ones.
 */
export function Header(props: HeaderProps) {
  const { nav, path, firstName, name, menu, menuHead, organization, onFind, chat, notices, feedbackHref, inert } = props
  const places = nav.length + (organization ? 1 : 0)
  const packed = places > 7
  return (
    <header
      className={cx(
        'scrolls-away',
        css.header,
        organization && css.withOrganization,
        places > 5 && css.crowded,
        packed && css.packed,
      )}
      inert={inert}
      data-ink
    >
      <Link href="/home" className={css.brand} aria-label={`${brand.name}, go to Home`}>
        <Mark />
        <span>{brand.name}</span>
      </Link>
      {organization && (
        <button
          type="button"
          className={css.organization}
          aria-haspopup="dialog"
          aria-label={`${organization.name}, ${organization.change}`}
          onClick={organization.onSwitch}
        >
          <Icon of={iconBuilding} size={14} />
          <b>{organization.name}</b>
          <Icon of={iconSwitcher} size={13} />
        </button>
      )}
      <nav className={css.nav} aria-label="Main">
        {nav.map((entry) => (
          <Link key={entry.href} href={entry.href} aria-current={currentPage(path, entry)}>
            <span className={css.whole}>{entry.label}</span>
            {packed && (
              <span className={css.brief} aria-hidden="true">
                {entry.short}
              </span>
            )}
            {entry.count !== undefined && <span className={css.count}>{entry.count}</span>}
          </Link>
        ))}
      </nav>
      <span className={css.space} />
      {onFind && (
        <button type="button" className={css.find} aria-keyshortcuts="Control+K" onClick={onFind}>
          <Icon of={iconSearch} size={15} />
          <span className={css.words}>Find or do anything</span>
          <span aria-hidden="true">
            <Keys of={['Ctrl', 'K']} />
          </span>
        </button>
      )}
      {chat && (
        <button type="button" className={css.tool} aria-expanded={chat.open} onClick={chat.onToggle}>
          <Icon of={iconChat} />
          <span className={css.words}>Chat Support</span>
          {chat.unread ? (
            <span className={css.unread}>
              {chat.unread}
              <span className="sr-only">unread</span>
            </span>
          ) : null}
        </button>
      )}
      {notices && (
        <Link
          href={notices.href}
          className={cx(css.tool, css.notices)}
          aria-label={`Notifications${notices.unread > 0 ? `, ${noticeCount(notices.unread)} unread` : ''}`}
          aria-current={isCurrent(path, notices.href) ? 'page' : undefined}
        >
          <Icon of={iconNotice} />
          {notices.unread > 0 && <span className={css.unread}>{noticeCount(notices.unread)}</span>}
        </Link>
      )}
      <a className={cx(css.tool, css.feedback)} href={feedbackHref}>
        <Icon of={iconFeedback} />
        <span className={css.words}>Feedback</span>
      </a>
      <Menu
        label="Account menu"
        items={menu}
        head={menuHead}
        placement={{ align: 'end' }}
        trigger={(trigger) => (
          <button {...trigger} type="button" className={css.me}>
            <Avatar name={name} size="medium" />
            <span className={css.words}>Welcome, {firstName}</span>
            <span className="sr-only">account menu</span>
            <Icon of={iconChevronDown} size={14} />
          </button>
        )}
      />
    </header>
  )
}
