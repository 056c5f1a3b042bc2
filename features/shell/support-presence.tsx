import { useEffect } from 'react'
import { AgentPresence } from '#features/chat/agent-presence.tsx'
import { useRead } from '#platform/browser/use-call.ts'
import { support } from '#features/support/contract.ts'
import { paths } from '#features/support/paths.ts'

const everyMs = 60_000

/** On every page of support: how much waits, for the header, and that an agent is there. */
export function SupportPresence({ onWaiting }: { onWaiting: (waiting: number) => void }) {
  const { data } = useRead(support.queues, {}, { everyMs })
  useEffect(() => {
    if (data) onWaiting(data.queues.reduce((sum, { waiting }) => sum + waiting, 0))
  }, [data, onWaiting])
  return <AgentPresence consolePath={paths.support} />
}
