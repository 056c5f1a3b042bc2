import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { keptExtracts, type Run } from '../contract.ts'
import { MOST_TRIES } from '../schedule-rules.ts'
import css from './data-extract.module.css'

const states: Readonly<Record<Run['state'], readonly [words: string, tone: Tone]>> = {
  WAITING: ['Being made', 'blue'],
  WRITTEN: ['Being made', 'blue'],
  FINISHED: ['Delivered', 'green'],
  FAILED: ['Failed', 'red'],
}

/** The latest files of a schedule, newest first. */
export function Runs({ mc, scheduleId, name }: { mc: string; scheduleId: string; name: string }) {
  const { person } = useUser()
  const now = useNow()
  const asked = useRead(keptExtracts.runs, { mc, scheduleId })
  if (asked.error && !asked.data) return <NotLoaded small title="The runs could not be loaded" of={asked} />
  return (
    <Loading busy={!asked.data} skeleton={<Skeleton width="100%" height={80} />}>
      <ol className={css.runs} aria-label={`Runs of ${name}`}>
        {asked.data?.content.map((run) => {
          const [words, tone] =
            run.nextTryAt === null
              ? run.state === 'FINISHED' && run.rows === 0
                ? (['No rows match', 'neutral'] as const)
                : states[run.state]
              : ([`Retrying ${run.tries + 1} of ${MOST_TRIES}`, 'amber'] as const)
          const facts = [
            run.rows !== null && `${run.rows.toLocaleString('en-US')} ${run.rows === 1 ? 'row' : 'rows'}`,
            run.tries > 1 && `${run.tries} tries`,
            run.why?.replace(/\.$/, ''),
            run.nextTryAt && `Tried again ${whenWords(run.nextTryAt, person.timeZone, now)}`,
            run.supportId && `Support Id ${run.supportId}`,
          ].filter(Boolean)
          return (
            <li key={run.file}>
              <span>
                <time dateTime={run.dueAt} title={exactWords(run.dueAt, person.timeZone)}>
                  {whenWords(run.dueAt, person.timeZone, now)}
                </time>{' '}
                <small>
                  {run.file}
                  {facts.length > 0 && `. ${facts.join('. ')}`}
                </small>
              </span>
              <Badge tone={tone}>{words}</Badge>
            </li>
          )
        })}
      </ol>
    </Loading>
  )
}
