import { whyNotExplained } from '#features/authorizations/explains.ts'
import { useState } from 'react'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Panel } from '#platform/ui/overlay/panel.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { flags, type ListedFlag } from './contract.ts'
import css from './flags-page.module.css'
import { onOff, setWords } from './words.ts'

type FlagPanelProps = {
  of: ListedFlag
  subCarriers: AnswerOf<typeof flags.list>['subCarriers']
  whole: boolean
  zone: string
  onClose: () => void
}

/** A flag: its value by level, a change, whom it is on for, and the latest changes. */
export function FlagPanel({ of, subCarriers, whole, zone, onClose }: FlagPanelProps) {
  return (
    <Panel title={of.label} sub={of.key} onClose={onClose}>
      <div className={css.panel}>
        <p>{of.means}</p>
        <section>
          <h3>Value by level</h3>
          <Facts
            of={[
              ['Default', onOff(of.default)],
              ['Carrier', of.carrier === null ? 'As default' : onOff(of.carrier)],
              ...subCarriers.map(({ code, name }) => {
                const own = of.subCarriers.find((one) => one.code === code)
                return [`${code} ${name}`, own ? onOff(own.enabled) : 'As carrier'] as const
              }),
              ...of.users.map(
                (user) =>
                  [user.name, `${onOff(user.enabled)} (${user.username}${user.access ? '' : ', no access'})`] as const,
              ),
            ]}
          />
        </section>
        {of.whyNot === null ? (
          <SetFlag of={of} subCarriers={subCarriers} whole={whole} />
        ) : (
          <Note tone="blue">
            <b>View only.</b> {of.whyNot}
          </Note>
        )}
        <TryFlag flagKey={of.key} />
        <LatestChanges flagKey={of.key} zone={zone} />
      </div>
    </Panel>
  )
}

const CARRIER = '*'
const USER = 'a user'
const values = ['on', 'off', 'none'] as const
type Value = (typeof values)[number]

function SetFlag({ of, subCarriers, whole }: Pick<FlagPanelProps, 'of' | 'subCarriers' | 'whole'>) {
  const [where, setWhere] = useState<string>(whole ? CARRIER : (subCarriers[0]?.code ?? ''))
  const [username, setUsername] = useState('')
  const [value, setValue] = useState<Value>()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const set = useAct(flags.set)
  const ofUser = where === USER
  const missing = {
    username: ofUser && username.trim() === '' ? 'Enter a username.' : undefined,
    value: value === undefined ? 'Choose a value.' : undefined,
    reason: whyNotExplained(reason, 'Enter a reason.'),
  }
  const wrong: Partial<typeof missing> = tried ? missing : {}
  const notThere = set.error?.status === 404 ? 'No one at the carrier has this username.' : undefined
  const otherwise = where === CARRIER ? 'As default' : ofUser ? 'As the program or carrier' : 'As carrier'
  const send = () => {
    setTried(true)
    if (Object.values(missing).some(Boolean) || set.isPending) return
    set.mutate(
      {
        key: of.key,
        ...(ofUser ? { username: username.trim() } : where !== CARRIER && { subCarrier: where }),
        enabled: value === 'none' ? null : value === 'on',
        reason: reason.trim(),
      },
      {
        onSuccess: ({ before, after }) => {
          toast(
            before === after
              ? { tone: 'info', words: `${of.label} is ${setWords(after)} there already.` }
              : { tone: 'success', words: `${of.label} was changed: ${setWords(before)} to ${setWords(after)}.` },
          )
          setTried(false)
          setValue(undefined)
          setReason('')
        },
      },
    )
  }
  return (
    <form
      className={css.form}
      aria-label="Change the flag"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h3>Change</h3>
      {set.error && !(ofUser && notThere) && <FailedNote failure={set.error} what="Nothing was changed." />}
      <SelectField
        label="Set for"
        value={where}
        options={[
          ...(whole ? [{ value: CARRIER, label: 'The carrier' }] : []),
          ...subCarriers.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
          ...(whole ? [{ value: USER, label: 'A user' }] : []),
        ]}
        onChange={setWhere}
      />
      {ofUser && (
        <TextField
          label="Username of the user"
          required
          value={username}
          error={wrong.username ?? notThere}
          onChange={(next) => {
            setUsername(next)
            set.reset()
          }}
        />
      )}
      <RadioGroup
        legend="New value"
        row
        value={value}
        options={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
          { value: 'none', label: otherwise },
        ]}
        onChange={setValue}
        {...(wrong.value && { error: wrong.value })}
      />
      <TextField
        label="Reason"
        required
        hint="For the history."
        maxLength={300}
        value={reason}
        error={wrong.reason}
        onChange={setReason}
      />
      <div>
        <SendButton tone="primary" busy={set.isPending} busyLabel="Saving">
          Save
        </SendButton>
      </div>
    </form>
  )
}

const levelWords = {
  USER: 'the user',
  SUB_CARRIER: 'the program',
  CARRIER: 'the carrier',
  DEFAULT: 'the default',
} as const

function TryFlag({ flagKey }: { flagKey: string }) {
  const [typed, setTyped] = useState('')
  const [username, setUsername] = useState('')
  const asked = useRead(flags.tried, { key: flagKey, username }, { off: username === '' })
  const found = asked.data
  return (
    <form
      className={css.form}
      aria-label="Try the flag"
      onSubmit={(event) => {
        event.preventDefault()
        setUsername(typed.trim())
      }}
    >
      <h3>Try it for</h3>
      <div className={css.line}>
        <TextField label="Username" value={typed} onChange={setTyped} />
        <Button type="submit">Try</Button>
      </div>
      <p role="status">
        {asked.error
          ? asked.error.status === 404
            ? 'No one at the carrier has this username.'
            : asked.error.message
          : found &&
            `${onOff(found.enabled)} for ${username}. Decided by ${levelWords[found.level]}${found.subCarrier ? ` ${found.subCarrier}` : ''}.`}
      </p>
    </form>
  )
}

function LatestChanges({ flagKey, zone }: { flagKey: string; zone: string }) {
  const asked = useRead(flags.changes, { key: flagKey })
  return (
    <section>
      <h3>Latest changes</h3>
      {asked.error ? (
        <p>The changes could not be loaded. {asked.error.message}</p>
      ) : asked.data?.content.length === 0 ? (
        <p className="muted">None in the portal.</p>
      ) : (
        <ul className={css.changes}>
          {asked.data?.content.map((change) => {
            const { day, time } = dayAndTime(change.at, zone)
            return (
              <li key={change.changeId}>
                <b>
                  {change.user ?? change.subCarrier ?? 'Carrier'}: {setWords(change.before)} to {setWords(change.after)}
                </b>
                <small>
                  {day} {time} · {change.by} · {change.reason}
                </small>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
