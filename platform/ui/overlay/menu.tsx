import { Suspense, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { lazyExtra } from '../../browser/load-part.ts'
import css from './menu.module.css'
import type { Placement } from '../display/place-beside.ts'

const MenuBody = lazyExtra(() => import('./menu-body.tsx').then((it) => it.MenuBody))

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
  /** Theme, density and single keys, as they are chosen now. */
  | { kind: 'appearance' }

/** An item as it is shown. */
export type ShownItem = Exclude<MenuItem, { kind: 'appearance' }>

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
  const [opened, setOpened] = useState(0)
  const openings = useRef(0)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const fromEnd = useRef(false)
  return (
    <>
      {trigger({
        ref: button,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened > 0,
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
        onBeforeToggle={(event) => {
          if (event.newState === 'closed') fromEnd.current = false
        }}
        // Closed and opened again at once is one event, from open to open.
        onToggle={(event) => setOpened(event.newState === 'open' ? ++openings.current : 0)}
      >
        <Suspense fallback={null}>
          <MenuBody
            label={label}
            items={items}
            head={head}
            placement={placement}
            menu={menu}
            button={button}
            opened={opened}
            isFromEnd={() => fromEnd.current}
          />
        </Suspense>
      </div>
    </>
  )
}
