import type { Timeline } from './contract.ts'
import type { Scale } from './scale.ts'
import own from './dose.module.css'
import css from './timeline.module.css'

/** Steps narrower than this share of the width have no figure. */
const NARROW = 4
/** The same on a phone. */
const NARROW_ON_PHONE = 9

/** The opioid dose a day, in steps on the axis of the lanes, with the plan's limit. */
export function Dose({ timeline, scale }: { timeline: Timeline; scale: Scale }) {
  const { steps, limit, caution } = timeline.dose
  if (steps.length === 0) return null
  const most = Math.max(limit, ...steps.map((step) => step.mme)) * 1.15
  const y = (mme: number): number => 100 - (100 * mme) / most
  const path = steps
    .map((step) => {
      const [from, to] = [scale.x(step.from) * 10, scale.end(step.to) * 10]
      return `M${from} 100V${y(step.mme)}H${to}V100`
    })
    .join('')
  const peak = Math.max(...steps.map((step) => step.mme))
  return (
    <div className={css.row}>
      <div className={`${css.name} ${own.shown}`}>
        <b>Opioid dose</b>
        <span>MME a day, highest {peak}</span>
        <span className={own.limits}>
          Plan limit {limit}
          {limit > caution && `, caution from ${caution}`}
        </span>
      </div>
      <div className={`${css.plot} ${own.dose}`} aria-hidden="true">
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none">
          <path
            d={path}
            fill="var(--primary-subtle)"
            stroke="var(--primary)"
            vectorEffect="non-scaling-stroke"
            strokeWidth="2"
          />
        </svg>
        {[limit, ...(limit > caution ? [caution] : [])].map((mme) => (
          <span key={mme} className={own.line} data-limit={mme === limit || undefined} style={{ top: `${y(mme)}%` }}>
            <span>
              {mme} {mme === limit ? 'plan limit' : 'caution'}
            </span>
          </span>
        ))}
        {steps
          .filter((step) => scale.end(step.to) - scale.x(step.from) > NARROW)
          .map((step) => (
            <span
              key={step.from}
              className={own.figure}
              data-narrow={scale.end(step.to) - scale.x(step.from) < NARROW_ON_PHONE || undefined}
              style={{ left: `${(scale.x(step.from) + scale.end(step.to)) / 2}%`, top: `${y(step.mme)}%` }}
            >
              {step.mme}
            </span>
          ))}
        <span className={css.today} style={{ left: `${scale.x(timeline.today)}%` }} />
      </div>
    </div>
  )
}
