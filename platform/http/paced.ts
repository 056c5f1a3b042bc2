/**
 * Hands things out at a bounded rate: the first ones of a quiet time at once, then so many a second, those who wait longest
 * first. What comes for somebody who waits already is handed out with it.
 */
export type Paced<To extends object> = {
  add(to: To, what: string): void
  /** Nothing more goes there. */
  forget(to: To): void
  /** How many wait. */
  waiting(): number
  stop(): void
}

const TURN_MS = 100

export function paced<To extends object>(aSecond: number, hand: (to: To, what: string) => void): Paced<To> {
  const queue = new Map<To, Set<string>>()
  const most = aSecond / 2
  let free = most
  let timer: NodeJS.Timeout | undefined

  const handOut = (): void => {
    for (const [to, whats] of queue) {
      if (free < 1) return
      free -= 1
      queue.delete(to)
      for (const what of whats) hand(to, what)
    }
  }
  const refill = (): void => {
    free = Math.min(most, free + (aSecond * TURN_MS) / 1000)
    handOut()
    timer = free < most ? setTimeout(refill, TURN_MS).unref() : undefined
  }

  return {
    add(to, what) {
      const waits = queue.get(to)
      if (waits) return void waits.add(what)
      queue.set(to, new Set([what]))
      handOut()
      timer ??= setTimeout(refill, TURN_MS).unref()
    },
    forget: (to) => void queue.delete(to),
    waiting: () => queue.size,
    stop() {
      clearTimeout(timer)
      queue.clear()
    },
  }
}
