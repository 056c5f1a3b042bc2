import { Suspense, useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { daysBetween, usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Dot } from '#platform/ui/display/dot.tsx'
import { iconClock } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { claimFacts, type Change, type Injury, type WaitingChange } from './contract.ts'
import css from './claim-facts.module.css'

type Answer = AnswerOf<typeof claimFacts.of>
const HoldChange = lazyPart(() => import('./hold-change.tsx').then((it) => it.HoldChange))
const ChangeFact = lazyPart(() => import('./change-fact.tsx').then((it) => it.ChangeFact))

const tones = { ACCEPTED: 'green', PENDING: 'amber', DENIED: 'red' } as const
const toneOf = (value: string) => tones[value as keyof typeof tones] ?? 'neutral'
/** Changes shown before the rest is asked for. */
const FIRST = 5

const everyTab: readonly Hint[] = [
  { keys: ['1–9'], does: 'Tabs' },
  { keys: ['N'], does: 'Add note' },
  { keys: ['Esc'], does: 'Back' },
]
const toChange: readonly Hint[] = [{ keys: ['E'], does: 'Change a fact' }, ...everyTab]
const toHold: readonly Hint[] = [toChange[0]!, { keys: ['H'], does: 'Hold the change' }, ...everyTab]
/** Keys of a user who may change a fact, once that is known. */
function EditorKeys({ holds }: { holds: boolean }) {
  useHints(holds ? toHold : toChange)
  return null
}

/** What the claim is, from when and who said so; what waits; every change of it. */
export function ClaimFacts({ patient }: PatientTabProps) {
  const { claimId } = patient
  const [changing, setChanging] = useState(false)
  const [holding, setHolding] = useState<string | null>(null)
  const asked = useRead(claimFacts.of, { claimId })
  const { data, error } = asked
  const may = data !== undefined && data.whyNotChange === null
  const canHold = may ? data.waiting.filter(holdable) : []
  const first = canHold[0]?.factId
  useKeys({
    ...(may && { e: () => setChanging(true) }),
    ...(first !== undefined && { h: () => setHolding(first) }),
  })
  const held = canHold.find(({ factId }) => factId === holding)
  if (error && !data)
    return (
      <ErrorState
        title="The facts of this claim could not be loaded"
        safe="Nothing was changed."
        text={error.message}
        supportId={error.supportId}
        onRetry={() => void asked.refetch()}
        retrying={asked.isFetching}
      />
    )
  return (
    <Loading busy={!data} skeleton={<Skeleton width="100%" height={240} />}>
      {data && (
        <div className={css.page}>
          {may && <EditorKeys holds={first !== undefined} />}
          <div className={css.column}>
            {data.waiting.map((one) => (
              <Waiting
                key={one.factId}
                of={one}
                today={data.today}
                openRequests={data.openRequests}
                onHold={canHold.includes(one) ? () => setHolding(one.factId) : undefined}
                first={one.factId === first}
              />
            ))}
            <Injuries of={data.injuries} />
            <History of={data.history} today={data.today} />
          </div>
          <div className={css.column}>
            <ClaimCard of={data} onChange={may ? () => setChanging(true) : undefined} />
            <Prescribers of={data} />
            <Events of={data} />
          </div>
        </div>
      )}
      <Suspense fallback={null}>
        {changing && data && <ChangeFact facts={data} onClose={() => setChanging(false)} />}
        {held && data && (
          <HoldChange change={held} version={data.version} today={data.today} onClose={() => setHolding(null)} />
        )}
      </Suspense>
    </Loading>
  )
}

/** Whether this user may ask for a hold of a change, or agree to one. */
const holdable = ({ hold, kind }: WaitingChange): boolean =>
  hold === null ? ['COMPENSABILITY', 'STATUS', 'DIAGNOSIS', 'PART'].includes(kind) : hold.mayAgree

type Resting = WaitingChange['approvals'][number]
const fillsLeft = ({ fillsLeft: left }: Resting): string =>
  left === null ? '' : `, ${left} ${left === 1 ? 'fill' : 'fills'} left`

/** Approvals that end with a change, or that somebody has to look at then. */
function Approvals({ of, ends }: { of: readonly Resting[]; ends: boolean }) {
  const own = of.filter((one) => one.ends === ends)
  if (own.length === 0) return null
  const many = own.length > 1
  const what = `${own.length} prior ${many ? 'authorizations' : 'authorization'}`
  return (
    <p>
      {ends
        ? `${what} ${many ? 'end' : 'ends'} with it: `
        : `${what} ${many ? 'stay' : 'stays'} in force, for you to look at: `}
      {own.map((one) => `${one.drugName}${fillsLeft(one)}`).join('; ')}
    </p>
  )
}

type WaitingProps = {
  of: WaitingChange
  today: string
  openRequests: number
  onHold: (() => void) | undefined
  /** The key H is for this one. */
  first: boolean
}
function Waiting({ of, today, openRequests, onHold, first }: WaitingProps) {
  const { person } = useUser()
  const days = daysBetween(today, of.from)
  return (
    <section className={css.waits} aria-label={`Change waiting: ${of.about}`}>
      <Tile size="small" icon={iconClock} tone="amber" />
      <h2>
        Change waiting: {of.about}, {of.after.toLowerCase()} from {usDate(of.from)}
      </h2>
      <Badge tone="amber" className={css.when ?? ''}>
        {days === 1 ? 'tomorrow' : `in ${days} days`}
      </Badge>
      <p>
        {of.by}, {exactWords(of.at, person.timeZone)}. {of.reason && `${of.reason}. `}
        {openRequests === 0
          ? 'No request is open on this claim.'
          : `${openRequests} open ${openRequests === 1 ? 'request is' : 'requests are'} decided again by the rules on that day.`}
      </p>
      <Approvals of={of.approvals} ends />
      <Approvals of={of.approvals} ends={false} />
      {of.hold && (
        <p>
          {of.hold.by} asked to hold it until {usDate(of.hold.until)}: {of.hold.reason}. It is held when a second person
          agrees.
        </p>
      )}
      {onHold && (
        <div className={css.acts}>
          <Button size="small" onClick={onHold} {...(first && { keys: ['H'] })}>
            {of.hold ? 'Agree to the hold' : 'Hold the change'}
          </Button>
        </div>
      )}
    </section>
  )
}

function Injuries({ of }: { of: readonly Injury[] }) {
  return (
    <Card title="Accepted injuries" sub="what a prescription may be for" flush>
      <Table caption="Accepted injuries" cards="labels">
        <TableHead>
          <HeadCell>Body part, diagnosis</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell>Since</HeadCell>
          <HeadCell>From</HeadCell>
        </TableHead>
        <TableBody>
          {of.map((one) => (
            <Row key={`${one.kind} ${one.subject}`} className={one.until ? css.waiting : undefined}>
              <Cell head label="Body part, diagnosis" second={one.kind === 'DIAGNOSIS' ? one.subject : undefined}>
                {one.name}
              </Cell>
              <Cell label="Status">
                <Dot tone={one.until ? 'amber' : toneOf(one.value)}>
                  {one.until ? `${one.valueName} to ${usDate(one.until)}` : one.valueName}
                </Dot>
              </Cell>
              <Cell label="Since">{one.since ? usDate(one.since) : <span className="muted">Not on file</span>}</Cell>
              <Cell label="From">{one.by}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

function History({ of, today }: { of: readonly Change[]; today: string }) {
  const { person } = useUser()
  const [all, setAll] = useState(false)
  const rows = all ? of : of.slice(0, FIRST)
  return (
    <Card
      title="History"
      sub="newest first"
      acts={
        of.length > FIRST &&
        !all && (
          <Button tone="quiet" size="small" onClick={() => setAll(true)}>
            All {of.length}
          </Button>
        )
      }
      flush
    >
      {of.length === 0 ? (
        <p style={{ padding: '0 16px 12px' }} className="muted">
          Nothing changed since the claim was set up.
        </p>
      ) : (
        <Table caption="History of the facts" cards="labels">
          <TableHead>
            <HeadCell>Fact</HeadCell>
            <HeadCell>Change</HeadCell>
            <HeadCell>Takes effect</HeadCell>
            <HeadCell>By whom, when</HeadCell>
          </TableHead>
          <TableBody>
            {rows.map((one) => (
              <Row key={one.factId} className={one.from > today ? css.waiting : undefined}>
                <Cell head label="Fact">
                  {one.about}
                </Cell>
                <Cell label="Change">
                  <div>
                    {one.before} → {one.after}
                    {one.reason && <span className={css.small}>{one.reason}</span>}
                  </div>
                </Cell>
                <Cell label="Takes effect">{usDate(one.from)}</Cell>
                <Cell label="By whom, when">
                  {one.by}, {exactWords(one.at, person.timeZone)}
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}

function ClaimCard({ of: { claim, whyNotChange }, onChange }: { of: Answer; onChange: (() => void) | undefined }) {
  return (
    <Card
      title="Claim"
      acts={
        onChange && (
          <Button size="small" keys={['E']} onClick={onChange}>
            Change a fact
          </Button>
        )
      }
    >
      <Facts
        of={[
          [
            'Status',
            <>
              <b>
                {claim.diedOn
                  ? `Died ${usDate(claim.diedOn)}`
                  : `${claim.statusName}, ${claim.compensabilityName.toLowerCase()}`}
              </b>{' '}
              {claim.since && <span className="muted">since {usDate(claim.since)}</span>}
            </>,
          ],
          ['Injured', usDate(claim.doi)],
          ['State', claim.jurisState],
          ['Closed', claim.closedOn ? usDate(claim.closedOn) : 'No'],
          ['Employer', claim.employer],
          ['Owner', claim.owner],
        ]}
      />
      {whyNotChange && <p className={css.small}>{whyNotChange.message}</p>}
    </Card>
  )
}

function Prescribers({ of: { providers, today } }: { of: Answer }) {
  const now = providers.filter(({ to }) => to === null || to >= today)
  return (
    <Card title="Allowed prescribers" sub={now.length || undefined}>
      {providers.length === 0 ? (
        <p className="muted">The claim names none: any licensed prescriber is allowed.</p>
      ) : (
        <ul className={css.people}>
          {providers.map((one) => (
            <li key={`${one.npi} ${one.from}`}>
              <b>{one.name}</b>
              <span className={css.small}>
                {[one.specialty, `${one.to ? `${usDate(one.from)} to ${usDate(one.to)}` : `since ${usDate(one.from)}`}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Events({ of: { surgeries, claim, history, today } }: { of: Answer }) {
  const settled = history.find(
    ({ kind, after, from }) => kind === 'COMPENSABILITY' && after === 'Settled' && from <= today,
  )
  const events: [day: string, words: string][] = [
    ...surgeries.map((day): [string, string] => [day, 'Surgery']),
    ...(settled ? [[settled.from, 'Settlement'] as [string, string]] : []),
    ...(claim.diedOn ? [[claim.diedOn, 'Death'] as [string, string]] : []),
  ]
  const none = ['Surgery', 'Settlement', 'Death'].filter((word) => !events.some(([, words]) => words === word))
  return (
    <Card title="Events">
      <ol className={css.events}>
        {events
          .toSorted(([a], [b]) => (a < b ? 1 : -1))
          .map(([day, words]) => (
            <li key={`${day} ${words}`}>
              <time dateTime={day}>{usDate(day)}</time>
              <span>{words}</span>
            </li>
          ))}
        {none.length > 0 && (
          <li>
            <span className="muted">Not on file</span>
            <span>{none.join(', ')}</span>
          </li>
        )}
      </ol>
    </Card>
  )
}
