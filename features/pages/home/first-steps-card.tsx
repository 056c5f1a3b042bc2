import { useState } from 'react'
import { Link } from 'wouter'
import { paths as accountPaths } from '#features/account/paths.ts'
import { completeStatuses } from '#features/authorizations/statuses.ts'
import { outOfOffice } from '#features/out-of-office/contract.ts'
import { paths as leavePaths } from '#features/out-of-office/paths.ts'
import { patients } from '#features/patients/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconCheck } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { paths } from '../paths.ts'
import css from './first-steps.module.css'
import { keep, keptOf, steps, stepsDone, type Kept, type Step } from './first-steps.ts'

const words: Readonly<Record<Step, { title: string; text: string; href: string; act: string }>> = {
  notices: {
    title: 'Choose what reaches you by e-mail',
    text: 'Deadlines are on; the rest is up to you.',
    href: accountPaths.notificationSettings,
    act: 'Notification settings',
  },
  delegate: {
    title: 'Set a delegate for days off',
    text: 'Requests that are due while you are away go to them.',
    href: leavePaths.outOfOffice,
    act: 'Out of Office',
  },
  patient: {
    title: 'Look up a patient',
    text: 'By claim number, patient ID or last name. Each profile you open is logged.',
    href: '/patients',
    act: 'Patients',
  },
  help: {
    title: 'Look through Help',
    text: 'Reject codes, terms and keys in plain words. On a request, I explains the code.',
    href: paths.help,
    act: 'Help',
  },
  decide: {
    title: 'Decide your first request',
    text: 'The one with the least time left comes first. You can undo for some seconds.',
    href: '/authorizations',
    act: 'Authorization Requests',
  },
}

/** What a new adjuster does first, until all of it is done or the card is removed. */
export function FirstStepsCard() {
  const { carrier, person } = useUser()
  const now = useNow()
  const today = dateIn(now, person.timeZone)
  const [kept, setKept] = useState(() => keptOf(person.id))
  const off = kept.removed || kept.later === today
  const leaves = useRead(outOfOffice.list, {}, { off })
  const recent = useRead(patients.recent, { id: person.id, masterCarrier: carrier.code }, { off })
  const completed = useRead(
    worklist.list,
    { mc: carrier.code, size: 1, caseOwners: ['me'], authStatuses: [...completeStatuses] },
    { off },
  )
  const done = stepsDone(kept, today, {
    delegate: leaves.data ? leaves.data.own.length > 0 : null,
    patient: recent.data ? recent.data.length > 0 : null,
    decided: completed.data ? completed.data.totalElements > 0 : null,
  })
  if (!done) return null
  const change = (more: Partial<Kept>) => {
    const next = { ...kept, ...more }
    keep(person.id, next)
    setKept(next)
  }
  return (
    <Card
      title="Your first steps"
      sub={`${done.length} of ${steps.length} done`}
      flush
      acts={
        <>
          <Button tone="quiet" size="small" onClick={() => change({ later: today })}>
            Not now
          </Button>
          <Button tone="quiet" size="small" onClick={() => change({ removed: true })}>
            Remove
          </Button>
        </>
      }
    >
      <ol className={css.steps}>
        {steps.map((step, index) => {
          const { title, text, href, act } = words[step]
          const isDone = done.includes(step)
          return (
            <li key={step} className={isDone ? css.done : undefined}>
              <span className={css.mark} aria-hidden="true">
                {isDone ? <Icon of={iconCheck} size={14} weight={2.4} /> : index + 1}
              </span>
              <span>
                <b>
                  {title}
                  {isDone && <span className="sr-only">, done</span>}
                </b>
                <small>{text}</small>
              </span>
              {!isDone && (
                <Link href={href} onClick={() => change({ done: [...kept.done, step] })}>
                  {act}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
