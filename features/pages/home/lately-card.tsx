import { lastOfChange } from '#features/carrier-settings/change-words.ts'
import { carrierSettings } from '#features/carrier-settings/contract.ts'
import { flags } from '#features/flags/contract.ts'
import { people } from '#features/people/contract.ts'
import { latelyWords } from '#features/people/user-words.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import css from './home.module.css'

const SHOWN = 8

/** What administrators last did at the carrier: about users and to settings, newest first. */
export function LatelyCard() {
  const { person } = useUser()
  const now = useNow()
  const flag = useRead(flags.ofUser, { flagName: 'administration' })
  const off = flag.data?.variation !== true
  const users = useRead(people.lately, {}, { off })
  const settings = useRead(carrierSettings.changes, { page: 0, size: SHOWN })
  const lines = [
    ...(users.data?.entries ?? []).map((one) => ({ at: one.at, words: latelyWords(one), why: one.reason })),
    ...(settings.data?.content ?? []).map((one) => ({ ...lastOfChange(one), why: one.reason })),
  ]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, SHOWN)
  const parts = [
    ['Changes of users', users],
    ['Changes of settings', settings],
  ] as const
  const faults = parts.flatMap(([what, { error, data }]) => (error && !data ? [{ what, failure: error }] : []))
  const waits = settings.isPending || (!off && users.isPending)
  return (
    <Card title="Recent activity" flush>
      {faults.map(({ what, failure }) => (
        <FailedNote key={what} what={`${what} could not be loaded.`} failure={failure} />
      ))}
      <Loading busy={waits} skeleton={<Skeleton width="100%" height={160} />} loaded="Recent activity is loaded.">
        {lines.length === 0 && faults.length === 0 ? (
          <p className={css.calm}>No change of users or settings is on record.</p>
        ) : (
          <ol className={css.lately}>
            {lines.map(({ at, words, why }) => (
              <li key={`${at} ${words}`}>
                <time dateTime={at}>{whenWords(at, person.timeZone, now)}</time>
                <span>
                  {words}
                  {why && <small>{why}</small>}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Loading>
    </Card>
  )
}
