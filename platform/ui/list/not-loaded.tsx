import type { ComponentProps } from 'react'
import { ErrorState } from './error-state.tsx'

type NotLoadedProps = Pick<ComponentProps<typeof ErrorState>, 'title' | 'small' | 'acts'> & {
  /** What was asked for; "Try again" asks again. */
  of: {
    error: { message: string; supportId?: string | undefined } | null
    refetch: () => unknown
    isFetching: boolean
  }
  /** What it means for the user's work. */
  safe?: string
}

/** Shown in place of what a page asked for and did not get. */
export function NotLoaded({
  of: { error, refetch, isFetching },
  safe = 'Nothing was changed.',
  ...rest
}: NotLoadedProps) {
  return (
    <ErrorState
      safe={safe}
      text={error?.message}
      supportId={error?.supportId}
      onRetry={() => void refetch()}
      retrying={isFetching}
      {...rest}
    />
  )
}
