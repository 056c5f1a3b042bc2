import { useState } from 'react'
import type { Clock } from '#platform/dates/clock.ts'
import { Banner } from '#platform/ui/frame/banner.tsx'
import { privacyVersions } from '#reference/legal/versions.ts'
import { isNoticeNew } from './rules.ts'

const store = 'rxdocket.privacy-notice'

function dismissedBefore(): boolean {
  try {
    return sessionStorage.getItem(store) === 'true'
  } catch {
    return false
  }
}

/** Above the header while the notice is new and not closed in this session. */
export function PrivacyBanner({ clock, onReview }: { clock: Clock; onReview: () => void }) {
  const [dismissed, setDismissed] = useState(dismissedBefore)
  if (dismissed || !isNoticeNew(privacyVersions[0].revised, clock.now())) return null
  const dismiss = () => {
    setDismissed(true)
    try {
      sessionStorage.setItem(store, 'true')
    } catch {
      // Storage denied: it is shown again with the next page load.
    }
  }
  return (
    <Banner
      label="Privacy notice update"
      action={{ words: 'Review privacy notice', onPress: onReview }}
      onDismiss={dismiss}
    >
      We've updated our website privacy notice.
    </Banner>
  )
}
