import { useId, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { Icon } from '#platform/ui/display/icon.tsx'
import {
  iconArrowDown,
  iconArrowUp,
  iconCheck,
  iconChevronLeft,
  iconChevronRight,
  iconSearch,
} from '#platform/ui/display/icons.ts'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import css from './dual-list.module.css'

type Item = { key: string; label: string }
type DualListProps = {
  items: readonly Item[]
  /** Keys in their order. */
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  error?: string | undefined
  /** Id of the field that finds an available one, for its shortcut. */
  findId: string
}
type Side = 'available' | 'selected'
/** Letters typed within so many milliseconds are one word. */
const ONE_WORD_MS = 700
const count = (many: number): string => `${many} ${many === 1 ? 'field' : 'fields'}`

/** Two lists, available and chosen in their order. By keys, buttons, double click and drag. */
export function DualList({ items, chosen, onChange, error, findId }: DualListProps) {
  const [marked, setMarked] = useState<Readonly<Record<Side, readonly string[]>>>({ available: [], selected: [] })
  const dragged = useRef<{ side: Side; keys: readonly string[] }>(undefined)
  const errorId = useId()
  const byKey = new Map(items.map((item) => [item.key, item]))
  const sides: Record<Side, readonly Item[]> = {
    available: items.filter(({ key }) => !chosen.includes(key)).toSorted((a, b) => a.label.localeCompare(b.label)),
    selected: chosen.flatMap((key) => byKey.get(key) ?? []),
  }
  const of = (side: Side) => marked[side].filter((key) => chosen.includes(key) === (side === 'selected'))
  const mark = (side: Side, keys: readonly string[]) => setMarked({ ...marked, [side]: keys })
  const add = (keys: readonly string[], before = chosen.length) => {
    if (keys.length === 0) return
    onChange([...chosen.slice(0, before), ...keys, ...chosen.slice(before)])
    setMarked({ available: [], selected: keys })
    announce(`${count(keys.length)} added, ${chosen.length + keys.length} selected.`)
  }
  const remove = (keys: readonly string[]) => {
    if (keys.length === 0) return
    onChange(chosen.filter((key) => !keys.includes(key)))
    setMarked({ available: [], selected: [] })
    announce(`${count(keys.length)} removed, ${chosen.length - keys.length} selected.`)
  }
  /** Moves the marked fields one place, as one block. */
  const shift = (by: -1 | 1, keys: readonly string[]) => {
    const rest = chosen.filter((key) => !keys.includes(key))
    const block = chosen.filter((key) => keys.includes(key))
    if (block.length === 0) return
    const first = chosen.indexOf(block[0]!)
    const before = chosen.slice(0, first).filter((key) => !keys.includes(key)).length
    const to = Math.min(rest.length, Math.max(0, before + by))
    onChange([...rest.slice(0, to), ...block, ...rest.slice(to)])
    announce(`${byKey.get(block[0]!)!.label} is column ${to + 1}.`, 'polite', 'column')
  }
  const drop = (side: Side, before?: string) => {
    const from = dragged.current
    dragged.current = undefined
    if (!from) return
    if (side === 'available') return from.side === 'selected' ? remove(from.keys) : undefined
    const rest = chosen.filter((key) => !from.keys.includes(key))
    const at = before === undefined || from.keys.includes(before) ? rest.length : rest.indexOf(before)
    if (from.side === 'available') return add(from.keys, before === undefined ? undefined : chosen.indexOf(before))
    onChange([...rest.slice(0, at), ...from.keys, ...rest.slice(at)])
  }
  const list = (side: Side) => (
    <FieldList
      {...{ side, findId }}
      items={sides[side]}
      marked={of(side)}
      onMark={(keys) => mark(side, keys)}
      onMove={(keys) => (side === 'available' ? add(keys) : remove(keys))}
      onShift={(by, keys) => shift(by, keys)}
      onDrag={(keys) => (dragged.current = { side, keys })}
      onDrop={(before) => drop(side, before)}
      describedBy={error && side === 'selected' ? errorId : undefined}
    />
  )
  const [adding, removing] = [of('available'), of('selected')]
  return (
    <div>
      <div className={css.dual}>
        {list('available')}
        <div className={css.moves}>
          <Button tone="primary" iconEnd={iconChevronRight} disabled={adding.length === 0} onClick={() => add(adding)}>
            {adding.length > 0 ? `Add ${adding.length}` : 'Add'}
          </Button>
          <Button icon={iconChevronLeft} disabled={removing.length === 0} onClick={() => remove(removing)}>
            {removing.length > 0 ? `Remove ${removing.length}` : 'Remove'}
          </Button>
          <Button
            tone="quiet"
            size="small"
            disabled={sides.available.length === 0}
            onClick={() => add(sides.available.map(({ key }) => key))}
          >
            Add all
          </Button>
          <Button tone="quiet" size="small" disabled={chosen.length === 0} onClick={() => remove(chosen)}>
            Remove all
          </Button>
          <div className={css.order}>
            <IconButton
              icon={iconArrowUp}
              label="Move up"
              keys={['Alt', 'Up']}
              disabled={removing.length === 0}
              onClick={() => shift(-1, removing)}
            />
            <IconButton
              icon={iconArrowDown}
              label="Move down"
              keys={['Alt', 'Down']}
              disabled={removing.length === 0}
              onClick={() => shift(1, removing)}
            />
          </div>
        </div>
        {list('selected')}
      </div>
      {error && (
        <p id={errorId} className={css.error}>
          {error}
        </p>
      )}
    </div>
  )
}

type FieldListProps = {
  side: Side
  findId: string
  items: readonly Item[]
  marked: readonly string[]
  onMark: (keys: readonly string[]) => void
  onMove: (keys: readonly string[]) => void
  onShift: (by: -1 | 1, keys: readonly string[]) => void
  onDrag: (keys: readonly string[]) => void
  onDrop: (before?: string) => void
  describedBy: string | undefined
}
function FieldList(props: FieldListProps) {
  const { side, findId, items, marked, onMark, onMove, onShift, onDrag, onDrop, describedBy } = props
  const [find, setFind] = useState('')
  const [active, setActive] = useState<string>()
  const typed = useRef({ letters: '', at: 0 })
  const id = useId()
  const words = find.trim().toLowerCase()
  const shown = items.filter(({ label }) => label.toLowerCase().includes(words))
  const at = Math.max(
    0,
    shown.findIndex(({ key }) => key === active),
  )
  const current = shown[at]
  const isSelected = side === 'selected'
  const name = isSelected ? 'Selected Field(s)' : 'Available Field(s)'
  const toggle = (key: string) => {
    setActive(key)
    onMark(marked.includes(key) ? marked.filter((one) => one !== key) : [...marked, key])
  }
  const go = (to: number, extend: boolean) => {
    const next = shown[Math.min(shown.length - 1, Math.max(0, to))]
    if (!next) return
    setActive(next.key)
    if (extend) onMark([...new Set([...marked, ...(current ? [current.key] : []), next.key])])
    document.getElementById(`${id}-${next.key}`)?.scrollIntoView({ block: 'nearest' })
  }
  /** Goes to the next field that begins with what is typed, as in any list: the letters of one word, or else the last letter alone. */
  const typeAhead = (letter: string, now: number) => {
    const { letters, at: before } = typed.current
    const beginsWith = (word: string) => {
      const from = word.length > 1 ? at : at + 1
      const places = [...shown.keys()].map((step) => (from + step) % shown.length)
      return places.find((place) => shown[place]!.label.toLowerCase().startsWith(word))
    }
    const word = now - before < ONE_WORD_MS ? letters + letter : letter
    const found = beginsWith(word)
    typed.current = { letters: found === undefined ? letter : word, at: now }
    const next = found ?? beginsWith(letter)
    if (next !== undefined) go(next, false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '/') {
      event.preventDefault()
      return event.currentTarget.parentElement?.querySelector('input')?.focus()
    }
    if (/^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      return typeAhead(event.key.toLowerCase(), event.timeStamp)
    }
    const keys = marked.length > 0 ? marked : current ? [current.key] : []
    const act: Record<string, () => void> = {
      ArrowDown: () => (event.altKey && isSelected ? onShift(1, keys) : go(at + 1, event.shiftKey)),
      ArrowUp: () => (event.altKey && isSelected ? onShift(-1, keys) : go(at - 1, event.shiftKey)),
      Home: () => go(0, false),
      End: () => go(shown.length - 1, false),
      ' ': () => current && toggle(current.key),
      Enter: () => onMove(keys),
      ...(isSelected
        ? { ArrowLeft: () => onMove(keys), Delete: () => onMove(keys) }
        : { ArrowRight: () => onMove(keys) }),
      ...((event.ctrlKey || event.metaKey) && { a: () => onMark(shown.map(({ key }) => key)) }),
    }
    // Ctrl Enter is for the page.
    if (!act[event.key] || ((event.ctrlKey || event.metaKey) && event.key !== 'a')) return
    event.preventDefault()
    act[event.key]!()
  }
  const over = (event: DragEvent) => event.preventDefault()
  return (
    <div className={css.side}>
      <div className={css.head}>
        <b id={`${id}-name`}>{name}</b>
        <span>{isSelected && items.length > 0 ? `${items.length}, in file order` : items.length}</span>
      </div>
      <TextField
        label={isSelected ? 'Find a selected field' : 'Find an available field'}
        quiet
        id={isSelected ? undefined : findId}
        type="search"
        icon={iconSearch}
        placeholder="Find a field"
        value={find}
        onChange={setFind}
      />
      <ul
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${id}-name`}
        aria-multiselectable="true"
        aria-activedescendant={current && `${id}-${current.key}`}
        aria-describedby={describedBy}
        className={css.list}
        onKeyDown={onKeyDown}
        onDragOver={over}
        onDrop={() => onDrop()}
      >
        {shown.map(({ key, label }) => (
          <li
            key={key}
            id={`${id}-${key}`}
            role="option"
            aria-selected={marked.includes(key)}
            className={cx(current?.key === key && css.active)}
            draggable
            onClick={() => toggle(key)}
            onDoubleClick={() => onMove([key])}
            onDragStart={() => onDrag(marked.includes(key) ? marked : [key])}
            onDragOver={over}
            onDrop={(event) => {
              event.stopPropagation()
              onDrop(key)
            }}
          >
            {isSelected && <span className={css.place}>{items.findIndex((one) => one.key === key) + 1}</span>}
            <span className={css.label}>{label}</span>
            {marked.includes(key) && <Icon of={iconCheck} size={14} />}
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className={css.none}>
          {items.length > 0
            ? 'No field has these words.'
            : isSelected
              ? 'No field is selected. Add one from the list.'
              : 'All fields are selected.'}
        </p>
      )}
    </div>
  )
}
