import { useState } from 'react'
import { notifications } from '#features/notifications/contract.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { Switch } from '#platform/ui/form/switch.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useLeaveQuestion } from '#platform/ui/overlay/use-leave-question.ts'
import css from './notification-settings.module.css'

type Choices = AnswerOf<typeof notifications.choices>
type Group = Choices['groups'][number]

const mailOptions = [
  { value: 'NOW', label: 'At once' },
  { value: 'DAILY', label: 'Once a day' },
  { value: 'OFF', label: 'Never' },
] as const

/** /accounts/notification: what the user is notified of, how, and when e-mail waits. */
export function NotificationSettings() {
  const asked = useRead(notifications.choices, {})
  return (
    <Page as="reading" canvas>
      <div className={css.page}>
        <PageTitle title="Notification Settings" />
        {asked.error && !asked.data ? (
          <Card>
            <NotLoaded title="Your settings could not be loaded" of={asked} />
          </Card>
        ) : (
          <Loading busy={!asked.data} skeleton={<Skeleton width="100%" height={320} />} loaded="Settings loaded.">
            {asked.data && <Form kept={asked.data} />}
          </Loading>
        )}
      </div>
    </Page>
  )
}

/** What is chosen and not saved stays while this tab is open, for its user and carrier. */
const unsaved: { whose: string; choices: Choices | undefined } = { whose: '', choices: undefined }

/** What was chosen and not saved, in the words of the page. */
const changesOf = (kept: Choices, typed: Choices): string[] => [
  ...typed.groups
    .filter(({ group, portal, mail }) => {
      const before = kept.groups.find((one) => one.group === group)
      return before && (before.portal !== portal || before.mail !== mail)
    })
    .map(({ label }) => label),
  ...(typed.dailyAt === kept.dailyAt ? [] : ['Daily e-mail']),
  ...(typed.quietFrom === kept.quietFrom && typed.quietUntil === kept.quietUntil ? [] : ['Quiet hours']),
]

function Form({ kept }: { kept: Choices }) {
  const { person } = useUser()
  const whose = `${person.id} ${person.mc}`
  const [typed, setShown] = useState(unsaved.whose === whose ? unsaved.choices : undefined)
  const setTyped = (choices: Choices | undefined) => {
    Object.assign(unsaved, { whose, choices })
    setShown(choices)
  }
  const changed = typed ? changesOf(kept, typed) : []
  useLeaveQuestion(changed.length > 0)
  const { groups, quietFrom, quietUntil, dailyAt } = typed ?? kept
  const act = useAct(notifications.choose)
  const isQuiet = quietFrom !== null
  const change = (part: Partial<Choices>) => setTyped({ ...(typed ?? kept), ...part })
  const changeGroup = (group: Group['group'], part: Partial<Group>) =>
    change({ groups: groups.map((one) => (one.group === group ? { ...one, ...part } : one)) })
  const save = () =>
    act.mutate(
      { groups: groups.map(({ group, portal, mail }) => ({ group, portal, mail })), quietFrom, quietUntil, dailyAt },
      {
        onSuccess: () => {
          setTyped(undefined)
          toast({ words: 'Your notification settings were saved.' })
        },
      },
    )
  return (
    <form
      className={css.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!act.isPending) save()
      }}
    >
      <Card title="What you are notified of">
        <ul className={css.groups}>
          {groups.map((one) => (
            <li key={one.group}>
              <div>
                <h3>{one.label}</h3>
                <p className="soft">{one.means}</p>
              </div>
              {one.fixed !== null ? (
                <p className={css.fixed}>
                  <Badge tone="neutral">Always on</Badge>{' '}
                  <span className="soft">In the portal and by e-mail at once. {one.fixed}</span>
                </p>
              ) : (
                <div className={css.ways}>
                  <Switch
                    label="In the portal"
                    aria-label={`In the portal: ${one.label}`}
                    checked={one.portal}
                    onChange={(portal) => changeGroup(one.group, { portal })}
                  />
                  <span className={css.way}>
                    <span aria-hidden="true">E-mail</span>
                    <Segmented
                      label={`E-mail: ${one.label}`}
                      size="small"
                      options={mailOptions}
                      value={one.mail}
                      onChange={(mail) => changeGroup(one.group, { mail })}
                    />
                  </span>
                </div>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="When">
        <div className={css.page}>
          <div className={css.times}>
            <TextField
              label="Daily e-mail at"
              type="time"
              required
              value={dailyAt}
              onChange={(time) => change({ dailyAt: time })}
            />
          </div>
          <Switch
            label="Quiet hours: e-mail waits until they end"
            checked={isQuiet}
            onChange={(on) =>
              change(on ? { quietFrom: '20:00', quietUntil: '07:00' } : { quietFrom: null, quietUntil: null })
            }
          />
          {isQuiet && (
            <div className={css.times}>
              <TextField label="From" type="time" value={quietFrom} onChange={(time) => change({ quietFrom: time })} />
              <TextField
                label="Until"
                type="time"
                value={quietUntil ?? ''}
                onChange={(time) => change({ quietUntil: time })}
              />
            </div>
          )}
          <p className="muted">
            Times are in {person.timeZone.replaceAll('_', ' ')}. What is always on is sent at any hour. No e-mail names
            a patient or a drug.
          </p>
        </div>
      </Card>
      {act.error && (
        <Note tone="red" role="alert">
          <b>It was not saved.</b> {act.error.message}
        </Note>
      )}
      <div className={css.save}>
        <p role="status">
          {changed.length > 0 && (
            <>
              <b>Not saved yet:</b> {changed.join(', ')}.
            </>
          )}
        </p>
        <SendButton tone="primary" busy={act.isPending} busyLabel="Saving">
          Save
        </SendButton>
        {changed.length > 0 && (
          <Button tone="quiet" disabled={act.isPending} onClick={() => setTyped(undefined)}>
            Discard
          </Button>
        )}
      </div>
    </form>
  )
}
