import { useEffect, useRef, useState } from 'react'
import { requestPath } from '#features/authorizations/queue.ts'
import { ask, asFailed, type CallFailed } from '#platform/browser/call.ts'
import { usDate } from '#platform/dates/day.ts'
import { money as dollars } from '#features/authorizations/figures.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { carrierSettings } from './contract.ts'
import type { Effect } from './effects.ts'
import { added, caseWords, countOf, eachWeekday, effectsIn, receivers, type Sums } from './rerun-sums.ts'
import css from './rerun-preview.module.css'

const SHOWN = 50
const many = (count: number): string => count.toLocaleString('en-US')
const figureWords: Readonly<Record<Effect, string>> = {
  STOPS: 'would have stopped',
  PASSES: 'would have passed',
  REASONS: 'stop for other reasons',
  PRICE: 'pay at another price',
}
const chipWords: Readonly<Record<Effect, string>> = {
  STOPS: 'Would stop',
  PASSES: 'Would pass',
  REASONS: 'Other reasons',
  PRICE: 'Other price',
}

type RerunPreviewProps = { settingKey: string; value: unknown; subCarrier: string | undefined }
type Progress = {
  sums?: Sums
  running: boolean
  stopped?: boolean
  failed?: CallFailed
  /** Seconds since it began. */
  seconds?: number
}

/** Tries a change on the submissions of last month: the engine adjudicates each again, some hundred at a time. */
export function RerunPreview({ settingKey, value, subCarrier }: RerunPreviewProps) {
  const [progress, setProgress] = useState<Progress>()
  const stop = useRef<AbortController>(undefined)
  const section = useRef<HTMLElement>(null)
  const dialog = useRef<HTMLElement>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const run = async () => {
    const own = new AbortController()
    stop.current = own
    const began = performance.now()
    setProgress({ running: true })
    let sums: Sums | undefined
    let after: string | null = null
    try {
      do {
        const part: Parameters<typeof added>[1] = await ask(
          carrierSettings.rerun,
          {
            settings: { [settingKey]: value },
            ...(subCarrier !== undefined && { subCarrier }),
            ...(after !== null && { after }),
          },
          { signal: own.signal },
        )
        sums = added(sums, part)
        after = part.next
        setProgress({ sums, running: after !== null, seconds: (performance.now() - began) / 1000 })
      } while (after !== null)
    } catch (error) {
      const so = sums && { sums }
      if (own.signal.aborted) setProgress({ ...so, running: false, stopped: true })
      else setProgress({ ...so, running: false, failed: asFailed(error) })
    }
  }
  const { sums, running = false, stopped, failed, seconds = 0 }: Partial<Progress> = progress ?? {}
  const showCases = () => {
    const details = section.current?.querySelector('details')
    if (details) details.open = !details.open
  }
  useKeys({ p: () => !running && void run(), o: showCases }, { scope: dialog })
  return (
    <section
      className={css.preview}
      aria-label="Preview"
      aria-busy={running}
      ref={(own) => {
        section.current = own
        dialog.current = own?.closest('dialog') ?? null
      }}
    >
      <div className={css.head}>
        <h3>Last month with this value</h3>
        {sums && (
          <small>
            {usDate(sums.from)} – {usDate(sums.to)}
          </small>
        )}
        {running ? (
          <Button size="small" onClick={() => stop.current?.abort()}>
            Stop
          </Button>
        ) : (
          <Button size="small" keys={['P']} onClick={() => void run()}>
            {progress ? 'Compute again' : 'Compute preview'}
          </Button>
        )}
      </div>
      {!progress && <p>Every submission of last month is adjudicated again with this value. Nothing changes.</p>}
      {running && <Running sums={sums} seconds={seconds} />}
      {failed && (
        <Note tone="amber" role="alert">
          <b>The preview could not be computed.</b> {failed.message}
          {failed.supportId && ` Support Id ${failed.supportId}`}
        </Note>
      )}
      {stopped && <p role="status">Stopped. The figures are of what was computed so far.</p>}
      {!running && sums && !stopped && !failed && (
        <p role="status">
          {sums.total === 0
            ? 'There were no submissions last month.'
            : sums.cases.length === 0
              ? `All ${many(sums.judged)} computed in ${inSeconds(seconds)}. Nothing would have changed last month.`
              : `All ${many(sums.judged)} computed in ${inSeconds(seconds)}.`}
          {sums.unjudged > 0 && ` ${many(sums.unjudged)} could not be: what was billed is not kept.`}
        </p>
      )}
      {sums && sums.judged > 0 && <Figures of={sums} />}
      {sums && !running && sums.cases.length > 0 && <Cases of={sums} />}
    </section>
  )
}

