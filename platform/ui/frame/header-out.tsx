import { Link } from 'wouter'
import { brand } from '../../brand.ts'
import { cx } from '../cx.ts'
import css from './header.module.css'
import { Mark } from './mark.tsx'

type HeaderOutProps = {
  /** The Log In link; hidden for people who come by single sign-on. */
  logIn?: boolean
}

/** The dark band at the top for a user who is not signed in or has not accepted the terms yet. */
export function HeaderOut({ logIn }: HeaderOutProps) {
  return (
    <header className={cx(css.header, css.out)} data-ink>
      <Link href="/" className={css.brand} aria-label={brand.name}>
        <Mark />
        <span>{brand.name}</span>
      </Link>
      <span className={css.space} />
      {logIn && (
        <Link href="/login" className={cx(css.tool, css.outline)}>
          Log In
        </Link>
      )}
    </header>
  )
}
