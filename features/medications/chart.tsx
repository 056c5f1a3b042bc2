import { useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { usDate } from '#platform/dates/day.ts'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconClock, iconClose, iconSyringe } from '#platform/ui/display/icons.ts'
import type { Lane, Mark, Supply, Timeline } from './contract.ts'
import { Dose } from './dose.tsx'
import { scaleOf, type Scale } from './scale.ts'
import { SupplyCard } from './supply-card.tsx'
import { days, dollars, initials, supplyWords } from './supply-words.ts'
import css from './timeline.module.css'

/** Lanes that stand open; older drugs fold. */
const MOST_LANES = 12
/** Gaps from here on have their days written. */
const WRITTEN_GAP = 12
/** Bars narrower than this share of the width have no words. */
const NARROW = 4.5
/** Pixels of a pair of drugs that are taken together: its name, and its days below. */
const PAIR_HEIGHT = 36

const groupNames: Record<Lane['group'], string> = {
  OPIOID: 'Opioids',
  RISK: 'Muscle relaxants, nerve pain and sedatives',
  OTHER: 'Other',
}

type ChartProps = {
  timeline: Timeline
  /** Only this prescriber's fills stand out. */
  prescriber: string | undefined
  onOpen: (supply: Supply) => void
}

/** Drugs by time. Arrow keys walk the fills of a drug, J and K the drugs; Enter opens a fill, Esc hides its card. */
export function Chart({ timeline, prescriber, onOpen }: ChartProps) {
  const scale = scaleOf(timeline.from, timeline.to)
  const [shown, setShown] = useState<string>()
  const [focused, setFocused] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const { lanes } = timeline
  const current = focused ?? lanes[0]?.supplies.at(-1)?.transactionId
  const focus = (id: string | undefined) => {
    if (id !== undefined) root.current?.querySelector<HTMLElement>(`[data-fill="${id}"]`)?.focus()
  }
  const walk = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset['fill']
    const at = lanes.findIndex((lane) => lane.supplies.some((one) => one.transactionId === id))
    const lane = lanes[at]
    if (!lane || event.altKey || event.ctrlKey || event.metaKey) return
    const place = lane.supplies.findIndex((one) => one.transactionId === id)
    const beside = (step: number): Supply | undefined => {
      const other = lanes[at + step]
      const from = lane.supplies[place]!.fillDate
      return other?.supplies.findLast((one) => one.fillDate <= from) ?? other?.supplies[0]
    }
    const to: Record<string, () => Supply | undefined> = {
      ArrowLeft: () => lane.supplies[place - 1],
      ArrowRight: () => lane.supplies[place + 1],
      ArrowDown: () => beside(1),
      ArrowUp: () => beside(-1),
      j: () => beside(1),
      k: () => beside(-1),
      Home: () => lane.supplies[0],
      End: () => lane.supplies.at(-1),
    }
    if (event.key === 'Escape' && shown !== undefined) setShown(undefined)
    else if (to[event.key]) focus(to[event.key]!()?.transactionId)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const laneProps = { scale, timeline, prescriber, current, shown, setShown, setFocused, focus, onOpen }
  const open = lanes.slice(0, MOST_LANES)
  const older = lanes.slice(MOST_LANES)
  return (
    <div
      className={css.chart}
      ref={root}
      onKeyDown={walk}
      // The card of a fill would lie over what has the focus now.
      onFocus={({ target }) => !target.closest(`[data-fill], .${css.card}`) && setShown(undefined)}
      role="group"
      aria-label="Medications by time"
    >
      <div className={`${css.row} ${css.head}`} aria-hidden="true">
        <span className={css.name}>Drug, by class</span>
        <div className={css.plot}>
          {scale.months.map((one) => (
            <span key={one.at} className={css.month} data-few={one.few || undefined} style={{ left: `${one.at}%` }}>
              {one.label}
              <i data-new={one.newYear || undefined}>{one.year}</i>
            </span>
          ))}
        </div>
      </div>
      <Lanes lanes={open} {...laneProps} />
      {older.length > 0 && (
        <details className={css.older}>
          <summary>
            {older.length} more {older.length === 1 ? 'drug' : 'drugs'}
          </summary>
          <Lanes lanes={older} {...laneProps} />
        </details>
      )}
      {timeline.marks.length > 0 && <Marks marks={timeline.marks} scale={scale} today={timeline.today} />}
      {timeline.together.length > 0 && <Together timeline={timeline} scale={scale} />}
      <Dose timeline={timeline} scale={scale} />
    </div>
  )
}

