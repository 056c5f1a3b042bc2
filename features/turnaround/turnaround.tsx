import { useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { addDays, usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconPrint, iconTable } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { turnaround } from './contract.ts'
import { Definitions } from './definitions.tsx'
import { Groups } from './groups.tsx'
import { durationWords, keptShare, percentWords } from './in-words.ts'
import { listAddress, shownOf, turnaroundAddress, type Shown } from './list-address.ts'
import { mayGroupBy, opensLists } from './who-reads.ts'
import css from './turnaround.module.css'

const periods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const
const groupings = [
  { value: 'person', label: 'Person' },
  { value: 'team', label: 'Team' },
  { value: 'state', label: 'State' },
  { value: 'subCarrier', label: 'Program' },
  { value: 'week', label: 'Week' },
] as const
const hints: readonly Hint[] = [
  { keys: ['1'], does: '7 days' },
  { keys: ['2'], does: '30 days' },
  { keys: ['3'], does: '90 days' },
  { keys: ['4'], does: '1 year' },
  { keys: ['V'], does: 'Chart or table' },
  { keys: ['D'], does: 'Definitions' },
]

/** /turnaround: how the requests of a period were answered and how fast, for those who lead others, and of offices for those who read. */
export function Turnaround() {
  const { person } = useUser()
  const now = useNow()
  const [, navigate] = useLocation()
  const { days, by: wanted } = shownOf(useSearch())
  const offered = groupings.filter(({ value }) => mayGroupBy(person, value))
  const by = mayGroupBy(person, wanted) ? wanted : offered[0]!.value
  // The address has both: what a figure opens leads back to them.
  const show = (change: Partial<Shown>) => navigate(turnaroundAddress({ days, by, ...change }), { replace: true })
  const setDays = (chosen: Shown['days']) => show({ days: chosen })
  const [table, setTable] = useState(false)
  const rail = useRef<HTMLDivElement>(null)
  const to = dateIn(now, person.timeZone)
  const from = addDays(to, 1 - Number(days))
  const asked = useRead(turnaround.figures, { from, to, by }, { keepPrevious: true })
  const found = asked.data
  useKeys({
    1: () => setDays('7'),
    2: () => setDays('30'),
    3: () => setDays('90'),
    4: () => setDays('365'),
    v: () => setTable((shown) => !shown),
    d: () => rail.current?.querySelector('summary')?.focus(),
  })
  useHints(hints)
  return (
    <Page canvas>
      <div className={css.page}>
        <header className={css.head}>
          <PageTitle title="Turnaround" />
          <Segmented label="Period" options={periods} value={days} onChange={setDays} />
          <span className={css.span}>
            Received {usDate(from)} to {usDate(to)}
            {found && `, counted ${exactWords(found.asOf, person.timeZone)}`}
          </span>
          <Button tone="quiet" icon={iconTable} keys={['V']} aria-pressed={table} onClick={() => setTable(!table)}>
            {table ? 'Show chart' : 'Show table'}
          </Button>
          <Button tone="quiet" icon={iconPrint} onClick={() => print()}>
            Print
          </Button>
        </header>
        {asked.error && !found ? (
          <Card>
            <NotLoaded title="The figures could not be loaded" of={asked} />
          </Card>
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={320} />} loaded="Figures loaded.">
            {found && (
              <div className={css.columns}>
                <div className={css.main}>
                  <Headline of={found} />
                  <Card
                    title="Compare"
                    flush
                    acts={
                      <Segmented
                        label="Group by"
                        size="small"
                        options={offered}
                        value={by}
                        onChange={(chosen) => show({ by: chosen })}
                      />
                    }
                  >
                    {found.groups.length === 0 ? (
                      <State small kind="empty" title="Nothing came in during these days">
                        Choose a longer period.
                      </State>
                    ) : (
                      <Groups
                        of={found.groups}
                        total={found.total}
                        by={found.by}
                        bars={!table}
                        busy={asked.isFetching}
                        period={{ from: found.from, to: found.to }}
                      />
                    )}
                  </Card>
                </div>
                <div ref={rail}>
                  <Definitions of={found} />
                </div>
              </div>
            )}
          </Loading>
        )}
      </div>
    </Page>
  )
}

/** The four figures a supervisor looks at first. */
function Headline({ of: { total: of, from, to, by } }: { of: AnswerOf<typeof turnaround.figures> }) {
  const { person } = useUser()
  const tiles = [
    [
      'medianHours',
      'Median time to decision',
      durationWords(of.medianHours),
      `90th percentile ${durationWords(of.p90Hours)}`,
    ],
    ['lapsed', 'On time', percentWords(keptShare(of)), `${of.lapsed.toLocaleString('en-US')} missed`],
    ['decided', 'Decided', of.decided.toLocaleString('en-US'), `of ${of.received.toLocaleString('en-US')} received`],
    ['open', 'Still open', of.open.toLocaleString('en-US'), `${of.extended.toLocaleString('en-US')} extended`],
  ] as const
  return (
    <ul className={css.tiles}>
      {tiles.map(([counted, title, figure, more]) => (
        <li key={title}>
          <Card>
            <div className={css.tile}>
              <h2>{title}</h2>
              <b>{figure}</b>
              {opensLists(person) ? (
                <Link href={listAddress({ from, to, by, figure: counted, page: 0 })}>{more}</Link>
              ) : (
                <span>{more}</span>
              )}
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}
