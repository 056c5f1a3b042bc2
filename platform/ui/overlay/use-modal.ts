import { useLayoutEffect, useRef, type SyntheticEvent } from 'react'
import { hostAnnouncements } from '../display/announce.ts'
import { useScrollStop } from '../keys/use-scroll-stop.ts'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'

/**
 * A modal native dialog for as long as the component is mounted: the rest is inert, focus goes to [data-autofocus] or
 * the first control of the body, and returns where it was. Without onClose, neither Esc nor the back gesture closes it.
 */
export function useModal(onClose: (() => void) | undefined) {
  const dialog = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const closing = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current!
    const before = document.activeElement
    closing.current = false
    element.showModal()
    hostAnnouncements(element)
    const wanted =
      element.querySelector<HTMLElement>('[data-autofocus]') ??
      body.current?.querySelector<HTMLElement>(focusable) ??
      element.querySelector<HTMLElement>(`footer :is(${focusable}):last-of-type`)
    wanted?.focus()
    return () => {
      closing.current = true
      element.close()
      hostAnnouncements([...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body)
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  useScrollStop(body)

  return {
    body,
    dialogProps: {
      ref: dialog,
      onKeyDown: (event: { key: string; preventDefault: () => void; defaultPrevented: boolean }) => {
        // Chromium lets a second Esc through even when the first cancel was prevented; the key itself can be stopped.
        if (event.key === 'Escape' && !onClose) event.preventDefault()
      },
      onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose?.()
      },
      onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
        // Closed by the browser itself. The event comes late: the dialog may be open again, or on its way out.
        if (event.target !== dialog.current || closing.current || dialog.current.open) return
        if (onClose) onClose()
        else dialog.current.showModal()
      },
    },
  }
}
