import type { RefObject } from 'react'
import { Avatar } from '../display/avatar.tsx'
import { cx } from '../cx.ts'
import css from './people-list.module.css'

export type PersonChoice = {
  id: string
  name: string
  /** The user who chooses. */
  you?: boolean
  role: string
  /** "Away until 03/14/2026". */
  away: string | null
  /** Greyed, because it would be a poor choice. */
  off?: boolean
  /** Words at the end of the line, such as how much they have to do. */
  aside: string | null
}

type PeopleListProps = {
  /** Of the list; the option at a place is `${id}-${place}`, for the field that points to it. */
  id: string
  label: string
  className?: string | undefined
  people: readonly PersonChoice[]
  /** Index of the option the arrow keys are on; -1 for none. */
  marked: number
  /** The list, whose children are the options. */
  items: RefObject<HTMLUListElement | null>
  onPick: (place: number) => void
  onDoubleClick?: () => void
}

/** Options below a field that searches people by name. The field keeps the focus. */
export function PeopleList({ id, label, className, people, marked, items, onPick, onDoubleClick }: PeopleListProps) {
  return (
    <ul ref={items} id={id} role="listbox" aria-label={label} className={cx(css.list, className)}>
      {people.map((one, place) => (
        <li
          key={one.id}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === marked}
          className={cx(css.person, one.off && css.off)}
          // The field keeps the focus; the pointer marks what the arrow keys mark.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(place)}
          onDoubleClick={onDoubleClick}
        >
          <Avatar name={one.name} />
          <span className="grow">
            <b>
              {one.name}
              {one.you && ' (you)'}
            </b>
            <small>
              {one.role}
              {one.away !== null && <em> · {one.away}</em>}
            </small>
          </span>
          {one.aside !== null && <small className="nowrap">{one.aside}</small>}
        </li>
      ))}
    </ul>
  )
}
