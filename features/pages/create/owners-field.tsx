import { useState } from 'react'
import { owners } from '#features/owners/contract.ts'
import type { Adjuster } from '#features/authorizations/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import css from './create.module.css'
import { ids } from './ids.ts'
import type { StepProps } from './step-props.ts'
import { MOST_OWNERS } from './typed.ts'

const LETTERS = 2
const REST_MS = 200

type Line = Pick<Adjuster, 'email' | 'name'> & { detail: string | undefined; pending: number | null; you: boolean }

/** Who gets the request: those suggested, and anybody of the group by the first letters. */
export function OwnersField({ typed, change, terms, problemOf, profile }: StepProps) {
  const { person } = useUser()
  const { masterCarrier, subCarrier, groupCode } = profile.patient
  const [text, setText] = useState('')
  const chars = useRested(text.trim(), REST_MS)
  const searches = [...chars].length >= LETTERS
  const found = useRead(
    owners.ofGroupBeginning,
    { mc: masterCarrier, sc: subCarrier, g: groupCode, chars },
    { off: !searches, keepPrevious: true },
  )
  const lineOf = (one: Adjuster): Line => ({
    email: one.email,
    name: one.name,
    you: one.userId === person.id,
    pending: one.openCount,
    detail:
      one.outOfOffice && one.outOfOfficeUntil
        ? `Out of office until ${usDate(dateIn(Date.parse(one.outOfOfficeUntil), person.timeZone))}`
        : one.roleName,
  })
  const usual = (terms?.caseOwners ?? []).map(lineOf)
  const others = typed.others.map(({ id, name, detail }) => ({ email: id, name, detail, pending: null, you: false }))
  const list = new Map<string, Line>()
  for (const one of searches ? (found.data ?? []).map(lineOf) : [...usual, ...others])
    if (!list.has(one.email)) list.set(one.email, one)
  // Who is chosen stays in sight while others are looked for.
  for (const one of [...usual, ...others])
    if (typed.owners.includes(one.email) && !list.has(one.email)) list.set(one.email, one)
  const choose = (one: Line, on: boolean) => {
    const known = usual.some(({ email }) => email === one.email)
    const rest = typed.others.filter(({ id }) => id !== one.email)
    change({
      owners: on ? [...typed.owners, one.email] : typed.owners.filter((email) => email !== one.email),
      others: on && !known ? [...rest, { id: one.email, name: one.name, detail: one.detail ?? '' }] : rest,
    })
  }
  const error = problemOf('selectedCaseOwners')
  return (
    <div id={ids.selectedCaseOwners} tabIndex={-1}>
      <FieldSet legend="Owners" quiet {...(error && { error })} hint={`Owners in order (up to ${MOST_OWNERS})`}>
        <TextField
          label="Find somebody else"
          aside="optional"
          icon={iconSearch}
          placeholder="Enter a name or e-mail"
          spellCheck={false}
          maxLength={60}
          value={text}
          onChange={setText}
        />
        <ul className={css.owners} aria-busy={found.isFetching || undefined}>
          {[...list.values()].map((one) => (
            <li key={one.email}>
              <Avatar name={one.name} />
              <CheckBox
                label={one.you ? `${one.name} (you)` : one.name}
                detail={one.detail}
                checked={typed.owners.includes(one.email)}
                onChange={(on) => choose(one, on)}
              />
              <span className="muted">{one.pending === null ? '' : `${one.pending} pending`}</span>
            </li>
          ))}
        </ul>
        <p className="muted" role="status">
          {found.error && searches
            ? `The list could not be loaded. ${found.error.message}`
            : searches && found.data?.length === 0 && !found.isFetching
              ? `Nobody who may work on this group has a name or e-mail that begins with “${chars}”.`
              : terms && list.size === 0
                ? 'Nobody is suggested for this program. Find them by name.'
                : ''}
        </p>
      </FieldSet>
    </div>
  )
}
