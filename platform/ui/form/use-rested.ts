import { useEffect, useState } from 'react'

/**
 * The value once it has not changed for some milliseconds, the first one at once: one question each time the user stops
 * typing.
 */
export function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setRested, ms, value)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
