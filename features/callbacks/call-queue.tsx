import { useState } from 'react'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { QUEUE_SIZE, WorkQueue } from '#platform/ui/list/work-queue.tsx'
import { TakenBadge } from '#platform/ui/list/taken-note.tsx'
import { callbacks } from './contract.ts'
import { MyDay } from './my-day.tsx'
import { OpenCall } from './open-call.tsx'

/** Pharmacies to call, the next one first, with the script and what came of the call. */
export function CallQueue() {
  const { person } = useUser()
  const now = useNow()
  const [size, setSize] = useState(QUEUE_SIZE)
  const asked = useRead(callbacks.queue, { page: 0, size }, { keepPrevious: true })
  return (
    <WorkQueue
      title="Pharmacies to call"
      asked={asked}
      rows={asked.data?.calls}
      more={asked.data?.more}
      size={size}
      onSize={setSize}
      idOf={(one) => one.callbackId}
      below={<MyDay />}
      empty={{ title: 'No calls to make', text: 'A pharmacy that did not read its message appears here.' }}
      row={(one) => ({
        name: one.pharmacyName,
        about: `Rx ${one.rxNumber} · ${one.text}`,
        badge: <TakenBadge by={one.takenBy} />,
        when:
          one.nextTryAt !== null && Date.parse(one.nextTryAt) > now
            ? `call after ${whenWords(one.nextTryAt, person.timeZone, now)}`
            : `since ${whenWords(one.waitingSince, person.timeZone, now)}`,
      })}
      opened={(one, show) => (
        <OpenCall
          of={one}
          next={asked.data?.calls.find(
            ({ callbackId, takenBy, nextTryAt }) =>
              callbackId !== one.callbackId &&
              (takenBy === null || takenBy.mine) &&
              (nextTryAt === null || Date.parse(nextTryAt) <= now),
          )}
          show={show}
        />
      )}
    />
  )
}
