import { useState } from 'react'
import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { monitoring } from './contract.ts'
import { pageName, usePeriods } from './rules.ts'
import { feltAs, type Felt } from './waits.ts'
import css from './page-use.module.css'

type Use = AnswerOf<typeof monitoring.pageUse>

const periods = usePeriods.map((days) => ({ value: String(days), label: `${days} days` }))
const tones: Readonly<Record<ReturnType<typeof feltAs>, readonly [words: string, tone: Tone]>> = {
  good: ['Quick', 'green'],
  fair: ['Fair', 'amber'],
  slow: ['Slow', 'red'],
}

/** /accounts/usage: how often the pages are opened and how long their users wait, for account managers. */
export function PageUse() {
  const [days, setDays] = useState('30')
  const asked = useRead(monitoring.pageUse, { days: Number(days) }, { keepPrevious: true })
  return (
    <Page canvas>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle title="Page use" />
          <p>
            Pages opened by users of the carrier, and how long they wait. Totals only: no user and no patient is named.
          </p>
        </div>
        <div>
          <Segmented label="Period" value={days} options={periods} onChange={setDays} />
        </div>
        {asked.error && !asked.data ? (
          <NotLoaded title="Page use could not be loaded" of={asked} />
        ) : (
          <Loading busy={!asked.data} skeleton={<Skeleton width="100%" height={320} />} loaded="Page use loaded.">
            {asked.data && <Shown of={asked.data} busy={asked.isFetching} />}
          </Loading>
        )}
      </div>
    </Page>
  )
}

function Shown({ of, busy }: { of: Use; busy: boolean }) {
  if (of.pages.length === 0)
    return (
      <Card flush>
        <State small kind="empty" title="Nothing was counted yet">
          Pages that users open are counted from now on.
        </State>
      </Card>
    )
  const most = Math.max(...of.days.map(({ opened }) => opened), 1)
  return (
    <>
      <Card flush title="Screens" sub="slowest first">
        <Table caption="Screens" cards="labels" busy={busy}>
          <TableHead>
            <HeadCell>Screen</HeadCell>
            <HeadCell end>Opened</HeadCell>
            <HeadCell end>Actions</HeadCell>
            <HeadCell end>By keyboard</HeadCell>
            <HeadCell end>Painted after</HeadCell>
            <HeadCell end>Answers within</HeadCell>
          </TableHead>
          <TableBody>
            {of.pages.map(({ page, opened, acted, keyed, lcp, inp }) => (
              <Row key={page}>
                <Cell head>{pageName(page)}</Cell>
                <Cell label="Opened" end>
                  {opened.toLocaleString('en-US')}
                </Cell>
                <Cell label="Actions" end>
                  {acted.toLocaleString('en-US')}
                </Cell>
                <Cell label="By keyboard" end>
                  {acted === 0 ? <span className="muted">None</span> : `${Math.round((keyed / acted) * 100)}%`}
                </Cell>
                <Cell label="Painted after" end>
                  <Wait what="page.lcp" ms={lcp} />
                </Cell>
                <Cell label="Answers within" end>
                  <Wait what="page.inp" ms={inp} />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
        <p className={css.note}>
          Actions: what was pressed in a page. Three of four users waited no longer. Painted: the largest part of a page
          a tab was opened with (LCP). Answers: the slowest one to a click or key in a visit (INP).
        </p>
      </Card>
      <Card flush title="By day">
        <ol className={css.days} aria-label="Pages opened by day">
          {of.days.map(({ day, opened, acted }) => (
            <li key={day}>
              <span>{usDate(day)}</span>
              <span className={css.bar} style={{ inlineSize: `${(opened / most) * 100}%` }} aria-hidden="true" />
              <span>
                {opened.toLocaleString('en-US')} opened, {acted.toLocaleString('en-US')} actions
              </span>
            </li>
          ))}
        </ol>
      </Card>
    </>
  )
}

function Wait({ what, ms }: { what: Felt; ms: number | null }) {
  if (ms === null) return <span className="muted">Not measured</span>
  const [words, tone] = tones[feltAs(what, ms)]
  return (
    <span>
      {ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`} <Badge tone={tone}>{words}</Badge>
    </span>
  )
}
