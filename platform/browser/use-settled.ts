import { useEffect, useState } from 'react'

/** The time the first page has to load: what nobody waits for is asked after it. */
export const FIRST_LOADS_MS = 4000

/** Whether the first page had its time to load. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(() => performance.now() >= FIRST_LOADS_MS)
  useEffect(() => {
    if (settled) return
    const timer = setTimeout(() => setSettled(true), FIRST_LOADS_MS)
    return () => clearTimeout(timer)
  }, [settled])
  return settled
}
