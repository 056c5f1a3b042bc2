import { useId, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { iconClose } from './icons.ts'
import css from './panel.module.css'
import { useModal } from './use-modal.ts'

export type PanelProps = {
  title: string
  /** Grey, after the title: "Version 6.0 · updated 4/22/2025". */
  sub?: ReactNode
  onClose: () => void
  footer?: ReactNode
  children: ReactNode
}

/** A page that slides in from the right over the present one: notices, terms, contacts, documents. Esc closes it. */
export function Panel({ title, sub, onClose, footer, children }: PanelProps) {
  const id = useId()
  const { body, dialogProps } = useModal(onClose)
  return (
    <dialog {...dialogProps} aria-labelledby={id} className={css.panel}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        <span className={css.sub}>{sub}</span>
        <IconButton icon={iconClose} label="Close" plain onClick={onClose} />
      </div>
      <div className={css.body} ref={body}>
        {children}
      </div>
      {footer && <footer className={css.foot}>{footer}</footer>}
    </dialog>
  )
}
