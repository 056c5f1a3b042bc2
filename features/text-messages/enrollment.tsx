import { useId, useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { asFailed } from '#platform/browser/call.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAlert, iconCheck, iconClock, iconInfo } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { ActDialog } from '#platform/ui/overlay/act-dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { texts } from './contract.ts'
import { whyNotOf, type Campaign } from './send-text.tsx'
import css from './texts-tab.module.css'

const looks: Readonly<Record<Campaign['state'], { tone: Tone; icon: string }>> = {
  NOT_ENROLLED: { tone: 'neutral', icon: iconInfo },
  INVITED: { tone: 'amber', icon: iconClock },
  SUBSCRIBED: { tone: 'green', icon: iconCheck },
  OPTED_OUT: { tone: 'red', icon: iconAlert },
  UNDELIVERABLE: { tone: 'red', icon: iconAlert },
  SUSPENDED: { tone: 'amber', icon: iconAlert },
  BLOCKED: { tone: 'neutral', icon: iconInfo },
}
const sources: Readonly<Record<string, string>> = {
  TEXT: 'Text message',
  CARRIER: 'Carrier’s data',
  RECORD: 'On file before',
  PHONE: 'By telephone',
  PAPER: 'On paper',
}
const languages: Readonly<Record<string, string>> = { en: 'English', es: 'Spanish' }

/** The worker's consent: what they chose, how it is known, and what a user may do about it. */
export function Enrollment({ patient, of }: PatientTabProps & { of: Campaign }) {
  const { person } = useUser()
  const [doing, setDoing] = useState<'ENROLL' | 'OPT_OUT'>()
  const day = (at: string | null) => (at === null ? undefined : dayAndTime(at, person.timeZone).day)
  const [invite, end] = [whyNotOf(of, 'ENROLL'), whyNotOf(of, 'OPT_OUT')]
  const never = invite?.code === 'UPDATE_BLOCKED'
  const steps = [
    { key: 'INVITED', label: 'Invited', at: day(of.invitedAt) ?? 'not yet' },
    { key: 'SUBSCRIBED', label: 'Subscribed', at: day(of.optedInAt) ?? 'by YES' },
    { key: 'OPTED_OUT', label: 'Opted out', at: day(of.optedOutAt) ?? 'by STOP' },
  ]
  const look = looks[of.state]
  return (
    <Card
      title="Enrollment"
      acts={
        <Badge tone={look.tone} icon={look.icon}>
          {of.label}
        </Badge>
      }
    >
      <div className={css.consent}>
        <ol className={css.steps}>
          {steps.map(({ key, label, at }) => (
            <li key={key} aria-current={key === of.state ? 'step' : undefined}>
              {label}
              <small>{at}</small>
            </li>
          ))}
        </ol>
        {of.reason && <p className="muted">{of.reason}</p>}
        <Facts
          of={[
            ['Mobile on file', of.mobileOnFile],
            ...(of.mobile !== null && of.mobile !== of.mobileOnFile ? ([['Consent is for', of.mobile]] as const) : []),
            [
              'Consent',
              of.consentSource &&
                [sources[of.consentSource], of.recordedBy && `recorded by ${of.recordedBy}`].filter(Boolean).join(', '),
            ],
            ['Language', languages[of.language] ?? of.language],
            ['Quiet hours', `9:00 PM to 8:00 AM, ${of.zone.split('/').at(-1)!.replaceAll('_', ' ')} time`],
            ['Today', `${of.sentToday} sent, ${of.mostPerDay} allowed`],
          ]}
        />
        <div className={css.foot}>
          {of.state !== 'SUBSCRIBED' && of.state !== 'INVITED' && (
            <ActButton never={never} whyNot={invite?.message} onClick={() => setDoing('ENROLL')}>
              Invite to texts
            </ActButton>
          )}
          {of.state !== 'OPTED_OUT' && (
            <ActButton never={never} whyNot={end?.message} tone="dangerOutline" onClick={() => setDoing('OPT_OUT')}>
              Stop all texts
            </ActButton>
          )}
        </div>
      </div>
      {doing && <Consent patient={patient} of={of} action={doing} onClose={() => setDoing(undefined)} />}
    </Card>
  )
}

type Source = 'PHONE' | 'PAPER'

/** How and when the worker said yes to being asked, or no to texts. */
function Consent({
  patient,
  of,
  action,
  onClose,
}: PatientTabProps & { of: Campaign; action: 'ENROLL' | 'OPT_OUT'; onClose: () => void }) {
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const id = useId()
  const [source, setSource] = useState<Source>('PHONE')
  const [day, setDay] = useState(usDate(today))
  const act = useAct(texts.gateway)
  const date = parseDate(day, today, { to: today }) || undefined
  const invites = action === 'ENROLL'
  const form = useFormSend({
    whatIsWrong: () => (date ? [] : [{ id, message: 'Enter a day up to today as MM/DD/YYYY.' }]),
    send: async () => {
      const { waitsUntil } = await act.mutateAsync({
        claimId: patient.claimId,
        action,
        consent: { source, at: date! },
      })
      toast({
        tone: 'success',
        words: !invites
          ? 'Text messages have ended.'
          : waitsUntil
            ? 'The invitation is sent after the quiet hours.'
            : 'The invitation is sent.',
      })
      onClose()
    },
    idOf: (path) => (path === 'consent.at' ? id : undefined),
  })
  return (
    <ActDialog
      title={invites ? 'Invite to text messages' : 'Stop all texts'}
      onClose={onClose}
      onSend={() => form.onSubmit({ preventDefault: () => {} })}
      verb={invites ? 'Send invitation' : 'Stop all texts'}
      busyLabel={invites ? 'Sending' : 'Stopping'}
      tone={invites ? 'primary' : 'danger'}
      busy={form.busy}
      failure={form.failure && asFailed(form.failure)}
      failedWords={invites ? 'No invitation was sent.' : 'Text messages were not ended.'}
    >
      <p>
        {invites
          ? `${patient.firstName} ${patient.lastName} gets one text at ${of.mobileOnFile}. Texts begin when they answer YES.`
          : `${patient.firstName} ${patient.lastName} gets no more texts. Only they can begin them again, by texting START.`}
      </p>
      <RadioGroup
        legend={invites ? 'How they agreed to be asked' : 'How they said so'}
        row
        value={source}
        options={[
          { value: 'PHONE', label: 'By telephone' },
          { value: 'PAPER', label: 'On paper' },
        ]}
        onChange={setSource}
      />
      <DateField
        label="Day"
        required
        id={id}
        error={form.problemOf(id)}
        value={day}
        onChange={setDay}
        today={today}
        to={today}
      />
    </ActDialog>
  )
}
