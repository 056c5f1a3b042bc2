import type { ComponentProps } from 'react'
import { ButtonFace, buttonClass, keyShortcut, type ButtonFaceProps, type ButtonLook } from './button-face.tsx'

export type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & ButtonLook & ButtonFaceProps

/** A button. Busy keeps its width and its focus, says what it does, and takes no second press. */
export function Button(props: ButtonProps) {
  const { tone, size, block, icon, iconEnd, keys, busy, busyLabel, children, className, onClick, type, ...rest } = props
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={buttonClass({ tone, size, block }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-keyshortcuts={keyShortcut(keys)}
      onClick={(event) => {
        // preventDefault also stops the form from being sent twice.
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <ButtonFace {...{ icon, iconEnd, keys, busy, busyLabel }}>{children}</ButtonFace>
    </button>
  )
}
