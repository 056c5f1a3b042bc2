import { useEffect } from 'react'

/** The browser asks before the page is left while something typed is saved nowhere else. */
export function useLeaveQuestion(typed: boolean): void {
  useEffect(() => {
    if (!typed) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [typed])
}
