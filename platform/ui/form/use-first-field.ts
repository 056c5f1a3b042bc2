import { useEffect, type RefObject } from 'react'

/**
 * A form that takes the place of what was shown: its first field has the focus. Once it is gone, and left the focus on
 * nothing, the page's heading has it.
 */
export function useFirstField(form: RefObject<HTMLElement | null>) {
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled)')?.focus()
    return () => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
  }, [form])
}
