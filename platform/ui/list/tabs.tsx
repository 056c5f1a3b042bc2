import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { cx } from '../cx.ts'
import { rove } from '../keys/rove.ts'
import css from './tabs.module.css'

type Tab = {
  href: string
  label: string
  /** Shown in a bubble; hidden while it is not known. */
  count?: number | string | undefined
  /** red when the count needs attention and is not 0. */
  tone?: 'red'
}
type TabsProps = {
  /** What is chosen: "Saved views". */
  label: string
  tabs: readonly Tab[]
  /** href of the current tab. */
  current: string
  /** Id of the panel they change: spread tabPanelProps(id) on it. */
  panelId: string
  tall?: boolean
  /** Without the line below. */
  bare?: boolean
  className?: string
}

/** For the element the tabs change. */
export function tabPanelProps(panelId: string) {
  return { id: panelId, role: 'tabpanel', 'aria-labelledby': `${panelId}-tab` } as const
}

/** Tabs that are links, each with an address of its own. Arrow keys, Home and End move, Enter follows. */
export function Tabs({ label, tabs, current, panelId, tall, bare, className }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On narrow screens the current tab may lie outside the strip.
    const on = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (on && list.current) list.current.scrollLeft = on.offsetLeft - list.current.offsetLeft - 16
  }, [current])
  // One of them must stay a Tab stop, even when the address is none of theirs.
  const stop = tabs.some((tab) => tab.href === current) ? current : tabs[0]?.href
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={cx(css.tabs, tall && css.tall, bare && css.bare, className)}
      onKeyDown={(event) => {
        if (event.key === ' ' && event.target instanceof HTMLElement) {
          event.preventDefault()
          event.target.click()
        } else rove(event, [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')], 'horizontal')
      }}
    >
      {tabs.map((tab) => {
        const on = tab.href === current
        return (
          <Link
            key={tab.href}
            href={tab.href}
            role="tab"
            id={on ? `${panelId}-tab` : undefined}
            aria-selected={on}
            aria-controls={on ? panelId : undefined}
            tabIndex={tab.href === stop ? 0 : -1}
            className={css.tab}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className={cx(css.count, tab.tone === 'red' && tab.count !== 0 && css.red)}>{tab.count}</span>
            )}
          </Link>
        )
      })}
    </div>
  )
}
