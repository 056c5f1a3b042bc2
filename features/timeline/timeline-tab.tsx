import { useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { history } from '#features/history/contract.ts'
import { ask } from '#platform/browser/call.ts'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconExport, iconPrint } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Loading } from '#platform/ui/list/loading.tsx'
import { makeFile } from '#platform/ui/list/make-file.ts'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { timeline } from './contract.ts'
import { kinds, type Kind } from './rules.ts'
import { PrescriptionCard, ToComeCard } from './prescription-cards.tsx'
import { SpentCard } from './spent-card.tsx'
import { ViewsInARow, TimelineEntry } from './timeline-entry.tsx'
import { byDay, kindLooks } from './timeline-words.ts'
import css from './timeline.module.css'

const hints: readonly Hint[] = [
  { keys: ['Alt', '1–8'], does: 'Show one kind' },
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['Enter'], does: 'Open' },
  { keys: ['?'], does: 'All' },
]
const requestHints: readonly Hint[] = [
  ...hints.slice(0, 3),
  { keys: ['X'], does: 'Export' },
  { keys: ['Esc'], does: 'Back to request' },
  { keys: ['?'], does: 'All' },
]

/** Moves the focus to the next or previous line, from the one that has it; false where there is none. */
function walk(list: HTMLElement | null, by: 1 | -1): boolean {
  const lines = [...(list?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].filter(
    (line) => line.checkVisibility?.() ?? true,
  )
  const at = lines.findIndex((line) => line.contains(document.activeElement))
  const to = lines[at < 0 ? (by > 0 ? 0 : -1) : at + by]
  to?.focus()
  return to !== undefined
}

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
] as const
type Order = (typeof orders)[number]['value']

/** What happened on the claim, or to the prescription `?request=` names, in one order. */
export function TimelineTab({ patient }: PatientTabProps) {
  const { person } = useUser()
  const [, navigate] = useLocation()
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
  // One kind alone; once more, all again.
  const showOnly = (kind: Kind) => () => {
    if (counts?.[kind]) setChosen(chosen.length === 1 && chosen[0] === kind ? [] : [kind])
  }
  const entries = useRef<HTMLDivElement>(null)
  const [exporting, setExporting] = useState(false)
  const exportLog = async () => {
    if (!authorizationId || exporting) return
    setExporting(true)
    await makeFile(
      (signal) => ask(history.export, { stratusAuthId: authorizationId, timeZone: person.timeZone }, { signal }),
      'The event log of the request.',
      new AbortController().signal,
    )
    setExporting(false)
  }
  useKeys({
    ...Object.fromEntries(kinds.map((kind, at) => [`alt+${at + 1}`, showOnly(kind)])),
    j: () => walk(entries.current, 1),
    k: () => walk(entries.current, -1),
    ...(authorizationId && {
      x: () => void exportLog(),
      Escape: () => navigate(requestPath(authorizationId)),
    }),
  })
  useHints(authorizationId ? requestHints : hints)
  const toggle = (kind: Kind) =>
    setChosen(chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind])
  if (asked.error && !first) return <NotLoaded title="The timeline could not be loaded" of={asked} />
  const whole = (
    <Card
      title="Timeline"
      sub={total || undefined}
      flush
      acts={
        <>
          {authorizationId && (
            <Button
              size="small"
              icon={iconExport}
              keys={['X']}
              busy={exporting}
              busyLabel="Exporting"
              onClick={() => void exportLog()}
            >
              Export
            </Button>
          )}
          <IconButton icon={iconPrint} label="Print what is shown" onClick={() => print()} />
        </>
      }
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
          {counts &&
            kinds.map((kind) => (
              <ToggleChip
                key={kind}
                label={`${kindLooks[kind].many} ${counts[kind]}`}
                on={chosen.includes(kind)}
                disabled={counts[kind] === 0}
                onChange={() => toggle(kind)}
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
        <div ref={entries}>
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
        </div>
        {asked.hasNextPage && (
          <div className={css.more}>
            <Button
              size="small"
              busy={asked.isFetchingNextPage}
              busyLabel="Loading"
              onClick={() => asked.fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        )}
      </Loading>
    </Card>
  )
  if (!first?.spent) return whole
  return (
    <div className={css.withRail}>
      {whole}
      <div className={css.rail}>
        <SpentCard spent={first.spent} />
        {first.prescription && <PrescriptionCard of={first.prescription} />}
        <ToComeCard of={first.toCome} />
      </div>
    </div>
  )
}