type LaneProps = {
  scale: Scale
  timeline: Timeline
  prescriber: string | undefined
  current: string | undefined
  shown: string | undefined
  setShown: (id: string | undefined) => void
  setFocused: (id: string) => void
  focus: (id: string | undefined) => void
  onOpen: (supply: Supply) => void
}

function Lanes({ lanes, ...rest }: LaneProps & { lanes: readonly Lane[] }) {
  return lanes.map((lane, at) => (
    <div key={lane.key}>
      {lane.group !== lanes[at - 1]?.group && <div className={css.group}>{groupNames[lane.group]}</div>}
      <LaneRow lane={lane} {...rest} />
    </div>
  ))
}

const laneWords = (lane: Lane): string =>
  [
    lane.schedule ? `C-${lane.schedule.slice(1)}` : '',
    `${lane.fills} ${lane.fills === 1 ? 'fill' : 'fills'}`,
    dollars(lane.paid),
    lane.fills > 1 && lane.active ? `${lane.coveredPercent}% covered` : '',
    lane.active ? '' : `ended ${usDate(lane.endedOn)}`,
  ]
    .filter(Boolean)
    .join(' · ')

function LaneRow({ lane, scale, timeline, ...of }: LaneProps & { lane: Lane }) {
  const card = lane.supplies.find((one) => one.transactionId === of.shown)
  const at = card ? lane.supplies.indexOf(card) : -1
  return (
    <div className={css.row} role="group" aria-label={`${lane.name}, ${laneWords(lane)}`}>
      <div className={css.name} aria-hidden="true">
        <b>{lane.name}</b>
        <span>{laneWords(lane)}</span>
      </div>
      <div className={css.plot}>
        <Today scale={scale} today={timeline.today} />
        {lane.supplies.map((one, place) => (
          <Gap key={`gap ${one.transactionId}`} supply={one} before={lane.supplies[place - 1]} scale={scale} />
        ))}
        {lane.supplies.map((one) => (
          <Bar key={one.transactionId} supply={one} group={lane.group} scale={scale} {...of} />
        ))}
        {lane.asked.map((one) => (
          <Link
            key={one.referenceNumber}
            href={requestPath(one.authorizationId ?? '')}
            className={css.asked}
            style={{ left: `${scale.x(one.date)}%`, width: `${scale.end(one.lastsTo) - scale.x(one.date)}%` }}
          >
            <span className="sr-only">
              {`Asked for: ${one.drugName}, ${one.quantity} for ${days(one.daysSupply)}, ${usDate(one.date)}`}
            </span>
            <span aria-hidden="true">{one.quantity}</span>
          </Link>
        ))}
        {card && (
          <SupplyCard
            supply={card}
            left={scale.x(card.fillDate)}
            previous={at > 0 ? () => of.focus(lane.supplies[at - 1]!.transactionId) : undefined}
            next={at < lane.supplies.length - 1 ? () => of.focus(lane.supplies[at + 1]!.transactionId) : undefined}
            onOpen={() => of.onOpen(card)}
            onClose={() => of.setShown(undefined)}
          />
        )}
      </div>
    </div>
  )
}

function Gap({ supply, before, scale }: { supply: Supply; before: Supply | undefined; scale: Scale }) {
  if (supply.gapDays === 0 || !before) return null
  const from = scale.end(before.lastsTo)
  return (
    <div
      className={css.gap}
      style={{ left: `${from}%`, width: `${scale.x(supply.fillDate) - from}%` }}
      aria-hidden="true"
    >
      {supply.gapDays >= WRITTEN_GAP && scale.x(supply.fillDate) - from > NARROW && <span>{supply.gapDays} d</span>}
    </div>
  )
}

type BarProps = Omit<LaneProps, 'timeline' | 'focus'> & { supply: Supply; group: Lane['group'] }

