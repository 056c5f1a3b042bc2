import { useEffect } from 'react'

/** While something is typed that is kept nowhere else, the browser asks before the page goes. */
export function useLeaveQuestion(typed: boolean): void {
  useEffect(() => {
    if (!typed) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [typed])
}
