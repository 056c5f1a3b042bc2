import { useId, useState, type ReactNode } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { iconAssign, iconSearch } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { PeopleList, type PersonChoice } from '#platform/ui/form/people-list.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useChooser } from '#platform/ui/form/use-chooser.ts'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import type { Adjuster, AuthRow } from '#features/authorizations/contract.ts'
import css from './assign.module.css'
import { owners } from './contract.ts'

export type AssignProps = {
  request: Pick<
    AuthRow,
    'authorizationId' | 'version' | 'subCarrier' | 'groupCode' | 'claimantFirstName' | 'claimantLastName' | 'caseOwners'
  > & {
    /** Where they are known: whether a safety code is among them. */
    rejects?: readonly { rejectCode: string; safety?: boolean }[]
  }
  onClose: () => void
  /** It has another case owner now. */
  onDone?: () => void
  /** What a user does, beside the choice of them. */
  about: (userId: string) => ReactNode
  /** Whose e-mail address was typed, where none of those who may be chosen has it. */
  whose: (email: string) => ReactNode
}

const suggestions = 6
const restBeforeAsking = 200
const looksLikeEmail = (text: string): boolean =>
  /^[^@]+@[^@]+$/.test(text) && text.slice(text.indexOf('@')).includes('.')

const roleOrder = ['Adjuster', 'Supervisor', 'Clinical pharmacist', 'Senior pharmacist', 'Utilization reviewer']
const rank = ({ roleName }: Adjuster): number =>
  roleOrder.includes(roleName) ? roleOrder.indexOf(roleName) : roleOrder.length
const bySuggestion =
  (me: string) =>
  (a: Adjuster, b: Adjuster): number =>
    Number(b.adjusterId === me) - Number(a.adjusterId === me) ||
    Number(a.outOfOffice) - Number(b.outOfOffice) ||
    rank(a) - rank(b) ||
    (a.openCount ?? 0) - (b.openCount ?? 0)

