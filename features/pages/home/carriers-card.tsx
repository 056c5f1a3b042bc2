import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { changeCarrier } from '#features/sign-in/change-carrier.ts'
import { status } from '#features/authorizations/statuses.ts'
import { caseload, type CarrierCount } from '#features/caseload/contract.ts'
import { queueAddress, queues } from '#features/worklist/queues.ts'
import { isSupport, mayDecide } from '#features/permissions/rules.ts'
import { CallFailed, tab } from '#platform/browser/call.ts'
import { tellTabs } from '#platform/browser/tabs.ts'
import { useRead } from '#platform/browser/use-call.ts'
import type { Person } from '#platform/calls/person.ts'
import { useUser, type WorkCarrier } from '#platform/browser/use-user.ts'
import { cx } from '#platform/ui/cx.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconCheck } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Timer } from '#platform/ui/display/timer.tsx'
import { HOUR_MS } from '#platform/dates/instant.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { useKeys, type KeyMap } from '#platform/ui/keys/use-keys.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { timerOf } from '../timers.ts'
import css from './carriers-card.module.css'
import { ownDue, ownList } from './own-list.ts'

const everyMs = 60_000
/** More are rows. */
const MOST_BESIDE = 3

type Figure = { words: string; count: number; tone?: 'red' | 'amber' | 'blue'; href: string }
/** The queues that are somebody's main work; others are named while something is in them. */
const mainQueues: readonly number[] = [status.PENDING_CLINICAL, status.PENDING_UR]
/** What one's own requests there count, for who decides on requests of their own or has some there; and the queues. */
function figuresOf(of: CarrierCount, person: Person): Figure[] {
  const own =
    (mayDecide(person) && !isSupport(person) && !of.queues.some(({ status: id }) => mainQueues.includes(id))) ||
    of.pendingAuthCount + of.escalatedAuthCount + of.atCounterCount + of.letterCameCount > 0
  return [
    ...(own
      ? ([
          { words: 'Pending', count: of.pendingAuthCount, href: ownList(person) },
          { words: 'Escalated', count: of.escalatedAuthCount, tone: 'red', href: '/authorizations?view=escalated' },
          { words: 'Overdue', count: of.overdueCount, tone: 'red', href: ownDue('0') },
          { words: 'At the counter', count: of.atCounterCount, tone: 'amber', href: '/authorizations?view=counter' },
          {
            words: of.letterCameCount === 1 ? 'Letter came' : 'Letters came',
            count: of.letterCameCount,
            tone: 'blue',
            href: '/authorizations?view=letter',
          },
        ] as const)
      : []),
    ...of.queues.flatMap(({ status: id, waiting }) => {
      const queue = queues.find((one) => one.status === id)
      return queue && (waiting > 0 || mainQueues.includes(id))
        ? { words: queue.label, count: waiting, href: queueAddress(queue) }
        : []
    }),
  ]
}

/** What waits at each of the user's carriers: the open one's figures lead to their lists, of a closed one only numbers and times are known. */
export function CarriersCard() {
  const { carrier, carriers, person } = useUser()
  const now = useNow()
  const cache = useQueryClient()
  const [opening, setOpening] = useState<string>()
  const asked = useRead(caseload.carriers, {}, { everyMs })
  const open = async ({ code }: WorkCarrier) => {
    if (code === carrier.code || opening !== undefined) return
    setOpening(code)
    try {
      await changeCarrier(cache, code)
      tellTabs({ kind: 'carrier' })
      tab.onGate()
    } catch (error) {
      setOpening(undefined)
      if (!(error instanceof CallFailed)) throw error
      toast({ tone: 'error', words: 'The other carrier could not be opened.', detail: error.message })
    }
  }
  // Who owns nothing and works on no queue is shown no zeros.
  const hasNone = asked.data
    ? asked.data.carriers.every((one) => figuresOf(one, person).length === 0)
    : !mayDecide(person) || isSupport(person)
  const keys: KeyMap = {}
  if (!hasNone) carriers.slice(0, 9).forEach((one, at) => (keys[at + 1] = () => void open(one)))
  useKeys(keys)
  // What is so of every other carrier is said once.
  const firstClosed = carriers.find(({ code }) => code !== carrier.code)
  const countOf = (code: string) => asked.data?.carriers.find((one) => one.code === code)
  const urgent = carriers.filter(({ code }) => {
    const count = code === carrier.code ? undefined : countOf(code)
    return count && count.leastDueAt !== null && Date.parse(count.leastDueAt) - now < HOUR_MS
  })
  if (asked.error && !asked.data)
    return (
      <NotLoaded
        small
        title="The counts of your carriers could not be loaded"
        safe="The open one is below."
        of={asked}
      />
    )
  if (hasNone) return null
  return (
    <>
      {urgent.map(({ code, name }) => (
        <Note key={code} tone="red">
          <b>
            {name} {urgentWords(countOf(code)!)}
          </b>
        </Note>
      ))}
      <ul className={cx(css.carriers, carriers.length > MOST_BESIDE && css.below)} aria-label="Your carriers">
        {carriers.map((one, at) => {
          const isOpen = one.code === carrier.code
          const count = countOf(one.code)
          const number = at < 9 ? { keys: [String(at + 1)] } : {}
          return (
            <li key={one.code} className={cx(css.carrier, isOpen && css.open)}>
              <div className={css.head}>
                <h2>{one.name}</h2>
                {isOpen ? (
                  <Badge tone="green" icon={iconCheck}>
                    Open now
                  </Badge>
                ) : (
                  <Button
                    tone="primary"
                    size="small"
                    {...number}
                    busy={opening === one.code}
                    busyLabel="Opening"
                    onClick={() => void open(one)}
                  >
                    Switch to it<span className="sr-only">: {one.name}</span>
                  </Button>
                )}
              </div>
              {count ? (
                <>
                  <ul className={css.figures}>
                    {figuresOf(count, person).map(({ words, count: many, tone, href }) => {
                      const look = cx(css.figure, many > 0 && tone && css[tone])
                      const inside = (
                        <>
                          <b>{many.toLocaleString('en-US')}</b>
                          <span>{words}</span>
                        </>
                      )
                      return (
                        <li key={words}>
                          {isOpen ? (
                            <Link href={href} className={look}>
                              {inside}
                            </Link>
                          ) : (
                            <span className={look}>{inside}</span>
                          )}
                        </li>
                      )
                    })}
                  </ul>
                  <p className={css.foot}>
                    {count.leastDueAt !== null && (
                      <span className={css.least}>
                        Least time{' '}
                        <Timer
                          {...timerOf(
                            {
                              statutoryDueAt: count.leastDueAt,
                              requestReceivedDate: count.leastDueAt,
                              snoozedUntil: null,
                            },
                            now,
                            person.timeZone,
                          )}
                        />
                      </span>
                    )}
                    {count.pendingAuthCount > 0 && (
                      <span>
                        {count.dueTodayCount} due today, {count.dueTomorrowCount} tomorrow
                      </span>
                    )}
                    {one === firstClosed && (
                      <span className="muted">Names show after you switch. Drafts stay where they are.</span>
                    )}
                  </p>
                </>
              ) : (
                <div className={css.place} />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

const urgentWords = ({ overdueCount, atCounterCount }: CarrierCount): string =>
  [
    overdueCount > 0
      ? `has ${overdueCount} ${overdueCount === 1 ? 'request' : 'requests'} overdue`
      : 'has a request due within the hour',
    ...(atCounterCount > 0
      ? [`${atCounterCount} ${atCounterCount === 1 ? 'patient' : 'patients'} at the counter`]
      : []),
  ].join(', and ') + '.'
