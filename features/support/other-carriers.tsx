import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeCarrier } from '#features/sign-in/change-carrier.ts'
import { asFailed, type CallFailed } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { support, type QueueWaiting } from './contract.ts'
import { queueAddress } from './paths.ts'
import { queueNames, type SupportQueue } from './queues.ts'
import { countWords } from './rules.ts'
import css from './support-card.module.css'

const everyMs = 15_000

/** What waits at the agent's other carriers, each by its name, with a way there. Nothing where nothing waits. */
export function OtherCarriers() {
  const { person } = useUser()
  const now = useNow()
  const cache = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const [failed, setFailed] = useState<CallFailed>()
  const found = useRead(support.elsewhere, {}, { everyMs }).data
  const carriers = found?.carriers.filter(({ queues }) => queues.length > 0) ?? []
  if (carriers.length === 0) return null
  const go = async (code: string, queue: SupportQueue) => {
    setBusy(code)
    setFailed(undefined)
    try {
      await changeCarrier(cache, code)
      location.assign(queueAddress(queue))
    } catch (error) {
      setFailed(asFailed(error))
      setBusy(undefined)
    }
  }
  const since = (of: QueueWaiting) => (of.since === null ? '' : `, since ${whenWords(of.since, person.timeZone, now)}`)
  return (
    <Card title="At your other carriers" flush>
      {failed && <FailedNote what="The carrier was not changed." failure={failed} />}
      <ul className={css.carriers}>
        {carriers.map(({ code, name, queues }) => (
          <li key={code}>
            <b>{name}</b>
            <span className={css.elsewhere}>
              {queues.map((of) => (
                <Button
                  key={of.queue}
                  size="small"
                  busy={busy === code}
                  busyLabel="Changing carrier"
                  aria-label={`${queueNames[of.queue]} ${countWords(of.waiting)} at ${name}${since(of)}`}
                  onClick={() => void go(code, of.queue)}
                >
                  {queueNames[of.queue]} {countWords(of.waiting)}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
