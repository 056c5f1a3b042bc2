import type { ReactNode } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { iconChevronLeft, iconChevronRight } from '#platform/ui/display/icons.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import css from './directory.module.css'

type Answer = { content: readonly unknown[]; page: number; size: number; totalElements: number; totalIsExact: boolean }
type FoundProps = {
  /** "pharmacies", in the plural. */
  what: string
  /** Undefined before the first search. */
  asked:
    | {
        data: Answer | undefined
        error: { message: string; supportId: string | undefined } | null
        isFetching: boolean
        refetch: () => unknown
      }
    | undefined
  /** What may be looked for, before the first search. */
  hint: string
  onPage: (page: number) => void
  children: ReactNode
}

/** A list that comes whole, as one page. */
export const allOf = <T,>(content: readonly T[]) => ({
  content,
  page: 0,
  size: content.length,
  totalElements: content.length,
  totalIsExact: true,
})

const plurals: Record<string, string> = { pharmacy: 'pharmacies' }

/** "1 pharmacy", "9 pharmacies", or "2,000+ pharmacies" where there are more than are counted. */
export const countWords = (
  { totalElements, totalIsExact }: Pick<Answer, 'totalElements' | 'totalIsExact'>,
  one: string,
): string =>
  totalElements === 1
    ? `1 ${one}`
    : `${totalElements.toLocaleString('en-US')}${totalIsExact ? '' : '+'} ${plurals[one] ?? `${one}s`}`

/** The answer of a directory: a hint before the first search, then rows, nothing found, or why it failed. */
export function Found({ what, asked, hint, onPage, children }: FoundProps) {
  if (!asked)
    return (
      <State kind="empty" title="No search yet">
        {hint}
      </State>
    )
  const { data, error, isFetching, refetch } = asked
  if (error && !data)
    return (
      <ErrorState
        title={`The ${what} could not be searched`}
        safe="Nothing was changed."
        text={error.message}
        supportId={error.supportId}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  const more = data ? data.totalElements > (data.page + 1) * data.size : false
  return (
    <Loading
      busy={!data}
      skeleton={<Skeleton width="100%" height={220} />}
      loaded={data && `${data.totalElements.toLocaleString('en-US')} ${what} found.`}
    >
      {data?.content.length === 0 && data.page === 0 ? (
        <State kind="noMatch" title={`No ${what} match`}>
          Check the spelling, or look for less.
        </State>
      ) : (
        children
      )}
      {data && (data.page > 0 || more) && (
        <nav className={css.pager} aria-label="Pages">
          <Button size="small" icon={iconChevronLeft} disabled={data.page === 0} onClick={() => onPage(data.page - 1)}>
            Previous
          </Button>
          <span>
            Page {data.page + 1} of {Math.ceil(data.totalElements / data.size).toLocaleString('en-US')}
          </span>
          <Button size="small" iconEnd={iconChevronRight} disabled={!more} onClick={() => onPage(data.page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </Loading>
  )
}
