import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../button/button.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { IconButton } from '../button/icon-button.tsx'
import { iconAlert, iconCheckCircle, iconClose, iconInfo } from '../display/icons.ts'
import { closeToast, toastList, type Toast } from './toasts.ts'
import css from './toast-region.module.css'

/** Where toasts appear: the newest alone, and what stays until it is closed. Exactly once, in the frame. Resting the pointer or the focus on them holds their time. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.read, toastList.read)
  const [isPaused, setPaused] = useState(false)
  if (!toasts.length) return null
  return (
    <section
      aria-label="Notifications"
      className={css.region}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toasts.map((toast) => (
        <ToastLine
          key={toast.id}
          toast={toast}
          isPaused={isPaused}
          hidden={toast.life !== undefined && toast !== toasts.at(-1)}
        />
      ))}
    </section>
  )
}

const icons = { success: iconCheckCircle, error: iconAlert, info: iconInfo }

function ToastLine({ toast, isPaused, hidden }: { toast: Toast; isPaused: boolean; hidden: boolean }) {
  const { id, life, tone = 'success', words, detail, onUndo, undoes } = toast
  const left = useRef(life)
  useEffect(() => {
    if (isPaused || left.current === undefined) return
    const started = performance.now()
    const timer = setTimeout(() => closeToast(id), left.current)
    return () => {
      clearTimeout(timer)
      // What remains runs on after the pointer leaves, but never less than a second.
      left.current = Math.max(1000, (left.current ?? 0) - (performance.now() - started))
    }
  }, [isPaused, id])
  return (
    <div className={cx(css.toast, css[tone])} hidden={hidden}>
      <Icon of={icons[tone]} size={17} />
      <div className={css.words} id={`toast-${id}`}>
        <b>{words}</b> {detail}
      </div>
      {onUndo && (
        <Button
          tone="link"
          size="small"
          keys={['Z']}
          aria-describedby={`toast-${id}`}
          onClick={() => {
            closeToast(id)
            onUndo()
          }}
        >
          {undoes ? `Undo ${undoes}` : 'Undo'}
        </Button>
      )}
      <IconButton size="small" icon={iconClose} label="Close" plain onClick={() => closeToast(id)} />
    </div>
  )
}
