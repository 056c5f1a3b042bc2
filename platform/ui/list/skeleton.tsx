import css from './skeleton.module.css'

type SkeletonProps = {
  /** In pixels, or any CSS length. */
  width: number | string
  height?: number
}

/** One grey bar in the place of words that are on their way. Build the real layout of them. */
export function Skeleton({ width, height = 10 }: SkeletonProps) {
  return <span className={css.bar} style={{ width, height }} aria-hidden="true" />
}
