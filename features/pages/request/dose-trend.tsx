import { Suspense, useState } from 'react'
import { lazyExtra } from '#platform/browser/load-part.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { cx } from '#platform/ui/cx.ts'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { iconPulse, iconTable } from '#platform/ui/display/icons.ts'
import { Table } from '#platform/ui/list/table.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import css from './dose-trend.module.css'
import { figure } from '#features/authorizations/figures.ts'
import { monthAndYear, monthWords } from '#features/authorizations/in-words.ts'

const ExplainTerm = lazyExtra(() => import('../help/explain.tsx').then((it) => it.ExplainTerm))

type DoseTrendProps = { mme: NonNullable<AuthDetail['mme']>; trend: AuthDetail['mmeTrend'] }

/** Guidance asks for care from this daily dose on (CDC 2022). */
const caution = 50
const mostMonths = 6

type Bar = { key: string; label: string; inTable: string; value: number; look: 'past' | 'now' | 'asked' }

/** The bars of the chart: the last months with a dose, the latest marked, and the requested dose. */
function doseBars(trend: AuthDetail['mmeTrend'], after: number): Bar[] {
  const past = trend.slice(-mostMonths).map((month, index, all): Bar => ({
    key: month.month,
    label: monthWords(month.month),
    inTable: monthAndYear(month.month),
    value: month.mme,
    look: index === all.length - 1 ? 'now' : 'past',
  }))
  return [...past, { key: 'asked', label: 'Asked', inTable: 'Asked for', value: after, look: 'asked' }]
}

/** The opioid dose month by month beside the requested one, as a chart and as a table. */
export function DoseTrend({ mme, trend }: DoseTrendProps) {
  const [asTable, setAsTable] = useState(false)
  const bars = doseBars(trend, mme.after)
  const top = Math.max(caution, mme.limit, ...bars.map((bar) => bar.value)) * 1.1
  const share = (value: number) => `${(value / top) * 100}%`
  const near = Math.abs(mme.limit - caution) / top < 0.12
  return (
    <Card
      title="Opioid dose trend"
      sub="MME a day"
      acts={
        <span className="screen-only">
          <Suspense fallback={null}>
            <ExplainTerm
              term="MME"
              own={`This request: ${figure(mme.after)} MME a day. Plan limit ${figure(mme.limit)}.`}
            />
          </Suspense>
          <IconButton
            size="small"
            icon={asTable ? iconPulse : iconTable}
            label={asTable ? 'Show as chart' : 'Show as table'}
            onClick={() => setAsTable(!asTable)}
          />
        </span>
      }
    >
      {asTable ? (
        <div className={css.shown} role="region" aria-label="Opioid dose, MME a day" tabIndex={0}>
          <DoseTable bars={bars} mme={mme} />
        </div>
      ) : (
        <figure aria-label="Opioid dose by month in MME a day">
          <div className={css.chart} aria-hidden="true">
            <div className={css.plot}>
              {mme.limit !== caution && (
                <span
                  className={cx(css.line, near && mme.limit > caution && css.below)}
                  style={{ bottom: share(caution) }}
                >
                  <em>{caution} caution</em>
                </span>
              )}
              <span
                className={cx(css.line, css.limit, near && mme.limit < caution && css.below)}
                style={{ bottom: share(mme.limit) }}
              >
                <em>{figure(mme.limit)} plan limit</em>
              </span>
              <div className={css.bars}>
                {bars.map((bar) => (
                  <div key={bar.key} className={cx(css.bar, bar.look !== 'past' && css[bar.look])}>
                    <i style={{ height: share(bar.value) }}>
                      <b>{figure(bar.value)}</b>
                    </i>
                  </div>
                ))}
              </div>
            </div>
            <div className={css.months}>
              {bars.map((bar) => (
                <span key={bar.key} className={bar.look === 'asked' ? css.askedMonth : undefined}>
                  {bar.label}
                </span>
              ))}
            </div>
          </div>
          <div className="sr-only">
            <DoseTable bars={bars} mme={mme} />
          </div>
        </figure>
      )}
    </Card>
  )
}

function DoseTable({ bars, mme }: { bars: readonly Bar[]; mme: DoseTrendProps['mme'] }) {
  return (
    <>
      <Table caption="Opioid dose, MME a day">
        <TableHead>
          <HeadCell>Month</HeadCell>
          <HeadCell end>MME a day</HeadCell>
        </TableHead>
        <TableBody>
          {bars.map((bar) => (
            <Row key={bar.key}>
              <Cell head>{bar.inTable}</Cell>
              <Cell end>{figure(bar.value)}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      <p className={css.note}>
        Plan limit {figure(mme.limit)}. Caution is advised from {caution}.{' '}
        {mme.items.map((item) => `${item.drug}: ${item.arithmetic}`).join('. ')}
      </p>
    </>
  )
}
