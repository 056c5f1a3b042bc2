import { whyNotExplained } from '#features/authorizations/explains.ts'
import { useState } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { paths } from '#features/people/paths.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { approvedBy } from './approved-by.ts'
import { changeStatus } from './change-statuses.ts'
import { changeValue } from './change-words.ts'
import { carrierSettings, type Listed } from './contract.ts'
import { PreviewNote } from './preview-note.tsx'
import { RerunPreview } from './rerun-preview.tsx'
import { SettingLevels } from './setting-levels.tsx'
import { defaultWords, typedOf, valueOf, whyNoValue, type Typed } from './setting-values.ts'
import { meansWords, settingWords } from './setting-words.ts'
import css from './settings-page.module.css'
import { ValueField } from './value-field.tsx'

/** Whose settings the page shows: a sub-carrier, or the whole carrier. */
export type Place = { subCarrier: string | undefined; name: string }

type ChangeSettingProps = {
  of: Listed
  place: Place
  version: number
  /** Who may approve a change of two people. */
  approvers: readonly string[]
  today: string
  onClose: () => void
}

/** Changes one setting, from a day on, with a reason. */
export function ChangeSetting({ of, place, version, approvers, today, onClose }: ChangeSettingProps) {
  const { key } = of
  const words = settingWords[key]!
  const own = place.subCarrier === undefined ? of.carrier : of.subCarrier
  const otherwise = place.subCarrier === undefined ? of.default : (of.carrier ?? of.default)
  const [opened] = useState(own)
  const [counts, setCounts] = useState<'own' | 'otherwise'>('own')
  const [typed, setTyped] = useState<Typed>(() => typedOf(words.form, own ?? otherwise))
  const [startsOn, setStartsOn] = useState(usDate(today))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const setUp = useAct(carrierSettings.setUp)
  const value = counts === 'own' ? valueOf(words.form, typed, today) : null
  const day = parseDate(startsOn, today)
  const refused = (path: string) =>
    setUp.error?.fields.find((one) => one.path === path || one.path.startsWith(`${path}.`))?.message
  const wrong = {
    value: value === undefined ? whyNoValue(words.form, typed, `Enter ${of.takes}.`) : undefined,
    day: day ? undefined : 'Enter a day as MM/DD/YYYY.',
    reason: whyNotExplained(reason, 'Enter a reason.'),
  }
  const shown: Partial<typeof wrong> = tried ? wrong : {}
  const atFields = [`settings.${key}`, 'startsOn', 'reason'].some((path) => refused(path) !== undefined)
  const send = () => {
    setTried(true)
    if (Object.values(wrong).some(Boolean) || setUp.isPending) return
    setUp.mutate(
      {
        ...(place.subCarrier !== undefined && { subCarrier: place.subCarrier }),
        settings: { [key]: value },
        version,
        ...(day && day !== today && { startsOn: day }),
        reason: reason.trim(),
      },
      {
        onSuccess: ({ changes: [change] }) => {
          toast(
            change === undefined
              ? { tone: 'info', words: `${words.label} has this value already.` }
              : {
                  tone: change.status === changeStatus.WAITING ? 'info' : 'success',
                  words: savedWords[change.status]!(words.label, usDate(day || today)),
                },
          )
          onClose()
        },
      },
    )
  }
  return (
    <ActDialog
      title={words.label}
      sheet="full"
      size="large"
      onClose={onClose}
      onSend={send}
      verb={of.twoPeople === null ? 'Save' : 'Send for approval'}
      busyLabel="Saving"
      busy={setUp.isPending}
      failure={atFields ? undefined : (setUp.error ?? undefined)}
      failedWords="Nothing was changed."
    >
      <ActWords>
        {meansWords(of.means)} Applies to {place.name}.
      </ActWords>
      {!isSame(opened, own) && (
        <Note tone="amber" role="alert">
          <b>
            {of.by ?? 'Somebody'} changed this after you opened it: {changeValue(key, opened)} to{' '}
            {changeValue(key, own)}.
          </b>{' '}
          Your value replaces it.
        </Note>
      )}
      <SettingLevels of={of} program={place.subCarrier === undefined ? undefined : place.name} />
      <RadioGroup
        legend="Value"
        row
        value={counts}
        options={[
          { value: 'own', label: 'Set here' },
          {
            value: 'otherwise',
            label: `${place.subCarrier === undefined ? 'Default' : 'As the carrier'}${inShort(defaultWords(words, otherwise))}`,
          },
        ]}
        onChange={setCounts}
      />
      {counts === 'own' && (
        <ValueField
          form={words.form}
          label={words.label}
          typed={typed}
          onChange={(next) => {
            setTyped(next)
            setUp.reset()
          }}
          error={shown.value ?? refused(`settings.${key}`)}
        />
      )}
      {value !== undefined &&
        (of.engine ? (
          <RerunPreview key={JSON.stringify(value)} settingKey={key} value={value} subCarrier={place.subCarrier} />
        ) : (
          <PreviewNote settingKey={key} value={value} subCarrier={place.subCarrier} />
        ))}
      <DateField
        label="Takes effect on"
        required
        className={css.day}
        value={startsOn}
        today={today}
        from={today}
        onChange={setStartsOn}
        error={shown.day ?? refused('startsOn')}
      />
      <TextArea
        label="Reason"
        required
        hint="For the history."
        limit={300}
        value={reason}
        onChange={setReason}
        error={shown.reason ?? refused('reason')}
      />
      {of.onePerson !== null && <p className={css.alone}>One account manager changes this setting. {of.onePerson}</p>}
      {of.twoPeople !== null && (
        <Note
          tone={approvers.length === 0 ? 'amber' : 'blue'}
          {...(approvers.length === 0 && {
            act: (
              <LinkButton href={paths.users} size="small">
                Invite one
              </LinkButton>
            ),
          })}
        >
          <b>Two people change this setting.</b> {of.twoPeople} {approvedBy(approvers)}
        </Note>
      )}
    </ActDialog>
  )
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const MOST_WORDS = 60
/** What counts otherwise, where that is a word or two. */
const inShort = (words: string): string => (words.length > MOST_WORDS ? '' : ` (${words})`)

const savedWords: Readonly<Record<string, (label: string, day: string) => string>> = {
  WAITING: (label) => `${label}: sent to another account manager for approval.`,
  PLANNED: (label, day) => `${label} changes on ${day}.`,
  DONE: (label) => `${label} was changed.`,
}
