import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { ask } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { chat } from './contract.ts'

const THERE_EVERY_MS = 8_000
const QUEUE_EVERY_MS = 15_000

/**
 * While an agent takes chats: says on every page that they are there, so that their chats stay theirs when they look
 * something up, and shows on the other pages that somebody waits.
 */
export function AgentPresence({ consolePath }: { consolePath: string }) {
  const [path] = useLocation()
  const { data } = useRead(chat.queue, {}, { everyMs: QUEUE_EVERY_MS })
  const isTaking = data?.available ?? false
  useEffect(() => {
    if (!isTaking) return
    const say = () =>
      void ask(
        chat.presence,
        { available: true, ...(document.hidden && { hidden: true }) },
        { background: true, key: null },
      ).catch(() => {
        // The next one says it again.
      })
    say()
    const timer = setInterval(say, THERE_EVERY_MS)
    document.addEventListener('visibilitychange', say)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', say)
    }
  }, [isTaking])

  const waiting = isTaking ? data?.waiting : undefined
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!waiting) return
    const fresh = waiting.filter(({ chatId }) => known.current && !known.current.has(chatId))
    known.current = new Set(waiting.map(({ chatId }) => chatId))
    if (fresh.length > 0 && path !== consolePath)
      toast({ tone: 'info', words: `${fresh[0]!.name} is waiting in chat.`, detail: 'Support Desk has the queue.' })
  }, [waiting, path, consolePath])
  return null
}
