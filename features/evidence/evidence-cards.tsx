import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { patientAddress, type ClaimPlace } from '#features/claims/patient-address.ts'
import { figure, money } from '#features/authorizations/figures.ts'
import { scheduleWords } from '#features/authorizations/in-words.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Dot } from '#platform/ui/display/dot.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { evidence, type ChartEntry, type Ingredient, type Medicine } from './contract.ts'
import css from './evidence.module.css'

type Answer = AnswerOf<typeof evidence.of>
type EvidenceProps = { authorizationId: string; patient: ClaimPlace; state: string; zone: string }

const LogLook = lazyPart(() => import('./dialogs.tsx').then((it) => it.LogLook))
const AddToChart = lazyPart(() => import('./dialogs.tsx').then((it) => it.AddToChart))

/** What a request is decided from besides its figures: medicines, chart, monitoring report. */
export function EvidenceCards({ authorizationId, patient, state, zone }: EvidenceProps) {
  const { data, error, refetch, isFetching } = useRead(evidence.of, { authorizationId })
  const [dialog, setDialog] = useState<'look' | 'chart'>()
  useKeys(data?.whyNotLook === null ? { m: () => setDialog('look') } : {})
  if (error && !data)
    return (
      <Card title="Current medicines">
        <ErrorState
          small
          title="The evidence could not be loaded"
          safe="Nothing was changed."
          text={error.message}
          supportId={error.supportId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    )
  if (!data) return <Skeleton width="100%" height={180} />
  return (
    <>
      <div className={css.two}>
        <div className={css.column}>
          <Chart {...{ authorizationId }} of={data} onAdd={() => setDialog('chart')} />
          <Monitoring of={data} state={state} zone={zone} onLog={() => setDialog('look')} />
        </div>
        <Medicines of={data.medicines} patient={patient} />
      </div>
      <Suspense fallback={null}>
        {dialog === 'look' && <LogLook {...{ authorizationId, state }} onClose={() => setDialog(undefined)} />}
        {dialog === 'chart' && <AddToChart {...{ authorizationId }} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  )
}

/** What a compound is made of; nothing of another product. */
export function CompoundCard({ authorizationId }: { authorizationId: string }) {
  const { data } = useRead(evidence.of, { authorizationId })
  return data && data.ingredients.length > 0 ? <Ingredients of={data} /> : null
}

const covered: Readonly<Record<Ingredient['covered'], { words: string; tone: 'green' | 'amber' | 'red' | 'neutral' }>> =
  {
    COVERED: { words: 'Covered', tone: 'green' },
    APPROVAL: { words: 'Needs approval', tone: 'amber' },
    NOT_COVERED: { words: 'Not covered', tone: 'red' },
    WITH_DRUG: { words: 'Paid with the drug', tone: 'neutral' },
    UNKNOWN: { words: 'Not on file', tone: 'amber' },
  }
const amount = (of: number, unit: string): string => `${figure(of)}${unit ? ` ${unit.toLowerCase()}` : ''}`

function Ingredients({ of: { ingredients, fee, billed, billedBefore } }: { of: Answer }) {
  const uncovered = ingredients
    .filter((one) => one.covered === 'NOT_COVERED')
    .reduce((sum, { share }) => sum + (share ?? 0), 0)
  return (
    <Card
      title="Ingredients"
      sub={
        uncovered > 0
          ? `${uncovered}% of the price is for what this plan does not cover`
          : `${ingredients.length} in this compound`
      }
      flush
    >
      <Table caption="Ingredients of the compound" cards="labels">
        <TableHead>
          <HeadCell>Ingredient</HeadCell>
          <HeadCell>NDC</HeadCell>
          <HeadCell end>In each</HeadCell>
          <HeadCell end>In all</HeadCell>
          <HeadCell end>Price</HeadCell>
          <HeadCell end>Of the price</HeadCell>
          <HeadCell>Covered?</HeadCell>
        </TableHead>
        <TableBody>
          {ingredients.map((one) => (
            <Row key={one.ndc}>
              <Cell head label="Ingredient">
                <span>
                  {one.name}{' '}
                  {one.schedule && (
                    <Badge tone="red">
                      {scheduleWords(one.schedule)}
                      {one.opioid ? ', opioid' : ''}
                    </Badge>
                  )}
                </span>
              </Cell>
              <Cell label="NDC">{one.ndc}</Cell>
              <Cell end label="In each">
                {amount(one.each, one.unit)}
              </Cell>
              <Cell end label="In all">
                {amount(one.quantity, one.unit)}
              </Cell>
              <Cell end label="Price">
                {one.price === null ? 'Not sent' : money(one.price)}
              </Cell>
              <Cell end label="Of the price">
                {one.share === null ? 'Not sent' : `${one.share}%`}
              </Cell>
              <Cell label="Covered?">
                <Dot tone={covered[one.covered].tone}>{covered[one.covered].words}</Dot>
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      <p className={css.foot}>
        {fee !== null && <span>Fee {money(fee)}</span>}
        {billed !== null && (
          <span>
            Billed <b>{money(billed)}</b>
          </span>
        )}
        {billedBefore !== null && billedBefore !== billed && <span className="muted">was {money(billedBefore)}</span>}
      </p>
    </Card>
  )
}

function Medicines({ of, patient }: { of: readonly Medicine[]; patient: ClaimPlace }) {
  return (
    <Card
      title="Current medicines"
      sub={of.length > 0 ? `${of.length} active on the day of service` : undefined}
      acts={<Link href={patientAddress(patient, 'medications')}>Timeline</Link>}
      flush
    >
      {of.length === 0 ? (
        <p className={css.none}>No supply of another drug is on file for that day.</p>
      ) : (
        <Table caption="Current medicines" cards="labels">
          <TableHead>
            <HeadCell>Drug, strength</HeadCell>
            <HeadCell>Directions</HeadCell>
            <HeadCell>Filled</HeadCell>
            <HeadCell>Lasts to</HeadCell>
            <HeadCell>Prescriber</HeadCell>
          </TableHead>
          <TableBody>
            {of.map((one, at) => (
              <Row key={`${one.name} ${one.strength} ${at}`}>
                <Cell head label="Drug, strength" second={one.strength}>
                  <span className={one.risk ? css.risk : undefined}>{one.name}</span>
                </Cell>
                <Cell label="Directions">{one.directions ?? <span className="muted">Not sent</span>}</Cell>
                <Cell label="Filled" second={one.otherClaim ? `Claim ${one.otherClaim}` : undefined}>
                  {usDate(one.filledOn)}
                </Cell>
                <Cell label="Lasts to">{usDate(one.lastsTo)}</Cell>
                <Cell label="Prescriber" second={one.specialty || undefined}>
                  {one.prescriber}
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}

const kinds: Readonly<Record<ChartEntry['kind'], string>> = {
  ALLERGY: 'Allergies',
  KIDNEY: 'Kidney',
  LIVER: 'Liver',
  WEIGHT: 'Weight',
}

function Chart({ authorizationId, of, onAdd }: { authorizationId: string; of: Answer; onAdd: () => void }) {
  const act = useAct(evidence.chart)
  const may = of.whyNotChart === null
  const entries = (kind: ChartEntry['kind']) => {
    // Of a test the last one counts; allergies all do.
    const own = of.chart.filter((one) => one.kind === kind)
    return kind === 'ALLERGY' ? own : own.slice(0, 1)
  }
  return (
    <Card
      title="On the chart"
      acts={
        may && (
          <Button tone="quiet" size="small" onClick={onAdd} aria-label="Add to the chart">
            Add
          </Button>
        )
      }
    >
      <Facts
        of={(Object.entries(kinds) as [ChartEntry['kind'], string][]).map(([kind, label]) => [
          label,
          entries(kind).length === 0 ? null : (
            <ul className={css.entries}>
              {entries(kind).map((one) => (
                <li key={one.entryId}>
                  <b>{one.text}</b>
                  <span className="muted">
                    {usDate(one.seenOn)}, {one.by}
                  </span>
                  {may && (
                    <Button
                      tone="quiet"
                      size="small"
                      aria-label={`End: ${one.text}`}
                      onClick={() => act.mutate({ authorizationId, endId: one.entryId })}
                    >
                      End
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          ),
        ])}
      />
    </Card>
  )
}

function Monitoring({ of, state, zone, onLog }: { of: Answer; state: string; zone: string; onLog: () => void }) {
  return (
    <Card
      title={`${state} monitoring report`}
      acts={
        of.whyNotLook === null && (
          <Button tone="quiet" size="small" keys={['M']} onClick={onLog}>
            Log a look
          </Button>
        )
      }
    >
      {of.looks.length === 0 ? (
        <p className="muted">Nobody has looked for this claim.</p>
      ) : (
        <ul className={css.looks}>
          {of.looks.map((look) => (
            <li key={look.at}>
              <b>{look.mine ? 'You looked' : look.byName ? `${look.byName} looked` : 'A pharmacist looked'}</b>{' '}
              {exactWords(look.at, zone)}
              {look.months !== null && `, ${look.months} ${look.months === 1 ? 'month' : 'months'} back`}
              {look.note !== null && <p>{look.note || 'Nothing to note.'}</p>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
