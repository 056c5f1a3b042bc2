import { useId, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../cx.ts'
import { IconButton } from '../button/icon-button.tsx'
import { iconClose } from '../display/icons.ts'
import css from './panel.module.css'
import { useModal } from './use-modal.ts'

type PanelProps = {
  title: string
  /** Grey, after the title: "Version 6.0 · updated 4/22/2025". */
  sub?: ReactNode
  onClose: () => void
  /** A text to be read, not a form: the focus begins at its title, and it can be printed. */
  reads?: boolean
  footer?: ReactNode
  children: ReactNode
}

/** A page that slides in from the right over the current one: notices, terms, contacts, documents. Esc closes it. */
export function Panel({ title, sub, onClose, reads, footer, children }: PanelProps) {
  const id = useId()
  const { body, dialogProps } = useModal(onClose)
  return (
    <dialog {...dialogProps} aria-labelledby={id} className={cx(css.panel, reads && css.reads)}>
      <div className={css.head}>
        <h2 id={id} {...(reads && { tabIndex: -1, 'data-autofocus': true })}>
          {title}
        </h2>
        <span className={css.sub}>{sub}</span>
        <IconButton icon={iconClose} label="Close" plain onClick={onClose} />
      </div>
      <div className={css.body} ref={body}>
        {children}
      </div>
      {footer && <footer className={css.foot}>{footer}</footer>}
      {reads &&
        createPortal(
          <div className={css.paper}>
            <h1>{title}</h1>
            {sub && <p>{sub}</p>}
            {children}
          </div>,
          document.body,
        )}
    </dialog>
  )
}
