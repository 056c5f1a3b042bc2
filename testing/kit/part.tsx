import { type ReactNode } from 'react'
import css from './kit.module.css'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

export const none = () => {}
/** The date the previews take for today. */
export const today = '2025-05-13'
