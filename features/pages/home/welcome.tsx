import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { brand } from '#platform/brand.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { lazyExtra } from '#platform/browser/load-part.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndGreeting } from '#platform/dates/words.ts'
import css from './home.module.css'
import { worklist } from '#features/worklist/contract.ts'
import { openMostUrgent } from '#features/worklist/most-urgent.ts'

// A drawing: the words do not wait for it, and the first list is loaded without it.
const Contours = lazyExtra(() => import('#platform/ui/display/contours.tsx').then((it) => it.Contours))

/** The greeting, the product's promise, and the button that opens the most urgent request. */
export function Welcome() {
  const user = useUser()
  const now = useNow()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const { data: counts } = useRead(worklist.counts, { mc: user.carrier.code })
  // Until the counts are there, or without them, the button stays: it says itself when nothing waits.
  const waiting = counts ? counts.pendingAuthCount + counts.queues.reduce((sum, { waiting }) => sum + waiting, 0) : 1
  const { day, greeting } = dayAndGreeting(now, user.person.timeZone)
  const start = async () => {
    setBusy(true)
    await openMostUrgent(user, navigate).finally(() => setBusy(false))
  }
  return (
    <section className={css.welcome} data-theme="dark" data-ink aria-label="Welcome">
      <Suspense fallback={null}>
        <Contours className={css.contours} />
      </Suspense>
      <div>
        <p className={css.day}>{day}</p>
        <PageTitle title="Home" className={css.greeting}>
          {greeting}, {user.firstName}
        </PageTitle>
        <p className={css.promise}>{brand.promise}</p>
        {waiting > 0 && (
          <Button tone="primary" keys={['G', 'U']} busy={busy} busyLabel="Opening" onClick={() => void start()}>
            Start with the most urgent
          </Button>
        )}
      </div>
    </section>
  )
}
