import type { LegalPanel } from '#platform/ui/legal-links.tsx'
import { Logout, type LogoutConfig } from './logout.tsx'

const page: LogoutConfig = {
  imageType: 'error',
  title: 'Login did not work.',
  description: 'Please clear your browsing history and cache, or open a private window, and try again.',
  closeText: 'Retry Login',
}

/** /login-error: the last word when logging in keeps failing (spec 1 §8). */
export function LoginError({ onLegal }: { onLegal: (panel: LegalPanel) => void }) {
  return <Logout config={page} onLegal={onLegal} />
}
