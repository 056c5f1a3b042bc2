import { brand } from '../../brand.ts'
import { useNow } from '../display/use-now.ts'
import css from './legal-links.module.css'

export type LegalPanel = 'terms' | 'privacy' | 'contact'
export type LegalLinksProps = { onOpen: (panel: LegalPanel) => void }

/**
 * Terms, privacy and contact, which open as panels, and the copyright line. The same order on every page (WCAG 3.2.6).
 */
export function LegalLinks({ onOpen }: LegalLinksProps) {
  const year = new Date(useNow()).getFullYear()
  return (
    <span className={css.legal}>
      <button type="button" onClick={() => onOpen('terms')}>
        Terms of Use
      </button>
      <button type="button" onClick={() => onOpen('privacy')}>
        Privacy Notice
      </button>
      <button type="button" onClick={() => onOpen('contact')}>
        Contact Us
      </button>
      <span>
        © {year} {brand.provider}
      </span>
    </span>
  )
}