const inSeconds = (seconds: number): string => `${many(Math.max(1, Math.round(seconds)))} s`

function Running({ sums, seconds }: { sums: Sums | undefined; seconds: number }) {
  const done = (sums?.judged ?? 0) + (sums?.unjudged ?? 0)
  return (
    <p className={css.running}>
      <progress aria-label="Submissions computed" value={done} max={sums?.total || 1} />{' '}
      {sums && done > 0
        ? `${many(done)} of ${many(sums.total)}, ${inSeconds((seconds / done) * (sums.total - done))} left`
        : 'Starting'}
    </p>
  )
}

const signed = (count: number): string => `${count > 0 ? '+' : count < 0 ? '−' : ''}${many(Math.abs(count))}`

function Figures({ of }: { of: Sums }) {
  const { cases, passed, forPerson, amount } = of
  const [more, paid] = [forPerson.after - forPerson.before, amount.after - amount.before]
  const daily = eachWeekday(of)
  return (
    <ul className={css.figures}>
      {(['STOPS', 'PASSES'] as const).map((effect) => (
        <li key={effect}>
          <b>{many(countOf(cases, effect))}</b> {figureWords[effect]}
        </li>
      ))}
      {(['REASONS', 'PRICE'] as const)
        .filter((effect) => countOf(cases, effect) > 0)
        .map((effect) => (
          <li key={effect}>
            <b>{many(countOf(cases, effect))}</b> {figureWords[effect]}
          </li>
        ))}
      <li>
        <b>{signed(more)}</b> for a person to decide
        <small>
          {many(forPerson.after)}, {many(forPerson.before)} as it is
        </small>
      </li>
      {daily !== 0 && (
        <li>
          <b>{signed(daily)}</b> of these each weekday
        </li>
      )}
      <li>
        <b>{many(passed.after)}</b> pass
        <small>{many(passed.before)} as it is</small>
      </li>
      <li>
        <b>{`${paid > 0 ? '+' : ''}${dollars(paid)}`}</b> paid at the counter
      </li>
    </ul>
  )
}

function Cases({ of: sums }: { of: Sums }) {
  const of = sums.cases
  const [only, setOnly] = useState<Effect>()
  const [shown, setShown] = useState(SHOWN)
  const gets = receivers(sums)
  const choose = (next: Effect | undefined) => {
    setOnly(next)
    setShown(SHOWN)
  }
  const found = of.filter(({ effect }) => only === undefined || effect === only)
  return (
    <>
      {gets.length > 0 && (
        <Table caption="Who would get them" cards="labels">
          <TableHead>
            <HeadCell>Owner</HeadCell>
            <HeadCell end>Had</HeadCell>
            <HeadCell end>More</HeadCell>
            <HeadCell end>Fewer</HeadCell>
            <HeadCell end>Would have</HeadCell>
          </TableHead>
          <TableBody>
            {gets.slice(0, SHOWN).map(({ name, had, more, fewer, would }) => (
              <Row key={name}>
                <Cell head>{name}</Cell>
                <Cell end label="Had">
                  {many(had)}
                </Cell>
                <Cell end label="More">
                  {signed(more)}
                </Cell>
                <Cell end label="Fewer">
                  {signed(-fewer)}
                </Cell>
                <Cell end label="Would have">
                  {many(would)}
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
      <details>
        <summary>{of.length === 1 ? 'The case' : `The ${many(of.length)} cases`}</summary>
        <div className={css.chips} role="group" aria-label="Cases">
          <ToggleChip label={`All ${many(of.length)}`} on={only === undefined} onChange={() => choose(undefined)} />
          {effectsIn(of).map((effect) => (
            <ToggleChip
              key={effect}
              label={`${chipWords[effect]} ${many(countOf(of, effect))}`}
              on={only === effect}
              onChange={() => choose(effect)}
            />
          ))}
        </div>
        <ul className={css.cases}>
          {found
            .slice(-shown)
            .toReversed()
            .map((one) => (
              <li key={one.transactionId}>
                <span>
                  <b>{one.drug}</b> {dollars(one.amountAfter ?? one.amountBefore ?? 0)}
                  <small>
                    {usDate(one.day)} · {one.subCarrier} · {caseWords(one)}
                  </small>
                </span>
                {one.authorizationId === null ? (
                  <small>{one.reference}</small>
                ) : (
                  <a href={requestPath(one.authorizationId)} target="_blank" rel="noopener">
                    Request {one.reference}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                )}
              </li>
            ))}
        </ul>
        {found.length > shown && (
          <p className={css.chips}>
            The latest {many(shown)} of {many(found.length)} are shown.
            <Button size="small" onClick={() => setShown(shown + SHOWN)}>
              Show more
            </Button>
          </p>
        )}
      </details>
    </>
  )
}
