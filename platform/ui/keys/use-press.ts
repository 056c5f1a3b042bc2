import { useId } from 'react'
import { useKeys } from './use-keys.ts'

/** Answers the id for a button that this key presses. A button that is off leaves the key to others. */
export function usePress(key: string): string {
  const id = useId()
  useKeys({
    [key]: () => {
      const button = document.getElementById(id)
      if (!(button instanceof HTMLButtonElement) || button.disabled) return false
      button.focus()
      button.click()
      return true
    },
  })
  return id
}
