import { Suspense, type ReactNode } from 'react'
import { lazyExtra } from '../../browser/load-part.ts'
import { cx } from '../cx.ts'
import { iconCheck, iconInbox, iconLock, iconNoMatch } from '../display/icons.ts'
import css from './state.module.css'
import { Tile } from '../display/tile.tsx'

// A list that has rows shows none: loaded when shown, and left out where it does not arrive.
const Contours = lazyExtra(() => import('../display/contours.tsx').then((it) => it.Contours))

type StateKind = 'empty' | 'noMatch' | 'allDone' | 'noPermission'
type StateProps = {
  /**
   * empty: nothing here yet; noMatch: the filters let nothing pass; allDone: finished; noPermission: not for this role.
   */
  kind: StateKind
  title: string
  /** Why, and what comes next. */
  children: ReactNode
  /** One next step, two at most. */
  acts?: ReactNode
  /** Inside a card: no drawing, smaller words. */
  small?: boolean
  icon?: string
}

const looks = {
  empty: { icon: iconInbox, tone: 'neutral' },
  noMatch: { icon: iconNoMatch, tone: 'teal' },
  allDone: { icon: iconCheck, tone: 'green' },
  noPermission: { icon: iconLock, tone: 'neutral' },
} as const

/** Shown instead of an empty list: says why it is empty and offers one next step. Errors have ErrorState. */
export function State({ kind, title, children, acts, small, icon }: StateProps) {
  const look = looks[kind]
  return (
    <div className={cx(css.state, small && css.small)}>
      {!small && <StateArt icon={icon ?? look.icon} tone={look.tone} />}
      <h2>{title}</h2>
      {typeof children === 'string' ? <p>{children}</p> : children}
      {acts && <div className={css.acts}>{acts}</div>}
    </div>
  )
}

/** The drawing above a state: a tile on height lines. */
export function StateArt({ icon, tone }: { icon: string; tone: 'neutral' | 'teal' | 'green' | 'red' }) {
  return (
    <span className={css.art}>
      <Suspense fallback={null}>
        <Contours className={css.lines} lines={8} x={500} y={500} />
      </Suspense>
      <Tile icon={icon} tone={tone} size="large" />
    </span>
  )
}
