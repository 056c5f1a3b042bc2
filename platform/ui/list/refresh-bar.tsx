import css from './skeleton.module.css'

/** A thin running line at the top of an area whose data is being asked for again. The area must be positioned. */
export function RefreshBar({ busy }: { busy: boolean }) {
  return busy ? <div className={css.refresh} aria-hidden="true" /> : null
}