/** Assigns a request to another case owner: type two letters, arrow keys choose, Enter assigns. */
export function Assign({ request, onClose, onDone, about, whose }: AssignProps) {
  const { person, carrier } = useUser()
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const list = useId()
  const chars = useRested(typed.trim(), restBeforeAsking)
  const searches = [...chars].length >= 2
  const found = useRead(
    owners.typeAhead,
    { authId: request.authorizationId, chars },
    { off: !searches, keepPrevious: true },
  )
  const group = useRead(
    owners.ofGroup,
    { mc: carrier.code, sc: request.subCarrier, g: request.groupCode },
    { off: searches },
  )
  const assign = useAct(owners.assign)

  // Without letters: the user first, then adjusters, those with the fewest open requests first.
  const owner = request.caseOwners[0]?.adjusterId
  const usual = (group.data ?? [])
    .filter((one) => one.adjusterId !== owner)
    .toSorted(bySuggestion(person.id))
    .slice(0, suggestions)
  const people: readonly Adjuster[] = searches ? (found.data ?? []) : usual
  const asking = searches ? found : group

  const letters = typed.trim()
  const isComing = chars !== letters || (searches && (found.isPlaceholderData || !found.data))
  const chooser = useChooser<Adjuster>({
    typed: letters,
    shown: people,
    answered: !isComing,
    look: (text) => ask(owners.typeAhead, { authId: request.authorizationId, chars: text }),
  })
  const { at, chosen } = chooser
  const rested = useRested(chosen?.adjusterId ?? '', restBeforeAsking)

  // What the marked person could do with the request, once the mark rests.
  const email = chosen && rested === chosen.adjusterId ? chosen.email : ''
  const rights = useRead(
    owners.rights,
    { caseOwnerEmails: [email], authorizationId: request.authorizationId },
    { off: email === '' },
  )
  const [could] = email === '' ? [] : (rights.data ?? [])
  const limits = could && limitsOf(could, request.rejects ?? [])

  const send = async () => {
    if (busy || (isComing ? [...letters].length < 2 : !chosen)) return
    setBusy(true)
    const name = `${request.claimantFirstName} ${request.claimantLastName}`
    try {
      const to = await chooser.meant()
      if (!to) return setBusy(false)
      const answer: AnswerOf<typeof owners.assign> = await assign.mutateAsync({
        id: request.authorizationId,
        userEmails: [to.email],
        version: request.version,
      })
      const { formerUserEmails, version, warnings } = answer
      toast({
        words: `Assigned the request of ${name} to ${to.name}.`,
        ...(warnings.length > 0 && { detail: warnings.join(' '), sticky: true }),
        ...(formerUserEmails.length > 0 && {
          onUndo: () =>
            assign.mutate(
              { id: request.authorizationId, userEmails: formerUserEmails, version },
              {
                onSuccess: () => toast({ words: 'Assignment undone.' }),
                onError: (error) =>
                  toast({ tone: 'error', words: 'The assignment could not be undone.', detail: whyFailed(error) }),
              },
            ),
        }),
      })
      onDone?.()
      onClose()
    } catch (error) {
      setFailure(whyFailed(error))
      setBusy(false)
    }
  }

  const choiceOf = (one: Adjuster): PersonChoice => ({
    id: one.adjusterId,
    name: one.name,
    you: one.adjusterId === person.id,
    role: one.roleName,
    away:
      one.outOfOffice && one.outOfOfficeUntil
        ? `Out of office until ${usDate(dateIn(Date.parse(one.outOfOfficeUntil), person.timeZone))}`
        : null,
    off: one.outOfOffice,
    aside: one.openCount === null ? null : `${one.openCount} pending`,
  })
  return (
    <Dialog
      title="Assign to another case owner"
      tile={<Tile icon={iconAssign} />}
      size="small"
      onClose={onClose}
      onSubmit={() => void send()}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <SendButton tone="primary" size="large" disabled={!chosen && !isComing} busy={busy} busyLabel="Assigning">
            {chosen ? `Assign to ${chosen.name}` : 'Assign'}
          </SendButton>
        </>
      }
    >
      {failure !== undefined && (
        <Note tone="red" role="alert" className={css.note}>
          <b>
            The request of {request.claimantFirstName} {request.claimantLastName} was not assigned.
          </b>{' '}
          {failure}
        </Note>
      )}
      <TextField
        label="Find a case owner"
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
        people={people.map(choiceOf)}
        marked={at}
        items={chooser.items}
        onPick={chooser.mark}
        onDoubleClick={() => void send()}
      />
      {limits && (
        <Note tone="amber" role="status" className={css.limits}>
          <b>{limits.point}</b> {limits.why}
        </Note>
      )}
      {asking.error ? (
        <Note tone="red" role="alert">
          <b>The list could not be loaded.</b> {asking.error.message}
        </Note>
      ) : people.length === 0 && !asking.isFetching ? (
        <p className={css.none} role="status">
          {searches
            ? `Nobody who may work on this group has a name or e-mail that begins with “${chars}”.`
            : 'Type two letters of a name or e-mail.'}
          {looksLikeEmail(chars) && <> {whose(chars)}</>}
        </p>
      ) : chosen && rested === chosen.adjusterId ? (
        <p className={css.none}>
          <b>{chosen.name}.</b> {about(rested)}
        </p>
      ) : null}
    </Dialog>
  )
}

type Could = AnswerOf<typeof owners.rights>[number]
/** What a person could not do with the request if they owned it; undefined where nothing limits them. */
function limitsOf(
  { name, canDecide, canOverrideSafety, outOfOffice, reason }: Could,
  rejects: readonly { rejectCode: string; safety?: boolean }[],
): { point: string; why: string } | undefined {
  if (!canDecide) return { point: `${name} cannot decide this request.`, why: reason ?? '' }
  const codes = [...new Set(rejects.filter(({ safety }) => safety).map(({ rejectCode }) => rejectCode))]
  if (codes.length > 0 && !canOverrideSafety)
    return { point: `${name} cannot clear ${codes.join(', ')}.`, why: 'An approval would go on to who can.' }
  return outOfOffice && reason ? { point: reason, why: 'A delegate is added where there is one.' } : undefined
}

/** Why it was not assigned; after a conflict, who was first and what they did. */
function whyFailed(error: unknown): string {
  if (!(error instanceof CallFailed)) return 'Please try again.'
  const current = error.code === 'CONFLICT' ? (error.data as { by?: string | null; what?: string | null } | null) : null
  return current?.what ? `${current.what}. Review it before you assign it.` : error.message
}
