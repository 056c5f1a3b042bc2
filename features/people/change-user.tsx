import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { useState } from 'react'
import { cleanRoles } from '#features/permissions/roles.ts'
import type { CallFailed } from '#platform/browser/call.ts'
import { stepUpIn } from '#platform/browser/confirm-person.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { ConfirmPerson } from '#platform/ui/overlay/confirm-person.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { people } from './contract.ts'
import { ASK_SECOND, AskedNote, changedToast, GivingNote, useGiving, withRights } from './giving.tsx'
import { typedLicenses } from './license-rows.tsx'
import { namesOf, whyNotAlone, whyNotInviteTo } from './rules.ts'
import css from './users.module.css'
import { licensesRefused, noRights, RightsForm, toInput, wrongIn, type Rights } from './rights-form.tsx'

export type User = AnswerOf<typeof people.list>['content'][number]

/** The question of a refusal that asks for a login, and every other refusal. */
const failureOf = (error: CallFailed | null) => {
  const question = error ? stepUpIn(error) : undefined
  return { question, failure: question ? undefined : (error ?? undefined) }
}

/** Changes what a user may do. */
export function ChangeUser({ user, onClose }: { user: User; onClose: () => void }) {
  const [rights, setRights] = useState<Rights>({
    roles: cleanRoles(user.roles),
    subCarriers: user.subCarriers,
    extract: user.dataExtractSubCarriers,
    states: user.licenseStates.join(', '),
    licenses: typedLicenses(user.licenses),
    limit: user.approvalLimit === null ? '' : String(user.approvalLimit),
  })
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const change = useAct(people.change)
  const { question, failure } = failureOf(change.error)
  const { giving, until } = useGiving({ id: user.id, before: user, asked: user.asked }, withRights(rights, user.active))
  const alone = whyNotAlone(giving.blocked, until)?.message
  const wrong = {
    ...wrongIn(rights),
    ...(alone !== undefined && { roles: alone }),
    ...(!explains(reason) && { reason: whyNotExplained(reason, 'Enter a reason.')! }),
  }
  const send = () => {
    setTried(true)
    if (Object.keys(wrong).length > 0 || change.isPending) return
    change.mutate(
      { id: user.id, version: user.version, ...toInput(rights), reason },
      {
        onSuccess: ({ waitsFor }) => {
          toast(changedToast(`${user.name} was changed.`, waitsFor))
          onClose()
        },
      },
    )
  }
  if (question) return <ConfirmPerson question={question} what={people.change.name} onClose={() => change.reset()} />
  return (
    <ActDialog
      title={`Change ${user.name}`}
      sheet="full"
      size="large"
      onClose={onClose}
      onSend={send}
      verb={giving.waits.length > 0 ? ASK_SECOND : 'Save'}
      busyLabel="Saving"
      busy={change.isPending}
      failure={failure}
      failedWords="Nothing was changed."
    >
      <AskedNote of={user.asked} name={user.name} />
      <RightsForm
        of={rights}
        onChange={setRights}
        wrong={{ ...licensesRefused(change.error), ...(tried ? wrong : alone === undefined ? {} : { roles: alone }) }}
      />
      <GivingNote of={giving} />
      <TextField
        label="Reason"
        required
        hint="For the record."
        maxLength={500}
        value={reason}
        onChange={setReason}
        error={tried ? wrong.reason : undefined}
      />
    </ActDialog>
  )
}

