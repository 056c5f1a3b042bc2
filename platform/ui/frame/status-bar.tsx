import { cx } from '../cx.ts'
import { useShownHints } from '../keys/hints.ts'
import { Keys } from '../keys/keys.tsx'
import { LegalLinks, type LegalLinksProps } from './legal-links.tsx'
import css from './status-bar.module.css'
import { usePreferences } from '../../browser/preferences.ts'

type StatusBarProps = LegalLinksProps & {
  /** Phones with a tab bar have the links in its menu instead. */
  hideOnPhone?: boolean
}

/** The line at the bottom: the keys of the current screen (see useHints) and the legal links. */
export function StatusBar({ onOpen, hideOnPhone }: StatusBarProps) {
  const hints = useShownHints()
  const { singleKeys } = usePreferences()
  return (
    <footer className={cx(css.bar, hideOnPhone && css.hideOnPhone)}>
      {singleKeys && hints.length > 0 ? (
        <ul className={css.hints} aria-label="Keyboard shortcuts">
          {hints.map((hint) => (
            <li key={hint.does}>
              <Keys of={hint.keys} />
              {hint.does}
            </li>
          ))}
        </ul>
      ) : (
        <span />
      )}
      <LegalLinks onOpen={onOpen} />
    </footer>
  )
}
