import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { feedbackHref } from '#platform/brand.ts'
import { ErrorBoundary } from '#platform/ui/frame/error-boundary.tsx'
import { lazyExtra, lazyPart } from '#platform/browser/load-part.ts'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { Header, isCurrent, type NavEntry } from '#platform/ui/frame/header.tsx'
import { iconBuilding, iconChat, iconFeedback, iconInbox, iconLogOut, iconMenu } from '#platform/ui/display/icons.ts'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import type { MenuItem } from '#platform/ui/overlay/menu.tsx'
import { StatusBar } from '#platform/ui/frame/status-bar.tsx'
import { TabBar } from '#platform/ui/frame/tab-bar.tsx'
import { useKeys, type KeyMap } from '#platform/ui/keys/use-keys.ts'
import { setClockOffset } from '#platform/ui/display/use-now.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useSettled } from '#platform/browser/use-settled.ts'
import { useUser, type SignedInUser } from '#platform/browser/use-user.ts'
import { readMark } from '#features/chat/open-mark.ts'
import { ownNotifications } from '#features/notifications/list-contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { queueAddress, queuesOf } from '#features/worklist/queues.ts'
import { settings } from '#features/settings/contract.ts'
import { patientWord } from '#features/settings/patient-word.ts'
import { paths as supportPaths } from '#features/support/paths.ts'
import { Banners } from './banners.tsx'
import { Routes } from './routes.tsx'
import { screensOf, whoseIs, type Screen } from '#platform/browser/screen.ts'

const Shortcuts = lazyPart(() => import('./shortcuts.tsx').then((it) => it.Shortcuts))
const Palette = lazyPart(() => import('./palette.tsx').then((it) => it.Palette))
const SupportPresence = lazyExtra(() => import('./support-presence.tsx').then((it) => it.SupportPresence))
const ChatWindow = lazyPart(() => import('#features/chat/chat-window.tsx').then((it) => it.ChatWindow))

type ShellProps = {
  screens: readonly Screen[]
  /** Opens the request with the least time left. */
  openMostUrgent: (user: SignedInUser, open: (address: string) => void) => Promise<void>
  /** Above the header, after more urgent banners. */
  banner: ReactNode
  overlays: ReactNode
  /** The session is over or being ended: header and navigation cannot be used. */
  over: boolean
  onLegal: (panel: LegalPanel) => void
  onChangeCarrier: () => void
  onLogout: () => void
}

/** Change events say what is new; this asks should one be lost. */
const everyMs = 300_000

