import { Suspense } from 'react'
import { useLocation, useSearch } from 'wouter'
import { callbacks } from '#features/callbacks/contract.ts'
import { chat } from '#features/chat/contract.ts'
import { keying } from '#features/keying/contract.ts'
import { surveys } from '#features/survey/contract.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useKeys, type KeyMap } from '#platform/ui/keys/use-keys.ts'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { tabPanelProps, Tabs } from '#platform/ui/list/tabs.tsx'
import { QUEUE_SIZE } from '#platform/ui/list/work-queue.tsx'
import { paths } from '../paths.ts'

const queues = [
  {
    key: 'calls',
    label: 'Calls',
    Queue: lazyPart(() => import('#features/callbacks/call-queue.tsx').then((it) => it.CallQueue)),
  },
  {
    key: 'keying',
    label: 'Keying',
    Queue: lazyPart(() => import('#features/keying/keying-queue.tsx').then((it) => it.KeyingQueue)),
  },
  {
    key: 'follow-ups',
    label: 'Survey follow-ups',
    Queue: lazyPart(() => import('#features/survey/follow-ups.tsx').then((it) => it.FollowUps)),
  },
  {
    key: 'chats',
    label: 'Chats',
    Queue: lazyPart(() => import('#features/chat/console.tsx').then((it) => it.ChatConsole)),
  },
] as const
const first = { page: 0, size: QUEUE_SIZE }
const panelId = 'support-queue'

const countOf = (rows: readonly unknown[] | undefined, more: boolean | undefined) =>
  rows && (more ? `${rows.length}+` : rows.length)

/** What support works on (/support): pharmacies to call, approvals to key, low ratings of contacts, chats. */
export function Support() {
  const [, navigate] = useLocation()
  const chosen = new URLSearchParams(useSearch()).get('queue')
  const current = queues.find(({ key }) => key === chosen) ?? queues[0]
  const toCall = useRead(callbacks.queue, first).data
  const toKey = useRead(keying.queue, first).data
  const toFollowUp = useRead(surveys.followUps, first).data
  const chats = useRead(chat.queue, {}).data
  const counts = {
    calls: countOf(toCall?.calls, toCall?.more),
    keying: countOf(toKey?.waiting, toKey?.more),
    'follow-ups': countOf(toFollowUp?.followUps, toFollowUp?.more),
    chats: chats?.waiting.length,
  }
  const href = (key: string) => `${paths.support}?queue=${key}`
  const keys: KeyMap = {}
  for (const [at, { key }] of queues.entries()) keys[String(at + 1)] = () => navigate(href(key))
  useKeys(keys)
  return (
    <Page canvas>
      <PageTitle title="Support Desk">Support Desk</PageTitle>
      <Tabs
        label="Queues"
        panelId={panelId}
        current={href(current.key)}
        tabs={queues.map(({ key, label }) => ({ href: href(key), label, count: counts[key] }))}
      />
      <div {...tabPanelProps(panelId)} tabIndex={0}>
        <Suspense fallback={<Skeleton width="100%" height={200} />}>
          <current.Queue />
        </Suspense>
      </div>
    </Page>
  )
}
