import { brand } from '#platform/brand.ts'
import { cx } from '#platform/ui/cx.ts'
import header from '#platform/ui/frame/header.module.css'
import { Mark } from '#platform/ui/frame/mark.tsx'
import css from './chooser.module.css'

/** The dark band above the first page: the name, where all of it runs, and where its source is, if the build knows. */
export function DemoHeader({ source }: { source: string | undefined }) {
  return (
    <header className={cx(header.header, header.out)} data-ink>
      <span className={header.brand}>
        <Mark />
        <span>{brand.name}</span>
      </span>
      <span className={css.where}>In one tab</span>
      <span className={header.space} />
      {source !== undefined && (
        <a className={cx(header.tool, header.outline)} href={source} rel="noreferrer">
          Read the source
        </a>
      )}
    </header>
  )
}