/** The frame around the screens of a signed-in user: header, navigation, keys, status bar, change events. */
export function Shell(props: ShellProps) {
  const { screens: every, openMostUrgent, banner, overlays, over, onLegal, onChangeCarrier, onLogout } = props
  const user = useUser()
  const { person, carrier, carriers, firstName, viewOnly, clockOffset } = user
  const [path, navigate] = useLocation()
  const [open, setOpen] = useState<'help' | 'find'>()
  // Small, shown, or undefined: closed. A reload changes nothing.
  const [small, setSmall] = useState(() => readMark()?.small)
  const [unread, setUnread] = useState(0)
  const [atSupport, setAtSupport] = useState<number>()
  const counts = useRead(worklist.counts, { mc: carrier.code }, { everyMs })
  const flags = useFlags(every, carrier.code)
  const screens = screensOf(every, user, flags ?? noFlags)

  const inbox = screens.find(({ flag }) => flag === 'notifications')?.path
  const settled = useSettled()
  const notices = useRead(ownNotifications.list, { size: 1 }, { everyMs, off: inbox === undefined || !settled })

  useEffect(() => setClockOffset(clockOffset), [clockOffset])
  useEffect(() => {
    // The marker of restricted roles: styles and tests may read it.
    document.body.classList.toggle('view-only', viewOnly)
    return () => document.body.classList.remove('view-only')
  }, [viewOnly])
  const word = patientWord(user.settings['dateLabel'])
  const menus = screens.flatMap(({ menu }) => (menu ? { ...menu, label: menu.label.replace('Patient', word) } : []))
  const worked = queuesOf(person)
  const view = new URLSearchParams(useSearch()).get('view')
  // No zero beside a list in which nothing waits.
  const nav = menus.flatMap(({ href, label, short, icon, counted }): NavEntry | NavEntry[] => {
    if (!counted) return { href, label, short, icon, count: (href === supportPaths.support && atSupport) || undefined }
    const inQueue = path === href && worked.some((queue) => queue.view === view)
    const list = {
      href,
      label,
      short,
      icon,
      count: counts.data?.pendingAuthCount || undefined,
      current: isCurrent(path, href) && !inQueue,
    }
    const queues = worked.map((queue) => ({
      href: queueAddress(queue),
      label: queue.menu,
      short: queue.short,
      icon: iconInbox,
      count: counts.data?.queues.find(({ status }) => status === queue.status)?.waiting || undefined,
      current: inQueue && queue.view === view,
    }))
    return [...queues, list]
  })
  const here = menus.find(({ href }) => isCurrent(path, href))?.label ?? 'Portal'

  // Its code may fail to come: the list has the most urgent first.
  const toMostUrgent = () => void openMostUrgent(user, navigate).catch(() => navigate('/authorizations'))
  const keys: KeyMap = {
    'g u': toMostUrgent,
    c: () => setSmall(small === false),
    'mod+k': () => setOpen('find'),
    '?': () => setOpen('help'),
    '/': () => {
      const field = document.querySelector<HTMLElement>('main input[type="search"]')
      field?.focus()
      return field !== null
    },
  }
  for (const { key, href } of menus) keys[`g ${key}`] = () => navigate(href)
  useKeys(keys)

  const feedback = feedbackHref(here, String(import.meta.env['VITE_VERSION']))
  const chat = () => setSmall(small === false)
  // Profile, Out of Office and other entries whose screens exist, and the carrier above them.
  const mine: MenuItem[] = [
    ...screens.flatMap(({ account }) => account ?? []),
    ...(carriers.length > 1
      ? [{ label: 'Change Master Carrier', icon: iconBuilding, onSelect: onChangeCarrier } as const]
      : []),
  ]
  const logOut: MenuItem[] = user.logoutEnabled
    ? [{ kind: 'line' }, { label: 'Log Out', icon: iconLogOut, onSelect: onLogout }]
    : []
  const more: MenuItem[] = [
    ...mine,
    { label: 'Chat Support', icon: iconChat, onSelect: chat },
    { label: 'Feedback', icon: iconFeedback, href: feedback, outside: true },
    { kind: 'line' },
    { label: 'Terms of Use', icon: iconMenu, onSelect: () => onLegal('terms') },
    { label: 'Privacy Notice', icon: iconMenu, onSelect: () => onLegal('privacy') },
    { label: 'Contact Us', icon: iconMenu, onSelect: () => onLegal('contact') },
    ...logOut,
  ]
  const close = () => setOpen(undefined)
  return (
    <Frame
      banner={<Banners viewOnly={viewOnly}>{banner}</Banners>}
      header={
        <Header
          inert={over}
          nav={nav}
          path={path}
          firstName={firstName}
          name={person.name}
          menu={[...mine, { kind: 'appearance' }, ...logOut]}
          menuHead={`${person.name} · ${carrier.name}`}
          organization={
            carriers.length > 1
              ? { name: carrier.name, change: 'change master carrier', onSwitch: onChangeCarrier }
              : undefined
          }
          onFind={() => setOpen('find')}
          chat={{ open: small === false, unread, onToggle: chat }}
          notices={inbox === undefined ? undefined : { href: inbox, unread: notices.data?.unread ?? 0 }}
          feedbackHref={feedback}
        />
      }
      footer={<StatusBar hideOnPhone onOpen={onLegal} />}
      tabBar={<TabBar inert={over} nav={nav} path={path} menu={more} />}
      overlays={
        <>
          {open && (
            <ErrorBoundary what="A part of this page" small>
              <Suspense fallback={null}>
                {open === 'help' && <Shortcuts menus={menus} onClose={close} />}
                {open === 'find' && (
                  <Palette
                    menus={menus}
                    actions={[
                      { label: 'Most urgent request', keys: ['G', 'U'], onSelect: toMostUrgent },
                      { label: 'Keyboard shortcuts', keys: ['?'], onSelect: () => setOpen('help') },
                      ...more,
                    ]}
                    onClose={close}
                  />
                )}
              </Suspense>
            </ErrorBoundary>
          )}
          {menus.some(({ href }) => href === supportPaths.support) && (
            <Suspense fallback={null}>
              <SupportPresence onWaiting={setAtSupport} />
            </Suspense>
          )}
          {small !== undefined && (
            <ErrorBoundary what="Chat Support" small>
              <Suspense fallback={null}>
                <ChatWindow
                  small={small}
                  onSmall={setSmall}
                  onClose={() => setSmall(undefined)}
                  onUnread={setUnread}
                  inert={over}
                />
              </Suspense>
            </ErrorBoundary>
          )}
          {overlays}
        </>
      }
    >
      <Routes screens={screens} more={flags === undefined} whose={whoseIs(path, every, user, flags ?? noFlags)} />
    </Frame>
  )
}

const noFlags: Readonly<Record<string, boolean>> = {}

/** The flags that switch screens on for the carrier; undefined until they are known, off where they cannot be read. */
function useFlags(screens: readonly Screen[], carrier: string): Readonly<Record<string, boolean>> | undefined {
  const f = [...new Set(screens.flatMap(({ flag }) => flag ?? []))].toSorted()
  const off = f.length === 0
  const { data, error } = useRead(settings.features, { f, masterCarrier: carrier }, { off })
  return data?.flags ?? (off || error ? noFlags : undefined)
}
