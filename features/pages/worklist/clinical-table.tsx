import { useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { money, shortName } from '#features/authorizations/figures.ts'
import { requestPath } from '#features/authorizations/queue.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import type { Queue } from '#features/worklist/queues.ts'
import type { SortKey } from '#features/worklist/rules.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconCheck } from '#platform/ui/display/icons.ts'
import { Timer } from '#platform/ui/display/timer.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { limitWords } from './answer-words.ts'
import { ClinicalActs } from './clinical-acts.tsx'
import type { RequestTableProps } from './request-table.tsx'
import { AtCounter, Escalated } from './row-marks.tsx'
import { queueTimer } from './queue-clock.ts'
import { amountWords, claimantName, spanWords } from './row-words.ts'
import own from './clinical-table.module.css'
import css from './worklist.module.css'
import { patientWord } from '#features/settings/patient-word.ts'

const hints: readonly Hint[] = [
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['Enter'], does: 'Review' },
  { keys: ['T'], does: 'Take' },
  { keys: ['Q'], does: 'Ask the adjuster' },
  { keys: ['P'], does: 'Record a prescriber call' },
  { keys: ['?'], does: 'All' },
]
const withoutCalls = hints.filter(({ does }) => !does.includes('call'))
const ofSecond: readonly Hint[] = [
  ...withoutCalls.slice(0, -1),
  { keys: ['R'], does: 'Return' },
  ...withoutCalls.slice(-1),
]

/** Heads of the two columns that say what is left and what was done or asked. */
const heads: Readonly<Record<Queue['view'], readonly [left: string, before: string]>> = {
  clinical: ['Left for you', 'Adjuster approved'],
  second: ['Why it waits', 'Saved approval'],
  review: ['Rejects', 'Question'],
  questions: ['Rejects', 'Question'],
}

/**
 * A queue of those who answer: by the clock of the answer (a reviewer's by the state's), with the codes that are left before
 * what was approved or asked, who sent it and who took it.
 */
