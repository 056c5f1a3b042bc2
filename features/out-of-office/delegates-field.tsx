import { useId, useRef, useState } from 'react'
import { ask } from '#platform/browser/call.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { iconClose, iconSearch } from '#platform/ui/display/icons.ts'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { PeopleList, type PersonChoice } from '#platform/ui/form/people-list.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useChooser } from '#platform/ui/form/use-chooser.ts'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { outOfOffice, type StandIn } from './contract.ts'
import css from './out-of-office.module.css'
import { mostDelegates } from './rules.ts'

export type Delegate = { userId: string; name: string }
export type DelegatesFieldProps = {
  /** The absent user. */
  userId: string
  value: readonly Delegate[]
  onChange: (value: readonly Delegate[]) => void
  error?: string | undefined
}

const restBeforeAsking = 200

/** The delegates in order: type a name, arrow keys choose, Enter adds; Backspace in the empty field removes the last. */
export function DelegatesField({ userId, value, onChange, error }: DelegatesFieldProps) {
  const { person } = useUser()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const list = useId()
  const box = useRef<HTMLDivElement>(null)
  const chars = useRested(typed.trim(), restBeforeAsking)
  const searches = [...chars].length >= 2
  const full = value.length >= mostDelegates
  const found = useRead(
    outOfOffice.standIns,
    { userId, chars: searches ? chars : '' },
    { off: !open || full, keepPrevious: true },
  )
  const shown: readonly StandIn[] =
    open && !full
      ? (found.data ?? []).filter((one) => !value.some(({ userId: id }) => id === one.userId)).slice(0, 8)
      : []
  // What is listed answers what is typed now, and not what was typed before.
  const answered =
    chars === typed.trim() && (chars === '' || searches) && found.data !== undefined && !found.isPlaceholderData
  const chooser = useChooser<StandIn>({
    typed: typed.trim(),
    shown,
    answered,
    look: async (letters) => {
      if ([...letters].length < 2) return []
      const people = await ask(outOfOffice.standIns, { userId, chars: letters }).catch(() => [])
      return people.filter((one) => !value.some(({ userId: id }) => id === one.userId))
    },
  })
  const { at } = chooser
  const add = (one: StandIn | undefined) => {
    if (!one || full) return
    onChange([...value, { userId: one.userId, name: one.name }])
    announce(`${one.name} added.`)
    setTyped('')
    chooser.mark(0)
  }
  const remove = (one: Delegate) => {
    onChange(value.filter(({ userId: id }) => id !== one.userId))
    announce(`${one.name} removed.`)
  }
  const choiceOf = (one: StandIn): PersonChoice => ({
    id: one.userId,
    name: one.name,
    role: one.roleName,
    away: one.outOfOfficeUntil && `Away until ${usDate(dateIn(Date.parse(one.outOfOfficeUntil), person.timeZone))}`,
    aside: one.openCount === null ? null : `${one.openCount} pending`,
  })
  return (
    <div
      ref={box}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <TextField
        label="Delegates"
        aside="in this order"
        hint={full ? `At most ${mostDelegates} people.` : 'Requests go to the first available delegate.'}
        error={error}
        icon={iconSearch}
        placeholder={full ? '' : 'Enter a name or e-mail'}
        spellCheck={false}
        disabled={full}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setOpen(true)
          chooser.mark(0)
        }}
        onFocus={() => setOpen(true)}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown[at] && `${list}-${at}`}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && open) {
            event.preventDefault()
            setOpen(false)
          } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && shown.length > 0) {
            event.preventDefault()
            void chooser.meant().then(add)
          } else if (event.key === 'Backspace' && typed === '' && value.length > 0) remove(value.at(-1)!)
          else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            setOpen(true)
            chooser.arrows(event)
          }
        }}
      />
      <PeopleList
        id={list}
        label="Available delegates"
        className={css.people}
        people={shown.map(choiceOf)}
        marked={at}
        items={chooser.items}
        onPick={(place) => add(shown[place])}
      />
      {open && !full && !found.isFetching && searches && shown.length === 0 && (
        <p className="muted" role="status">
          No available delegate has a name or e-mail that begins with “{chars}”.
        </p>
      )}
      {value.length > 0 && (
        <ol className={css.chosen} aria-label="Delegates, in this order">
          {value.map((one, index) => (
            <li key={one.userId}>
              <span className={css.place}>{index + 1}</span>
              <b>{one.name}</b>
              <IconButton
                size="small"
                plain
                icon={iconClose}
                label={`Remove ${one.name}`}
                onClick={() => remove(one)}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
