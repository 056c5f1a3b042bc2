import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Link } from 'wouter'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { iconCheck } from '../display/icons.ts'
import { Keys } from '../keys/keys.tsx'
import css from './menu.module.css'
import { keepBeside, type Placement } from '../display/place-beside.ts'
import { rove } from '../keys/rove.ts'

export type MenuItem =
  | {
      kind?: 'item'
      label: string
      detail?: string
      icon?: string
      keys?: readonly string[]
      danger?: boolean
      /** Why it may not be chosen now, in words; shown as its second line. */
      whyNot?: string | undefined
      onSelect?: () => void
      /** Goes to a page of the portal instead. */
      href?: string
      /** The href leaves the portal's own pages. */
      outside?: boolean
    }
  | { kind: 'check'; label: string; checked: boolean; onSelect: () => void }
  | {
      kind: 'choice'
      label: string
      icon?: string
      value: string
      options: readonly { value: string; label: string }[]
      onChange: (value: string) => void
    }
  | { kind: 'line' }

/** What the menu hands to its button: spread it on a <button>. */
type MenuTrigger = Pick<
  ComponentProps<'button'>,
  'popoverTarget' | 'aria-haspopup' | 'aria-expanded' | 'onKeyDown' | 'ref'
>

type MenuProps = {
  /** Name of the menu: "Account menu". */
  label: string
  items: readonly MenuItem[]
  /** Words above the items that are not chosen: name and e-mail. */
  head?: ReactNode
  placement?: Placement
  trigger: (trigger: MenuTrigger) => ReactNode
}

/**
 * A menu button. Arrow keys, Home, End and first letters move; Enter and Space choose; Esc and Tab close. A bottom
 * sheet on phones.
 */
export function Menu({ label, items, head, placement, trigger }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const fromEnd = useRef(false)

  const { side, align, gap } = placement ?? {}
  useLayoutEffect(() => {
    if (open && menu.current && button.current)
      return keepBeside(menu.current, button.current, {
        ...(side && { side }),
        ...(align && { align }),
        ...(gap && { gap }),
      })
    return undefined
  }, [open, side, align, gap])

  const controls = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const close = () => menu.current?.hidePopover()

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
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
      {trigger({
        ref: button,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          fromEnd.current = event.key === 'ArrowUp'
          menu.current?.showPopover()
        },
      })}
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={css.menu}
        onToggle={(event) => {
          const opens = event.newState === 'open'
          setOpen(opens)
          if (!opens) return
          controls()
            .at(fromEnd.current ? -1 : 0)
            ?.focus()
          fromEnd.current = false
        }}
      >
        {head && <div className={css.head}>{head}</div>}
        <div role="menu" aria-label={label} onKeyDown={onKeyDown}>
          {items.map((item, index) => (
            <Entry key={index} item={item} close={close} />
          ))}
        </div>
      </div>
    </>
  )
}

function Entry({ item, close }: { item: MenuItem; close: () => void }) {
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