export function ClinicalTable(props: RequestTableProps) {
  const { caption, masterCarrier, shown, flat, zone, now, busy, sorting, onSort, rows, hrefOf, stateOf, onOpen } = props
  const { selection, later, queue = 'clinical' } = props
  const calls = queue === 'clinical' || queue === 'review'
  const [left, before] = heads[queue]
  const byState = queue === 'review'
  const { viewOnly, settings } = useUser()
  const takeRef = useRef<(row: ListRow) => void>(undefined)
  const current = shown[rows.current]
  const waits = current?.row.pharmacist !== undefined && !current.gone && !viewOnly
  useHints(calls ? hints : queue === 'second' ? ofSecond : withoutCalls)
  const [, navigate] = useLocation()
  const onReturn = (row: ListRow) => {
    onOpen(row)
    navigate(requestPath(row.authorizationId, 'return'), { state: stateOf() })
  }
  const head = (by: SortKey, words: string, className?: string) => (
    <HeadCell
      className={className}
      sorted={sorting.by === by ? (sorting.descending ? 'descending' : 'ascending') : undefined}
      onSort={() => onSort(by)}
    >
      {words}
    </HeadCell>
  )
  return (
    <>
      <Table
        caption={caption}
        tall
        fixed
        scrolls
        cards="places"
        busy={busy}
        className={cx(css.table, flat && css.flat, own.table)}
      >
        <TableHead>
          {selection && (
            <HeadCell className={css.check}>
              <CheckBox
                bare
                label="Select all shown"
                checked={selection.all}
                mixed={selection.some && !selection.all}
                onChange={selection.toggleAll}
              />
            </HeadCell>
          )}
          {head(byState ? 'statutoryDueAt' : 'answerDueAt', 'Time left', css.time)}
          {head('claimantLastName', patientWord(settings['dateLabel']), own.claimant)}
          <HeadCell>Drug</HeadCell>
          <HeadCell className={own.left}>{left}</HeadCell>
          <HeadCell className={own.approved}>{before}</HeadCell>
          <HeadCell className={own.sent}>Sent by</HeadCell>
          {byState ? <HeadCell className={own.state}>State</HeadCell> : head('statutoryDueAt', 'State', own.state)}
          <HeadCell className={own.taken}>Taken by</HeadCell>
        </TableHead>
        <TableBody>
          {shown.map(({ row, gone }, index) => (
            <Row
              key={row.authorizationId}
              {...rows.rowProps(index)}
              selected={selection?.has(row.authorizationId) ?? false}
              faded={gone}
            >
              {selection && (
                <Cell className={css.check} card="check">
                  <CheckBox
                    bare
                    label={`Select ${claimantName(row)}, ${row.drugName}`}
                    tabIndex={rows.innerTab(index)}
                    disabled={gone}
                    checked={selection.has(row.authorizationId)}
                    onChange={(_, { shiftKey }) => selection.toggle(index, shiftKey)}
                  />
                </Cell>
              )}
              <Cell card="aside" second={!flat && row.pharmacist && `Sent ${sinceWords(row.pharmacist, now)}`}>
                <Timer {...queueTimer(row, now, zone)} />
              </Cell>
              <Cell
                head
                card="title"
                className={css.identity}
                second={
                  !flat && (
                    <Link
                      href={patientAddress({ masterCarrier, subCarrier: row.subCarrier, claimId: row.stratusClaimId })}
                      className={css.claim}
                      tabIndex={rows.innerTab(index)}
                      aria-label={`Claim ${row.claimNumber}, patient ${claimantName(row)}`}
                    >
                      {row.claimNumber}
                    </Link>
                  )
                }
              >
                <Link
                  href={hrefOf(row)}
                  state={stateOf()}
                  {...rows.linkProps(index)}
                  onClick={() => onOpen(row)}
                  onKeyDown={(event) => {
                    if (event.key !== ' ') return
                    event.preventDefault()
                    props.onSpace()
                  }}
                >
                  {claimantName(row)}
                  {row.draft && <span className="sr-only">, draft</span>}
                </Link>
                {later && <later.RowViewersLater id={row.authorizationId} />}
              </Cell>
              <Cell card="line" second={!flat && <span className={own.whole}>{amountWords(row)}</span>}>
                <span className={css.drug} title={`${row.drugName} ${amountWords(row)}`}>
                  {row.drugName}
                  {flat && <span className={css.amount}>{amountWords(row)}</span>}
                </span>
              </Cell>
              <Cell card="foot" second={!flat && !gone && (row.pharmacyWaiting ? <AtCounter /> : priceOf(row, queue))}>
                {gone ? (
                  later && <later.GoneNote was={row} zone={zone} now={now} asks={index < 10} />
                ) : (
                  <span className={own.codes}>
                    {codesLeft(row).map((code) => (
                      <CodeChip key={code.code} tone="red" {...code} />
                    ))}
                    {queue === 'second' && codesLeft(row).length === 0 && <span>{secondWords(row)}</span>}
                    {flat && row.pharmacyWaiting && <AtCounter />}
                  </span>
                )}
              </Cell>
              <Cell card="hide" second={!flat && row.pharmacist && underWords(row.pharmacist, queue)}>
                {queue === 'review' || queue === 'questions' ? (
                  <span className={own.line} title={row.pharmacist?.note}>
                    {row.pharmacist?.about ?? row.pharmacist?.note ?? <span className="muted">no note</span>}
                  </span>
                ) : row.pharmacist?.approved ? (
                  <span className={own.codes}>
                    {row.pharmacist.approved.codes.map((code) => (
                      <span key={code} className={own.cleared}>
                        <Icon of={iconCheck} size={12} />
                        <span className="sr-only">cleared </span>
                        {code}
                      </span>
                    ))}
                  </span>
                ) : (
                  <span className="muted">no decision yet</span>
                )}
              </Cell>
              <Cell card="hide" className={own.sent}>
                {row.pharmacist?.by && <Someone name={row.pharmacist.by} />}
              </Cell>
              <Cell
                card="hide"
                second={!flat && spanOf(row, now)}
                className={cx(own.state, Date.parse(row.statutoryDueAt) < now && css.escalated)}
              >
                <b title={`Due ${exactWords(row.statutoryDueAt, zone)}`}>{row.jurisState}</b>
                {row.escalated && (
                  <>
                    {' '}
                    <Escalated level={row.escalationLevel} />
                  </>
                )}
              </Cell>
              <Cell card="footAside">
                {row.pharmacist?.taker ? (
                  <Someone name={row.pharmacist.taker} />
                ) : (
                  !gone &&
                  !viewOnly && (
                    <Button
                      tone="quiet"
                      size="small"
                      tabIndex={rows.innerTab(index)}
                      {...(index === rows.current && { keys: ['T'] })}
                      onClick={() => takeRef.current?.(row)}
                    >
                      Take<span className="sr-only"> the request of {claimantName(row)}</span>
                    </Button>
                  )
                )}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      <ClinicalActs
        row={waits ? current.row : undefined}
        calls={calls}
        onReturn={queue === 'second' ? onReturn : undefined}
        takeRef={takeRef}
      />
    </>
  )
}

/** Why an approval that clears every code waits for a second person, and under it what it costs. */
const secondWords = ({ estimatedCost, pharmacist }: ListRow): string =>
  (estimatedCost ?? 0) > (pharmacist?.approved?.limit ?? Infinity) ? 'Over the limit' : 'Two people approve it'
const priceOf = ({ estimatedCost }: ListRow, queue: Queue['view']) =>
  queue === 'second' && estimatedCost !== null && money(estimatedCost)

/** Under what was approved its limits, under what a question is about its words. */
const underWords = ({ approved, about, note }: NonNullable<ListRow['pharmacist']>, queue: Queue['view']) =>
  queue === 'questions' || queue === 'review' ? about && note : approved && limitWords(approved)

const Someone = ({ name }: { name: string }) => {
  const words = name.split(' ')
  return (
    <span className={css.person} title={name}>
      <Avatar name={name} size="small" />
      <span className={css.line}>{shortName(words.slice(0, -1).join(' '), words.at(-1) ?? '')}</span>
    </span>
  )
}

/** The codes that still stand: those the adjuster did not clear. */
const codesLeft = (row: ListRow) =>
  [...new Map(row.rejects.map((one) => [one.rejectCode, rejectWords(one.rejectCode, one.description)]))]
    .filter(([code]) => !row.pharmacist?.approved?.codes.includes(code))
    .map(([code, words]) => ({ code, words }))

const sinceWords = ({ at }: { at: string }, now: number): string => `${spanWords(now - Date.parse(at))} ago`
/** The state's clock, under its name. */
const spanOf = (row: ListRow, now: number): string => {
  const left = Date.parse(row.statutoryDueAt) - now
  return left < 0 ? `${spanWords(-left)} over` : spanWords(left)
}