const counted = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`

/** Takes the access of a user away, or gives it back. */
export function SwitchAccess({ user, timeZone, onClose }: { user: User; timeZone: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const change = useAct(people.change)
  const work = useRead(people.work, { id: user.id }, { off: !user.active }).data
  const { giving, until } = useGiving(
    { id: user.id, before: user, asked: user.asked },
    {
      active: !user.active,
      roles: user.roles,
      sub_carriers: user.subCarriers,
      data_extract_sub_carriers: user.dataExtractSubCarriers,
    },
  )
  const { waits, blocked } = giving
  const alone = whyNotAlone(blocked, until)?.message
  /** Every role they have waits: without one there is no access yet. */
  const nothingYet = cleanRoles(user.roles).every((role) => waits.includes(role))
  const { question, failure } = failureOf(change.error)
  const send = () => {
    setTried(true)
    if (!explains(reason) || alone !== undefined || change.isPending) return
    change.mutate(
      { id: user.id, version: user.version, active: !user.active, reason },
      {
        onSuccess: ({ waitsFor }) => {
          const begins = waitsFor.length > 0 && nothingYet
          toast(
            user.active
              ? { tone: 'success', words: `${user.name} has no access now.` }
              : changedToast(begins ? `${user.name} has no access yet.` : `${user.name} has access again.`, waitsFor),
          )
          onClose()
        },
      },
    )
  }
  if (question) return <ConfirmPerson question={question} what={people.change.name} onClose={() => change.reset()} />
  return (
    <ActDialog
      title={user.active ? `Remove the access of ${user.name}?` : `Give ${user.name} access again?`}
      onClose={onClose}
      onSend={send}
      verb={user.active ? 'Remove access' : waits.length > 0 ? ASK_SECOND : 'Give access'}
      busyLabel="Saving"
      tone={user.active ? 'danger' : 'primary'}
      busy={change.isPending}
      failure={failure}
      failedWords="Nothing was changed."
    >
      {waits.length > 0 && (
        <ActWords>
          {nothingYet
            ? `Access begins once a second account manager gives ${namesOf(waits)} too.`
            : `Access begins now. ${namesOf(waits)} waits for a second account manager.`}
        </ActWords>
      )}
      {alone !== undefined && <ActWords>{alone}</ActWords>}
      {user.active && work && (
        <div>
          <ActWords>
            {work.sessions === 0
              ? 'Not signed in now.'
              : `Signed in ${work.sessions === 1 ? 'once' : `${work.sessions} times`}; that ends at once.`}{' '}
            {work.openRequests === 0
              ? 'No open requests.'
              : `${counted(work.openRequests, 'open request')} will get another owner:`}
          </ActWords>
          <ul className={css.requests}>
            {work.requests.map(({ authorizationId, referenceNumber, subCarrier, dueAt }) => (
              <li key={authorizationId}>
                {referenceNumber ?? 'Request'}, {subCarrier}
                {dueAt && `, due ${dayAndTime(dueAt, timeZone).day} at ${dayAndTime(dueAt, timeZone).time}`}
              </li>
            ))}
          </ul>
          {work.openRequests > work.requests.length && (
            <ActWords>And {work.openRequests - work.requests.length} more.</ActWords>
          )}
        </div>
      )}
      <TextField
        label="Reason"
        required
        hint="For the record."
        maxLength={500}
        value={reason}
        onChange={setReason}
        error={tried ? whyNotExplained(reason, 'Enter a reason.') : undefined}
      />
    </ActDialog>
  )
}

/** Ends the sessions of a user. */
export function SignOutUser({ user, onClose }: { user: User; onClose: () => void }) {
  const signOut = useAct(people.signOut)
  return (
    <ActDialog
      title={`Sign out ${user.name} everywhere?`}
      size="small"
      onClose={onClose}
      onSend={() =>
        signOut.mutate(
          { id: user.id },
          {
            onSuccess: ({ sessions }) => {
              toast({ tone: 'success', words: `${user.name}: ${counted(sessions, 'session')} ended.` })
              onClose()
            },
          },
        )
      }
      verb="Sign out"
      busyLabel="Signing out"
      tone="danger"
      busy={signOut.isPending}
      failure={signOut.error ?? undefined}
      failedWords="Nobody was signed out."
    >
      <ActWords>All sessions at this carrier end at once. They can log in again; saved drafts stay.</ActWords>
    </ActDialog>
  )
}

/** Invites somebody to the carrier by mail. */
export function InviteUser({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const [who, setWho] = useState({ firstName: '', lastName: '', email: '' })
  const { person } = useUser()
  const [rights, setRights] = useState<Rights>(noRights(person))
  const [tried, setTried] = useState(false)
  const invite = useAct(people.invite)
  const { question, failure } = failureOf(invite.error)
  const missing = {
    ...(who.firstName.trim() === '' && { firstName: 'Enter a first name.' }),
    ...(who.lastName.trim() === '' && { lastName: 'Enter a last name.' }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(who.email.trim()) && { email: 'Enter an e-mail address.' }),
  }
  const { giving, until } = useGiving(undefined, withRights(rights, true))
  const two = whyNotInviteTo(giving, until)?.message
  const wrong = { ...wrongIn(rights), ...(two !== undefined && { roles: two }), ...missing }
  const send = () => {
    setTried(true)
    if (Object.keys(wrong).length > 0 || invite.isPending) return
    invite.mutate(
      { ...who, email: who.email.trim(), ...toInput(rights) },
      {
        onSuccess: () => {
          toast({
            tone: 'success',
            words: `An invitation was sent to ${who.email.trim()}.`,
            detail: 'It is good for 14 days.',
          })
          onInvited()
          onClose()
        },
      },
    )
  }
  if (question) return <ConfirmPerson question={question} what={people.invite.name} onClose={() => invite.reset()} />
  return (
    <ActDialog
      title="Invite a user"
      sheet="full"
      size="large"
      onClose={onClose}
      onSend={send}
      verb="Send invitation"
      busyLabel="Sending"
      busy={invite.isPending}
      failure={failure}
      failedWords="No invitation was sent."
    >
      {(['firstName', 'lastName', 'email'] as const).map((field) => (
        <TextField
          key={field}
          label={{ firstName: 'First name', lastName: 'Last name', email: 'E-mail' }[field]}
          required
          type={field === 'email' ? 'email' : 'text'}
          value={who[field]}
          onChange={(value) => setWho({ ...who, [field]: value })}
          error={tried ? missing[field] : undefined}
        />
      ))}
      <RightsForm
        of={rights}
        onChange={setRights}
        wrong={{ ...licensesRefused(invite.error), ...(tried ? wrong : two === undefined ? {} : { roles: two }) }}
      />
    </ActDialog>
  )
}
