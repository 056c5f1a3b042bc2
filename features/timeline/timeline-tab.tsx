import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconPrint } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { timeline } from './contract.ts'
import { kinds, type Kind } from './rules.ts'
import { ViewsInARow, TimelineEntry } from './timeline-entry.tsx'
import { byDay, kindLooks } from './timeline-words.ts'
import css from './timeline.module.css'

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
] as const
type Order = (typeof orders)[number]['value']

/** What happened on the claim, or to the prescription `?request=` names, in one order. */
export function TimelineTab({ patient }: PatientTabProps) {
  const { person } = useUser()
  const authorizationId = new URLSearchParams(useSearch()).get('request') ?? undefined
  const [order, setOrder] = useState<Order>('newest')
  const [chosen, setChosen] = useState<readonly Kind[]>([])
  const asked = useCursor(
    timeline.ofClaim,
    {
      claimId: patient.claimId,
      order,
      size: 50,
      ...(authorizationId && { authorizationId }),
      ...(chosen.length > 0 && { kinds: [...chosen] }),
    },
    ({ next }) => (next === null ? undefined : { after: next }),
  )
  const [counts, setCounts] = useState<Readonly<Record<Kind, number>>>()
  const [first] = asked.data ?? []
  // The counts stay while a filter loads.
  if (first && first.counts !== counts) setCounts(first.counts)
  const days = byDay(asked.data?.flatMap(({ entries }) => entries) ?? [], (at) =>
    dateIn(Date.parse(at), person.timeZone),
  )
  const total = counts && kinds.reduce((sum, kind) => sum + counts[kind], 0)
  if (asked.error && !first)
    return (
      <ErrorState
        title="The timeline could not be loaded"
        safe="Nothing was changed."
        text={asked.error.message}
        supportId={asked.error.supportId}
        onRetry={() => void asked.refetch()}
        retrying={asked.isFetching}
      />
    )
  return (
    <Card
      title="Timeline"
      sub={total || undefined}
      flush
      acts={<IconButton icon={iconPrint} label="Print what is shown" onClick={() => print()} />}
    >
      {first?.request && authorizationId && (
        <Note tone="blue">
          {first.request.drugName}, request{' '}
          <Link href={requestPath(authorizationId)}>{first.request.referenceNumber}</Link>: this prescription alone.{' '}
          <Link href={patientAddress(patient, 'timeline')}>Show the whole claim</Link>
        </Note>
      )}
      <div className={css.filters}>
        <div className={css.chips} role="group" aria-label="Kinds">
          {kinds
            .filter((kind) => (counts?.[kind] ?? 0) > 0)
            .map((kind) => (
              <ToggleChip
                key={kind}
                label={`${kindLooks[kind].many} ${counts![kind]}`}
                on={chosen.includes(kind)}
                onChange={(on) => setChosen(on ? [...chosen, kind] : chosen.filter((one) => one !== kind))}
              />
            ))}
        </div>
        <Segmented label="Order" size="small" options={orders} value={order} onChange={setOrder} />
      </div>
      <Loading busy={!first} skeleton={<Skeleton width="100%" height={240} />}>
        {days.length === 0 && (
          <State
            small
            kind={chosen.length > 0 ? 'noMatch' : 'empty'}
            title={chosen.length > 0 ? 'Nothing of these kinds' : 'Nothing has happened yet'}
          >
            Submissions, decisions, letters, calls, messages, fills and notes appear here.
          </State>
        )}
        {days.map(({ day, items }) => (
          <section key={day} className={css.day} aria-label={dayWords(day)}>
            <h3>{dayWords(day)}</h3>
            <ol className={css.entries}>
              {items.map(({ id, entries }) =>
                entries.length > 1 ? (
                  <ViewsInARow key={id} {...{ entries, patient }} zone={person.timeZone} />
                ) : (
                  <TimelineEntry key={id} entry={entries[0]!} patient={patient} zone={person.timeZone} />
                ),
              )}
            </ol>
          </section>
        ))}
        {asked.hasNextPage && (
          <div className={css.more}>
            <Button
              size="small"
              busy={asked.isFetchingNextPage}
              busyLabel="Loading"
              onClick={() => void asked.fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        )}
      </Loading>
    </Card>
  )
}
