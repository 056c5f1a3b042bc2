import { useEffect, useRef, useState, type ReactNode } from 'react'
import { announce } from '../display/announce.ts'
import css from './skeleton.module.css'

type LoadingProps = {
  /** Nothing to show yet. A later refresh is not loading: keep the data and show RefreshBar. */
  busy: boolean
  /**
   * The layout of the content in Skeleton bars; takes its place at once, becomes visible after 150 ms, stays at least
   * 300 ms.
   */
  skeleton: ReactNode
  /** Said once when the content is there: "38 requests loaded." */
  loaded?: string
  children: ReactNode
}

const appearsAfter = 150
const staysFor = 300

/** Content, or its skeleton while it is on its way; a fast answer never flickers. */
export function Loading({ busy, skeleton, loaded, children }: LoadingProps) {
  const [phase, setPhase] = useState<'waiting' | 'shown' | 'done'>(busy ? 'waiting' : 'done')
  const [since, setSince] = useState(0)
  if (busy && phase === 'done') setPhase('waiting')
  if (!busy && phase === 'waiting') setPhase('done')
  useEffect(() => {
    if (phase === 'waiting') {
      const timer = setTimeout(() => {
        setSince(performance.now())
        setPhase('shown')
      }, appearsAfter)
      return () => clearTimeout(timer)
    }
    if (phase === 'shown' && !busy) {
      const timer = setTimeout(setPhase, Math.max(0, staysFor - (performance.now() - since)), 'done' as const)
      return () => clearTimeout(timer)
    }
    return undefined
  }, [phase, busy, since])
  const unannounced = useRef(busy)
  useEffect(() => {
    if (busy) unannounced.current = true
    else if (phase === 'done' && unannounced.current) {
      unannounced.current = false
      if (loaded) announce(loaded)
    }
  }, [busy, phase, loaded])
  if (phase === 'done') return children
  return (
    <div aria-busy="true" className={phase === 'waiting' ? css.waiting : undefined}>
      {skeleton}
    </div>
  )
}
