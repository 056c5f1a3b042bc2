import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { AgentPresence } from '#features/chat/agent-presence.tsx'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { support } from '#features/support/contract.ts'
import { paths } from '#features/support/paths.ts'

const everyMs = 60_000
const OTHERS_EVERY_MS = 15_000

/** On every page of support: how much waits, for the header, that an agent is there, and who waits at their other carriers. */
export function SupportPresence({ onWaiting }: { onWaiting: (waiting: number) => void }) {
  const { carriers } = useUser()
  const { data } = useRead(support.queues, {}, { everyMs })
  useEffect(() => {
    if (data) onWaiting(data.queues.reduce((sum, { waiting }) => sum + waiting, 0))
  }, [data, onWaiting])
  return (
    <>
      <AgentPresence consolePath={paths.support} />
      {carriers.length > 1 && <OtherCarriersNotice />}
    </>
  )
}

/** Says on the other pages that a chat came in at a carrier the agent does not work at now; Support Desk shows them all. */
function OtherCarriersNotice() {
  const [path] = useLocation()
  const { data } = useRead(support.elsewhere, {}, { everyMs: OTHERS_EVERY_MS })
  const known = useRef<ReadonlyMap<string, number>>(undefined)
  useEffect(() => {
    if (!data) return
    const before = known.current
    const now = new Map(
      data.carriers.map(({ code, queues }) => [code, queues.find(({ queue }) => queue === 'chats')?.waiting ?? 0]),
    )
    known.current = now
    const more = data.carriers.filter(({ code }) => (now.get(code) ?? 0) > (before?.get(code) ?? 0))
    if (more.length > 0 && path !== paths.support)
      toast({ tone: 'info', words: `A chat waits at ${more[0]!.name}.`, detail: 'Support Desk leads there.' })
  }, [data, path])
  return null
}
