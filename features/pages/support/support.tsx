import { Suspense } from 'react'
import { useLocation, useSearch } from 'wouter'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useKeys, type KeyMap } from '#platform/ui/keys/use-keys.ts'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { tabPanelProps, Tabs } from '#platform/ui/list/tabs.tsx'
import { support } from '#features/support/contract.ts'
import { FindCaller } from '#features/support/find-caller.tsx'
import { OtherCarriers } from '#features/support/other-carriers.tsx'
import { queueAddress } from '#features/support/paths.ts'
import { supportQueues, queueNames, type SupportQueue } from '#features/support/queues.ts'
import { countWords } from '#features/support/rules.ts'

const pages: Readonly<Record<SupportQueue, ReturnType<typeof lazyPart>>> = {
  calls: lazyPart(() => import('#features/callbacks/call-queue.tsx').then((it) => it.CallQueue)),
  keying: lazyPart(() => import('#features/keying/keying-queue.tsx').then((it) => it.KeyingQueue)),
  'follow-ups': lazyPart(() => import('#features/survey/follow-ups.tsx').then((it) => it.FollowUps)),
  chats: lazyPart(() => import('#features/chat/console.tsx').then((it) => it.ChatConsole)),
  eligibility: lazyPart(() => import('#features/eligibility-feed/exceptions.tsx').then((it) => it.EligibilityFiles)),
}
const LikelyDoubles = lazyPart(() => import('#features/doubles/likely-doubles.tsx').then((it) => it.LikelyDoubles))
const panelId = 'support-queue'

/**
 * What support works on (/support): pharmacies to call, approvals to key, low ratings of contacts, chats, refused lines of files with the
 * patients who may be on file twice.
 */
export function Support() {
  const [, navigate] = useLocation()
  const chosen = new URLSearchParams(useSearch()).get('queue')
  const current = supportQueues.find((queue) => queue === chosen) ?? supportQueues[0]
  const { data } = useRead(support.queues, {}, { everyMs: 60_000 })
  const countOf = (queue: SupportQueue) => {
    const found = data?.queues.find((one) => one.queue === queue)
    return found && countWords(found.waiting)
  }
  const keys: KeyMap = {}
  for (const [at, queue] of supportQueues.entries()) keys[String(at + 1)] = () => navigate(queueAddress(queue))
  useKeys(keys)
  const Queue = pages[current]
  return (
    <Page canvas>
      <PageTitle title="Support Desk">Support Desk</PageTitle>
      <FindCaller />
      <Tabs
        label="Queues"
        panelId={panelId}
        current={queueAddress(current)}
        tabs={supportQueues.map((queue) => ({
          href: queueAddress(queue),
          label: queueNames[queue],
          count: countOf(queue),
        }))}
      />
      <OtherCarriers />
      <div {...tabPanelProps(panelId)} tabIndex={0}>
        <Suspense fallback={<Skeleton width="100%" height={200} />}>
          <Queue />
          {current === 'eligibility' && <LikelyDoubles />}
        </Suspense>
      </div>
    </Page>
  )
}
