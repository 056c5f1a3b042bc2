import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { feedbackHref } from '#platform/brand.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { Header, type NavEntry } from '#platform/ui/frame/header.tsx'
import { useHints } from '#platform/ui/keys/hints.ts'
import {
  iconAway,
  iconBuilding,
  iconHome,
  iconLogOut,
  iconPeople,
  iconClipboard,
  iconTable,
  iconUser,
} from '#platform/ui/display/icons.ts'
import type { MenuItem } from '#platform/ui/overlay/menu.tsx'
import { StatusBar } from '#platform/ui/frame/status-bar.tsx'
import { TabBar } from '#platform/ui/frame/tab-bar.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'

const nav: NavEntry[] = [
  { href: '/home', label: 'Home', short: 'Home', icon: iconHome },
  { href: '/authorizations', label: 'Authorization Requests', short: 'Requests', icon: iconClipboard, count: 38 },
  { href: '/patients', label: 'Patients', short: 'Patients', icon: iconPeople },
  { href: '/data-extract', label: 'Data', short: 'Data', icon: iconTable },
]
const hints = [
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['Enter'], does: 'Open' },
  { keys: ['X'], does: 'Select' },
  { keys: ['A'], does: 'Approve' },
  { keys: ['R'], does: 'Reject' },
  { keys: ['S'], does: 'Snooze' },
  { keys: ['Space'], does: 'Preview' },
  { keys: ['?'], does: 'All' },
]
const none = () => {}

/** The frame of a signed-in person with several carriers. */
export function PreviewFrame({ children }: { children: ReactNode }) {
  const [path, go] = useLocation()
  const [chat, setChat] = useState(false)
  useHints(hints)
  useKeys({ 'g h': () => go('/home'), 'mod+k': () => announce('Find opened.') })
  const menu: MenuItem[] = [
    { label: 'Profile', icon: iconUser, href: '/accounts/profile' },
    { label: 'Out of Office', icon: iconAway, href: '/accounts/out-of-office' },
    { label: 'Change Master Carrier', icon: iconBuilding, onSelect: none },
    { kind: 'line' },
    { kind: 'appearance' },
    { kind: 'line' },
    { label: 'Log Out', icon: iconLogOut, onSelect: none },
  ]
  return (
    <Frame
      header={
        <Header
          nav={nav}
          path={path}
          firstName="Juno"
          name="Juno Merriweather"
          menu={menu}
          organization={{ name: 'Kestrel Mutual', change: 'change master carrier', onSwitch: none }}
          onFind={none}
          chat={{ open: chat, unread: 2, onToggle: () => setChat(!chat) }}
          feedbackHref={feedbackHref('Preview', '0')}
        />
      }
      footer={<StatusBar hideOnPhone onOpen={(panel) => announce(panel)} />}
      tabBar={<TabBar nav={nav} path={path} menu={menu} />}
    >
      {children}
    </Frame>
  )
}
