import { useRead } from '#platform/browser/use-call.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { people } from './contract.ts'
import { changeWords } from './user-words.ts'
import css from './users.module.css'

type Change = AnswerOf<typeof people.changes>['changes'][number]

/** Who changed what a user may do, when and why, newest first. */
export function LastChanges({ of, zone }: { of: string; zone: string }) {
  const { data, error } = useRead(people.changes, { id: of })
  return (
    <section className={css.changes} aria-labelledby="last-changes">
      <h3 id="last-changes">Last changes</h3>
      {error && !data ? (
        <FailedNote what="The last changes could not be loaded." failure={error} />
      ) : (
        <Loading busy={!data} skeleton={<Skeleton width="100%" height={40} />}>
          {data &&
            (data.changes.length === 0 ? (
              <p className="soft">None on record.</p>
            ) : (
              <ol>
                {data.changes.map((one, at) => (
                  <li key={`${one.at} ${at}`}>
                    <b>{changeWords(one.before, one.after).join(' · ')}</b>
                    <small>{saidOf(one, zone)}</small>
                    {one.reason && <small>{one.reason}</small>}
                  </li>
                ))}
              </ol>
            ))}
        </Loading>
      )}
    </section>
  )
}

function saidOf({ at, by, askedBy }: Change, zone: string): string {
  const { day, time } = dayAndTime(at, zone)
  return `${day} at ${time} · ${askedBy === null ? by : `${askedBy}, confirmed by ${by}`}`
}
