import { useId, useState, type ReactNode } from 'react'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { OptionCards } from '#platform/ui/form/option-cards.tsx'
import { PeopleList } from '#platform/ui/form/people-list.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useChooser } from '#platform/ui/form/use-chooser.ts'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import type { Adjuster } from '#features/authorizations/contract.ts'
import { snoozeHours } from '#features/decision-rights/snoozing.ts'
import { owners } from '#features/owners/contract.ts'
import { bulkActs } from './contract.ts'
import { Foresight } from './foresight.tsx'
import { kindWords, many, type BulkKind } from './rules.ts'
import css from './bulk.module.css'

type Target = Pick<InputOf<typeof bulkActs.start>, 'requests' | 'search' | 'count'>
type StartProps = {
  what: BulkKind
  /** The requests, or the search that finds them. */
  target: Target
  /** How many they are. */
  count: number
  onClose: () => void
  onStarted: (bulkId: string) => void
}

const intros: Readonly<Record<BulkKind, string>> = {
  ASSIGN: 'Each request is checked individually. One that this person may not work on stays with its owner.',
  SNOOZE: 'The requests stay pending and their deadlines still apply. One that is due too soon is not snoozed.',
  LETTER:
    'Each prescriber is asked by the fax number or e-mail address on file, with the usual questions. Where a letter is already open, none is sent.',
  APPROVE:
    'Each request is approved on the usual terms of its form: its own dates, drug level, fills, quantity and days. Safety codes, costs that need a second person, and claims in doubt are left for you to open.',
}

/** Begins an act on many requests. */
export function StartBulkAct({ what, target, count, onClose, onStarted }: StartProps) {
  const { person } = useUser()
  const start = useAct(bulkActs.start)
  const [hours, setHours] = useState('1')
  const [typed, setTyped] = useState('')
  const list = useId()
  const chars = useRested(typed.trim(), 200)
  const searches = what === 'ASSIGN' && [...chars].length >= 2
  const found = useRead(owners.activeBeginning, { mc: person.mc, chars }, { off: !searches, keepPrevious: true })
  const people = searches ? (found.data ?? []).slice(0, 8) : []
  const answered = chars === typed.trim() && !found.isFetching
  const chooser = useChooser<Adjuster>({ typed: typed.trim(), shown: people, answered })
  const { at, chosen } = chooser
  // Nobody is meant before the list is that of what is typed: what becomes of the requests is shown for one person.
  const ready = what !== 'ASSIGN' || (chosen !== undefined && answered)
  const input: InputOf<typeof bulkActs.start> = {
    what,
    ...target,
    ...(what === 'SNOOZE' && { hours: Number(hours) }),
    ...(what === 'ASSIGN' && chosen && { userEmails: [chosen.email] }),
  }
  const send = () => {
    if (!ready || start.isPending) return
    start.mutate(input, { onSuccess: ({ bulkId }) => onStarted(bulkId) })
  }
  const words = `${kindWords[what].does} ${many(count)}`
  const fields: Partial<Record<BulkKind, ReactNode>> = {
    SNOOZE: (
      <OptionCards
        legend="Silent for"
        look="lines"
        numbered
        value={hours}
        onChange={setHours}
        options={snoozeHours.map((value) => ({
          value: String(value),
          label: value === 1 ? '1 hour' : `${value} hours`,
        }))}
      />
    ),
    ASSIGN: (
      <>
        <TextField
          label="New case owner"
          quiet
          size="large"
          icon={iconSearch}
          placeholder="Enter a name or e-mail"
          spellCheck={false}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            chooser.mark(0)
          }}
          data-autofocus
          role="combobox"
          aria-expanded={people.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${list}-${at}`}
          onKeyDown={chooser.arrows}
        />
        <PeopleList
          id={list}
          label="Case owners"
          className={css.people}
          people={people.map((one) => ({
            id: one.adjusterId,
            name: one.name,
            you: one.adjusterId === person.id,
            role: one.roleName,
            away: one.outOfOffice ? 'Out of office' : null,
            off: one.outOfOffice,
            aside: one.openCount === null ? null : `${one.openCount} pending`,
          }))}
          marked={at}
          items={chooser.items}
          onPick={chooser.mark}
        />
        {people.length === 0 && !found.isFetching && (
          <p className={css.intro} role="status">
            {searches ? 'Nobody of that name.' : 'Type two letters of a name or e-mail.'}
          </p>
        )}
      </>
    ),
  }
  return (
    <Dialog
      title={words}
      size="small"
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <SendButton
            tone="primary"
            size="large"
            disabled={!ready}
            busy={start.isPending}
            busyLabel={kindWords[what].doing}
            {...(what !== 'ASSIGN' && { 'data-autofocus': true })}
          >
            {what === 'ASSIGN' && chosen ? `Assign to ${chosen.name}` : words}
          </SendButton>
        </>
      }
    >
      {start.error && <FailedNote failure={start.error} what="Nothing was done." />}
      <p className={css.intro}>{intros[what]}</p>
      {fields[what]}
      {ready && <Foresight input={input} count={count} />}
    </Dialog>
  )
}
