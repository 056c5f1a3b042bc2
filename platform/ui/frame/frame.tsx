import { Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { lazyExtra } from '../../browser/load-part.ts'
import { hostAnnouncements } from '../display/announce.ts'
import { cx } from '../cx.ts'
import { useKeys } from '../keys/use-keys.ts'
import { toastList, undoLast } from '../overlay/toasts.ts'
import css from './frame.module.css'

// Loaded once the page is there.
const ToastRegion = lazyExtra(() => import('../overlay/toast-region.tsx').then((it) => it.ToastRegion))

type FrameProps = {
  /** Banners above the header, in order of weight. */
  banner?: ReactNode
  header: ReactNode
  /** StatusBar. */
  footer?: ReactNode
  /** TabBar; phones show it instead of the main navigation. */
  tabBar?: ReactNode
  /** Chat and dialogs: after the page in reading order. */
  overlays?: ReactNode
  /** The screen: a Page or a WorkArea. */
  children: ReactNode
}

/** What stays in place between screens: skip link, header, main area, status bar, tab bar, toasts, live regions. */
export function Frame({ banner, header, footer, tabBar, overlays, children }: FrameProps) {
  useEffect(() => hostAnnouncements(document.querySelector('dialog:modal') ?? document.body), [])
  return (
    <div className={cx(css.app, tabBar != null && css.hasTabs)}>
      <a
        className="skip-link screen-only"
        href="#main"
        onClick={(event) => {
          // The address holds the screen's state; a fragment would be one more history entry.
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        Skip to main content
      </a>
      {banner}
      {header}
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
      {footer}
      {tabBar}
      {overlays}
      <UndoKey />
      <Suspense fallback={null}>
        <ToastRegion />
      </Suspense>
    </div>
  )
}

const canUndo = () => toastList.read().some(({ onUndo }) => onUndo)

/** Z undoes the newest act, also before the code that shows messages has come. */
function UndoKey() {
  const can = useSyncExternalStore(toastList.subscribe, canUndo, canUndo)
  useKeys(can ? { z: undoLast } : {})
  return null
}
