import { useEffectEvent, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { Link } from 'wouter'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { iconCheck } from '../display/icons.ts'
import { Keys } from '../keys/keys.tsx'
import css from './menu.module.css'
import { keepBeside, type Placement } from '../display/place-beside.ts'
import type { MenuItem, ShownItem } from './menu.tsx'
import { useAppearanceItems } from './use-appearance-items.ts'
import { rove } from '../keys/rove.ts'

type MenuBodyProps = {
  label: string
  items: readonly MenuItem[]
  head: ReactNode
  placement: Placement | undefined
  menu: RefObject<HTMLDivElement | null>
  button: RefObject<HTMLButtonElement | null>
  /** How often the menu was opened, counting this time; 0 while it is closed. */
  opened: number
  /** Whether it was opened with the key for its last item. */
  isFromEnd: () => boolean
}

/** What a menu shows, and its keys; loaded once the page is there. */
export function MenuBody({ label, items, head, placement, menu, button, opened, isFromEnd }: MenuBodyProps) {
  const typed = useRef({ text: '', at: 0 })
  const appearance = useAppearanceItems()
  const { side, align, gap } = placement ?? {}

  const controls = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const close = () => menu.current?.hidePopover()
  const focusFirst = useEffectEvent(() => {
    controls()
      .at(isFromEnd() ? -1 : 0)
      ?.focus()
  })
  useLayoutEffect(() => {
    if (!opened || !menu.current || !button.current) return undefined
    return keepBeside(menu.current, button.current, {
      ...(side && { side }),
      ...(align && { align }),
      ...(gap && { gap }),
    })
  }, [menu, button, opened, side, align, gap])
  useLayoutEffect(() => {
    if (opened) focusFirst()
  }, [opened])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!menu.current?.matches(':popover-open')) return
    if (rove(event, controls(), 'both')) return
    if (event.key === 'Tab') {
      // The menu leaves the tab order with its focus; Tab then goes on from the button.
      button.current?.focus()
      close()
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const text =
        event.timeStamp - typed.current.at < 700
          ? typed.current.text + event.key.toLowerCase()
          : event.key.toLowerCase()
      typed.current = { text, at: event.timeStamp }
      const all = controls()
      const from = all.indexOf(document.activeElement as HTMLElement) + (text.length === 1 ? 1 : 0)
      const found = [...all.slice(from), ...all.slice(0, from)].find((item) =>
        item.textContent?.trim().toLowerCase().startsWith(text),
      )
      found?.focus()
      event.preventDefault()
    }
  }

  return (
    <>
      {head && <div className={css.head}>{head}</div>}
      <div role="menu" aria-label={label} onKeyDown={onKeyDown}>
        {items
          .flatMap((item) => (item.kind === 'appearance' ? appearance : [item]))
          .map((item, index) => (
            <Entry key={index} item={item} close={close} />
          ))}
      </div>
    </>
  )
}

function Entry({ item, close }: { item: ShownItem; close: () => void }) {
  if (item.kind === 'line') return <hr />
  if (item.kind === 'check') {
    return (
      <button
        type="button"
        role="menuitemcheckbox"
        aria-checked={item.checked}
        tabIndex={-1}
        className={css.item}
        onClick={item.onSelect}
      >
        <span className={css.tick}>{item.checked && <Icon of={iconCheck} />}</span>
        {item.label}
      </button>
    )
  }
  if (item.kind === 'choice') {
    return (
      <div role="group" aria-label={item.label} className={css.choice}>
        {item.icon && <Icon of={item.icon} size={15} />}
        <span className="grow">{item.label}</span>
        <span className={css.parts} role="presentation">
          {item.options.map((option) => (
            <button
              key={option.value}
              type="button"
              role="menuitemradio"
              aria-checked={option.value === item.value}
              tabIndex={-1}
              className={css.part}
              onClick={() => item.onChange(option.value)}
            >
              {option.label}
            </button>
          ))}
        </span>
      </div>
    )
  }
  const { label, detail, icon, keys, danger, whyNot, onSelect, href, outside } = item
  const content = (
    <>
      {icon && <Icon of={icon} size={15} />}
      <span className="grow">
        {label}
        {(whyNot ?? detail) && <span className={css.detail}>{whyNot ?? detail}</span>}
      </span>
      {keys && (
        <span aria-hidden="true">
          <Keys of={keys} />
        </span>
      )}
    </>
  )
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: cx(css.item, danger && css.danger),
    'aria-disabled': whyNot ? true : undefined,
    onClick: () => {
      if (whyNot) return
      close()
      onSelect?.()
    },
  }
  if (href && !whyNot && outside)
    return (
      <a {...shared} href={href}>
        {content}
      </a>
    )
  if (href && !whyNot)
    return (
      <Link {...shared} href={href}>
        {content}
      </Link>
    )
  return (
    <button type="button" {...shared}>
      {content}
    </button>
  )
}
