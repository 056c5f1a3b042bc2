import { Button } from '#platform/ui/button/button.tsx'
import { iconChevronLeft, iconChevronRight } from '#platform/ui/display/icons.ts'
import css from './worklist.module.css'

type PagerProps = {
  /** From 0. */
  page: number
  size: number
  /** Rows on this page. */
  count: number
  total: number
  exact: boolean
  pages: number
  hasNext: boolean
  onPage: (page: number) => void
}

/** Which part of the list is shown, and the buttons to the others; absent when all fits on one page. */
export function Pager({ page, size, count, total, exact, pages, hasNext, onPage }: PagerProps) {
  if (page === 0 && !hasNext) return null
  const from = page * size + 1
  return (
    <nav className={css.pager} aria-label="Pages">
      <span>
        {count > 0 && `${from.toLocaleString('en-US')} to ${(from + count - 1).toLocaleString('en-US')} of `}
        {total.toLocaleString('en-US')}
        {!exact && '+'}
      </span>
      <span className="grow" />
      <Button size="small" disabled={page === 0} onClick={() => onPage(0)}>
        First
      </Button>
      <Button size="small" icon={iconChevronLeft} disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="small" iconEnd={iconChevronRight} disabled={!hasNext} onClick={() => onPage(page + 1)}>
        Next
      </Button>
      {exact && (
        <Button size="small" disabled={!hasNext} onClick={() => onPage(pages - 1)}>
          Last
        </Button>
      )}
    </nav>
  )
}
