import { useId, type FormEvent, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './dialog.module.css'
import { IconButton } from '../button/icon-button.tsx'
import { iconClose } from '../display/icons.ts'
import { useModal } from './use-modal.ts'

export type DialogProps = {
  title: ReactNode
  /**
   * Called by Esc, the close button and the back gesture. Without it the dialog has no close button and stays open.
   */
  onClose?: (() => void) | undefined
  /** A Tile before the title. */
  tile?: ReactNode
  /** 440, 560 or 860 px; 'default' by default. */
  size?: 'small' | 'default' | 'large'
  /** On phones: a sheet at the bottom, or the whole screen. */
  sheet?: 'bottom' | 'full'
  /** alertdialog interrupts: session warning, destructive question. Then pass what it describes as `described`. */
  role?: 'dialog' | 'alertdialog'
  /** Id of the sentence that an alertdialog reads out. */
  described?: string
  /** Buttons; the last is the main one. On phones they share the width. */
  footer?: ReactNode
  /** Left in the footer: a hint or a quiet button. */
  footerStart?: ReactNode
  /** Makes the dialog a form; Enter in a field and the main button (type="submit") send it. */
  onSubmit?: () => void
  children: ReactNode
}

/** A modal dialog while it is mounted. Focus goes in, stays in, and returns to where it came from. */
export function Dialog(props: DialogProps) {
  const {
    title,
    onClose,
    tile,
    size = 'default',
    sheet = 'bottom',
    role,
    described,
    footer,
    footerStart,
    onSubmit,
    children,
  } = props
  const id = useId()
  const { body, dialogProps } = useModal(onClose)
  const parts = (
    <>
      <div className={css.body} ref={body}>
        {children}
      </div>
      {(footer || footerStart) && (
        <footer className={css.foot}>
          {footerStart && <div className={css.start}>{footerStart}</div>}
          {footer}
        </footer>
      )}
    </>
  )
  return (
    <dialog
      {...dialogProps}
      role={role === 'alertdialog' ? role : undefined}
      aria-labelledby={id}
      aria-describedby={described}
      className={cx(css.dialog, size !== 'default' && css[size], sheet === 'full' && css.full)}
    >
      <div className={css.head}>
        {tile}
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {onClose && <IconButton icon={iconClose} label="Close" plain onClick={onClose} />}
      </div>
      {onSubmit ? (
        <form
          className={css.form}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            // A dialog that was opened from within another form sends itself alone.
            event.stopPropagation()
            onSubmit()
          }}
        >
          {parts}
        </form>
      ) : (
        parts
      )}
    </dialog>
  )
}
