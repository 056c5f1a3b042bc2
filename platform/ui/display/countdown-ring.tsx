import css from './countdown-ring.module.css'

type CountdownRingProps = {
  /** Seconds left and seconds at the start. */
  left: number
  of: number
  tone?: 'amber' | 'red'
}

const around = 2 * Math.PI * 36

/** A ring that empties, with m:ss in it. Hidden from screen readers, which hear it at a few moments only (announce). */
export function CountdownRing({ left, of, tone = 'amber' }: CountdownRingProps) {
  const seconds = Math.max(0, Math.round(left))
  const part = Math.max(0, Math.min(1, left / of))
  return (
    <div className={css.ring} aria-hidden="true">
      <svg width="84" height="84" viewBox="0 0 84 84" focusable="false">
        <circle className={css.track} cx="42" cy="42" r="36" />
        <circle
          className={css[tone]}
          cx="42"
          cy="42"
          r="36"
          strokeDasharray={`${(around * part).toFixed(1)} ${around.toFixed(1)}`}
        />
      </svg>
      <b>
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </b>
    </div>
  )
}
