import { useEffect, useRef } from 'react'
import { ask, newKey } from '#platform/browser/call.ts'
import { askAgain } from '#platform/browser/retry.ts'
import type { AnswerOf, AnyCall, InputOf } from '#platform/calls/contract.ts'

const MOST_RETRIES = 3

/** A call of the chat, sent again up to three times while its answer says that trouble passes (a status code above 0). */
export async function askChat<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  options: { background?: boolean; signal?: AbortSignal } = {},
): Promise<AnswerOf<C>> {
  for (let retries = 0; ; retries += 1) {
    // A new key each time, since the same one is answered with the same status. Chat calls have no second effect anyway.
    const key = newKey()
    const answer = await askAgain(() => ask(call, input, { ...options, key }))
    if (!((answer as { statusCode?: number }).statusCode! > 0) || retries === MOST_RETRIES) return answer
  }
}

const TYPING_ENDS_MS = 3000
/** Typing that goes on is said again before the server takes it for ended. */
const SAID_AGAIN_MS = 7000

/** Says that somebody types, and that they stopped: 3 seconds after the last key, or when `stop` is called. */
export function useTyping(say: (typing: boolean) => Promise<unknown>): { typed: () => void; stop: () => void } {
  const latest = useRef(say)
  useEffect(() => void (latest.current = say))
  const now = useRef<{ timer: number; saidAt: number }>(undefined)
  const quietly = (typing: boolean) => void latest.current(typing).catch(() => {})
  const stop = () => {
    if (!now.current) return
    clearTimeout(now.current.timer)
    now.current = undefined
    quietly(false)
  }
  useEffect(() => () => clearTimeout(now.current?.timer), [])
  return {
    typed: () => {
      clearTimeout(now.current?.timer)
      const saidAt = now.current?.saidAt ?? -Infinity
      const says = performance.now() - saidAt > SAID_AGAIN_MS
      now.current = { timer: window.setTimeout(stop, TYPING_ENDS_MS), saidAt: says ? performance.now() : saidAt }
      if (says) quietly(true)
    },
    stop,
  }
}
