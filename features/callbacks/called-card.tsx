import { useState } from 'react'
import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { plural } from '#platform/text/plural.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import css from './called-card.module.css'
import { callbacks } from './contract.ts'
import { isOpenSince, type SinceCall } from './since-call.ts'

type Called = AnswerOf<typeof callbacks.lately>['calls'][number]

const SHOWN = 6
const title = 'What became of the last calls'
const looks: Readonly<Record<SinceCall, { tone: Tone; words: string }>> = {
  CALL_AGAIN: { tone: 'amber', words: 'Call again' },
  NOT_REACHED: { tone: 'red', words: 'Never reached' },
  NOT_BILLED: { tone: 'amber', words: 'Not billed again' },
  FILLED: { tone: 'green', words: 'Paid' },
  READ: { tone: 'green', words: 'Message read' },
  NOT_APPROVED: { tone: 'neutral', words: 'Not approved' },
  WITHDRAWN: { tone: 'neutral', words: 'Claim withdrawn' },
  REPLACED: { tone: 'neutral', words: 'Later message sent' },
}

/** "31 pharmacies on 11/16/2026: 24 settled, 7 to follow up" */
function countWords(day: string, calls: readonly Called[]): string {
  const open = calls.filter(({ since }) => isOpenSince(since)).length
  return `${plural(calls.length, 'pharmacy', 'pharmacies')} on ${usDate(day)}: ${calls.length - open} settled, ${open} to follow up`
}

/** The pharmacies that support called on the last day of calls, and what became of each since; absent where nobody was called. */
export function CalledCard() {
  const { person } = useUser()
  const now = useNow()
  const asked = useRead(callbacks.lately, {})
  const [whole, setWhole] = useState(false)
  const found = asked.data
  if (asked.error && !found)
    return (
      <Card title={title}>
        <NotLoaded small title="The last calls could not be loaded" of={asked} />
      </Card>
    )
  if (!found || found.day === null) return null
  return (
    <Card
      title={title}
      sub={countWords(found.day, found.calls)}
      flush
      acts={
        found.calls.length > SHOWN && (
          <Button tone="quiet" size="small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Show fewer' : `Show ${found.calls.length}`}
          </Button>
        )
      }
    >
      <ul className={css.called} aria-label="Pharmacies that were called, what is to follow up first">
        {found.calls.slice(0, whole ? found.calls.length : SHOWN).map((one) => (
          <li key={one.callbackId}>
            <span className={css.whom}>
              <b>{one.pharmacyName}</b>
              <small>
                <Link href={requestPath(one.authorizationId)}>Rx {one.rxNumber}</Link>
                {`, ${one.reached ? 'reached' : 'not reached'} ${whenWords(one.calledAt, person.timeZone, now)} by ${one.calledBy}`}
              </small>
            </span>
            <span className={css.since}>
              <Badge tone={looks[one.since].tone}>{looks[one.since].words}</Badge>
              {one.since === 'CALL_AGAIN' && one.nextTryAt !== null && (
                <small>{whenWords(one.nextTryAt, person.timeZone, now)}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