function Bar({ supply, group, scale, prescriber, current, shown, setShown, setFocused, onOpen }: BarProps) {
  const id = supply.transactionId
  const left = scale.x(supply.fillDate)
  const width = scale.end(supply.lastsTo) - left
  if (width <= 0) return null
  return (
    <button
      type="button"
      data-fill={id}
      data-group={group}
      data-faded={(prescriber !== undefined && prescriber !== supply.prescriberNpi) || undefined}
      className={css.bar}
      style={{ left: `${left}%`, width: `${width}%` }}
      tabIndex={id === current ? 0 : -1}
      aria-expanded={shown === id}
      onFocus={() => {
        setFocused(id)
        setShown(id)
      }}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setShown(id)}
      onClick={(event) => {
        // A key opens the fill; the first press of a finger shows its card.
        if (event.detail === 0) onOpen(supply)
        else setShown(id)
      }}
    >
      <span className="sr-only">{supplyWords(supply)}</span>
      {supply.overlapDays > 0 && (
        <span className={css.overlap} style={{ width: `${(100 * supply.overlapDays) / supply.daysSupply}%` }} />
      )}
      {width > NARROW && (
        <>
          <em aria-hidden="true">{initials(supply.prescriberName)}</em>
          <span className={css.figureIn} aria-hidden="true">
            {group === 'OPIOID' && supply.strength ? supply.strength : supply.quantity}
          </span>
        </>
      )}
    </button>
  )
}

const Today = ({ scale, today }: { scale: Scale; today: string }) => (
  <span className={css.today} style={{ left: `${scale.x(today)}%` }} aria-hidden="true" />
)

const markSigns: Record<Mark['kind'], { icon: string; words: string }> = {
  REJECTED: { icon: iconClose, words: 'Rejected' },
  REQUESTED: { icon: iconClock, words: 'Asked for' },
  CLINIC: { icon: iconSyringe, words: 'Given in a clinic' },
}

function Marks({ marks, scale, today }: { marks: readonly Mark[]; scale: Scale; today: string }) {
  return (
    <div className={css.row} role="group" aria-label="Not paid, and single doses">
      <div className={css.name} aria-hidden="true">
        <b>Not paid, and single doses</b>
        <span>
          {(['REJECTED', 'REQUESTED', 'CLINIC'] as const)
            .map(
              (kind) => [marks.filter((one) => one.kind === kind).length, markSigns[kind].words.toLowerCase()] as const,
            )
            .filter(([count]) => count > 0)
            .map(([count, words]) => `${count} ${words}`)
            .join(' · ')}
        </span>
      </div>
      <div className={css.plot}>
        <Today scale={scale} today={today} />
        {marks.map((one) => {
          const words = `${markSigns[one.kind].words}: ${one.drugName}, ${usDate(one.date)}${one.codes.length > 0 ? `, codes ${one.codes.join(', ')}` : ''}`
          const shared = {
            className: css.mark,
            'data-kind': one.kind,
            style: { left: `${scale.x(one.date)}%` },
            title: words,
          }
          const sign = <Icon of={markSigns[one.kind].icon} size={13} />
          return one.kind === 'REQUESTED' && one.authorizationId ? (
            <Link key={one.referenceNumber} {...shared} href={requestPath(one.authorizationId)} aria-label={words}>
              {sign}
            </Link>
          ) : (
            <span key={`${one.referenceNumber} ${one.date}`} {...shared} role="img" aria-label={words}>
              {sign}
            </span>
          )
        })}
      </div>
    </div>
  )
}

function Together({ timeline, scale }: { timeline: Timeline; scale: Scale }) {
  const names = [...new Set(timeline.together.map((one) => one.name))]
  return (
    <div className={css.row} role="group" aria-label="Taken together">
      <div className={css.name} aria-hidden="true">
        <b>Taken together</b>
        <span>overlapping supply</span>
      </div>
      <div className={css.plot} style={{ minHeight: `${names.length * PAIR_HEIGHT + 8}px` }}>
        <Today scale={scale} today={timeline.today} />
        {names.map((name, at) => (
          <span key={name} className={css.pairName} style={{ top: `${at * PAIR_HEIGHT + 4}px` }} aria-hidden="true">
            {name}
          </span>
        ))}
        {timeline.together.map((one) => (
          <span
            key={`${one.name} ${one.from}`}
            role="img"
            aria-label={`${one.name}, ${usDate(one.from)} to ${usDate(one.to)}`}
            title={`${one.name}, ${usDate(one.from)} to ${usDate(one.to)}`}
            className={css.pair}
            data-boxed={one.boxedWarning || undefined}
            style={{
              left: `${scale.x(one.from)}%`,
              width: `${scale.end(one.to) - scale.x(one.from)}%`,
              top: `${names.indexOf(one.name) * PAIR_HEIGHT + 22}px`,
            }}
          />
        ))}
      </div>
    </div>
  )
}
