import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { feedbackHref } from '#platform/brand.ts'
import { Frame } from '#platform/ui/frame.tsx'
import { Header, isCurrent } from '#platform/ui/header.tsx'
import { iconBuilding, iconFeedback, iconLogOut, iconMenu } from '#platform/ui/icons.ts'
import type { LegalPanel } from '#platform/ui/legal-links.tsx'
import type { MenuItem } from '#platform/ui/menu.tsx'
import { StatusBar } from '#platform/ui/status-bar.tsx'
import { TabBar } from '#platform/ui/tab-bar.tsx'
import { toast } from '#platform/ui/toasts.ts'
import { useAppearanceItems } from '#platform/ui/use-appearance-items.ts'
import { useKeys, type KeyMap } from '#platform/ui/use-keys.ts'
import { setClockOffset } from '#platform/ui/use-now.ts'
import { useBell, useRead } from '#platform/use-call.ts'
import { useUser, type SignedInUser } from '#platform/use-user.ts'
import { worklist } from '#features/authorizations/worklist/contract.ts'
import { Banners } from './banners.tsx'
import { Routes } from './routes.tsx'
import type { Screen } from './screen.ts'

const Shortcuts = lazy(() => import('./shortcuts.tsx').then((it) => ({ default: it.Shortcuts })))

export type ShellProps = {
  screens: readonly Screen[]
  mostUrgent: (user: SignedInUser) => Promise<string | undefined>
  /** Above the header, after what is more urgent. */
  banner: ReactNode
  overlays: ReactNode
  onLegal: (panel: LegalPanel) => void
  onChangeCarrier: () => void
  onLogout: () => void
}

/** What stays in place between the screens of a person at work: header, navigation, keys, status bar, bell. */
export function Shell({ screens, mostUrgent, banner, overlays, onLegal, onChangeCarrier, onLogout }: ShellProps) {
  const user = useUser()
  const { person, carrier, carriers, firstName, viewOnly, clockOffset } = user
  const [path, navigate] = useLocation()
  const [help, setHelp] = useState(false)
  const appearance = useAppearanceItems()
  const cache = useQueryClient()
  const counts = useRead(worklist.counts, { mc: carrier.code }, { everyMs: 60_000 })

  useEffect(() => setClockOffset(clockOffset), [clockOffset])
  useEffect(() => {
    // The marker of restricted roles (spec 1 §6): styles and tests may read it.
    document.body.classList.toggle('view-only', viewOnly)
    return () => document.body.classList.remove('view-only')
  }, [viewOnly])
  useBell(
    true,
    useCallback(() => void cache.invalidateQueries(), [cache]),
  )

  const menus = screens.flatMap(({ menu, sees }) => (menu && (sees?.(user) ?? true) ? [menu] : []))
  const nav = menus.map(({ href, label, short, icon, counted }) => ({
    href,
    label,
    short,
    icon,
    count: counted ? counts.data?.pendingAuthCount : undefined,
  }))
  const here = menus.find(({ href }) => isCurrent(path, href))?.label ?? 'Portal'

  const keys: KeyMap = {
    'g u': () =>
      void mostUrgent(user).then(
        (address) => (address ? navigate(address) : toast({ tone: 'info', words: 'Nothing is waiting for you.' })),
        (error: Error) =>
          toast({ tone: 'error', words: 'The most urgent request could not be found.', detail: error.message }),
      ),
    '?': () => setHelp(true),
    '/': () => {
      const field = document.querySelector<HTMLElement>('main input[type="search"]')
      field?.focus()
      return field !== null
    },
  }
  for (const { key, href } of menus) keys[`g ${key}`] = () => navigate(href)
  useKeys(keys)

  const feedback = feedbackHref(here, String(import.meta.env['VITE_VERSION']))
  const change: MenuItem[] =
    carriers.length > 1 ? [{ label: 'Change Master Carrier', icon: iconBuilding, onSelect: onChangeCarrier }] : []
  const account: MenuItem[] = [
    ...change,
    ...appearance,
    { kind: 'line' },
    { label: 'Log Out', icon: iconLogOut, onSelect: onLogout },
  ]
  const more: MenuItem[] = [
    ...change,
    { label: 'Feedback', icon: iconFeedback, href: feedback, outside: true },
    { kind: 'line' },
    { label: 'Terms of Use', icon: iconMenu, onSelect: () => onLegal('terms') },
    { label: 'Privacy Notice', icon: iconMenu, onSelect: () => onLegal('privacy') },
    { label: 'Contact Us', icon: iconMenu, onSelect: () => onLegal('contact') },
    { kind: 'line' },
    { label: 'Log Out', icon: iconLogOut, onSelect: onLogout },
  ]
  return (
    <Frame
      banner={<Banners viewOnly={viewOnly}>{banner}</Banners>}
      header={
        <Header
          nav={nav}
          path={path}
          firstName={firstName}
          name={person.name}
          menu={account}
          menuHead={`${person.name} · ${carrier.name}`}
          carrier={carriers.length > 1 ? { name: carrier.name, onSwitch: onChangeCarrier } : undefined}
          feedbackHref={feedback}
        />
      }
      footer={<StatusBar hideOnPhone onOpen={onLegal} />}
      tabBar={<TabBar nav={nav} path={path} menu={more} />}
      overlays={
        <>
          {help && (
            <Suspense fallback={null}>
              <Shortcuts menus={menus} onClose={() => setHelp(false)} />
            </Suspense>
          )}
          {overlays}
        </>
      }
    >
      <Routes screens={screens} />
    </Frame>
  )
}
