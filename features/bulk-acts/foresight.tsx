import { useRead } from '#platform/browser/use-call.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { bulkActs } from './contract.ts'
import { kindWords, many, type BulkKind } from './rules.ts'
import css from './bulk.module.css'

const can: Readonly<Record<BulkKind, string>> = {
  ASSIGN: 'can be assigned',
  SNOOZE: 'can be snoozed',
  LETTER: 'can be asked for',
  APPROVE: 'can be approved',
}

/** What would become of the requests, before anything is done. */
export function Foresight({ input, count }: { input: InputOf<typeof bulkActs.start>; count: number }) {
  const { data, error } = useRead(bulkActs.preview, input, { keepPrevious: true })
  const title = `What ${kindWords[input.what].does.toLowerCase()} would do`
  if (error)
    return (
      <p className={css.intro} role="status">
        The outcome cannot be previewed right now. Each request is still checked individually.
      </p>
    )
  return (
    <section className={css.foresight} aria-label={title} aria-live="polite" aria-busy={!data}>
      {data ? (
        <>
          <p>
            <b>
              {data.can.toLocaleString('en-US')} of {many(data.checked)} {can[input.what]}
            </b>
            {data.checked < count && `, of the first ${data.checked} in this list`}.
          </p>
          {data.left.length > 0 && (
            <ul>
              {data.left.map(({ message, count: alike }) => (
                <li key={message}>
                  <b>{alike} left:</b> {message}
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <Skeleton width="60%" />
      )}
    </section>
  )
}
