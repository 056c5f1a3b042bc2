import { useFormRules } from '../use-form-rules.ts'
import { useState, type ReactNode } from 'react'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import type { Problem, Reason } from './problem.ts'
import type { FormRules } from '../edit-rules-shape.ts'
import { focusField, FormSkeleton, messageOf, type FormProps } from './parts.tsx'
import type { Failure } from '../in-flight.ts'

export type LoadedProps = Pick<FormProps<never>, 'detail' | 'frame'> & {
  action: 'APPROVE' | 'REJECT'
  children: (rules: FormRules, reasons: readonly Reason[]) => ReactNode
}

/** The limits of a form and its reasons; the form as soon as both are there, and why it is not when one cannot be had. */
export function Loaded({ detail, frame, action, children }: LoadedProps) {
  const { rules, reasons } = useFormRules(detail, action)
  const failed = rules.error ?? reasons.error
  if (rules.data && reasons.data) return children(rules.data, reasons.data)
  if (!failed) return frame({ fields: <FormSkeleton />, loading: true })
  return frame({
    fields: (
      <ErrorState
        small
        title="The form could not be loaded"
        safe="Nothing was decided."
        text={failed.message}
        supportId={failed.supportId}
        onRetry={() => void Promise.all([rules.refetch(), reasons.refetch()])}
        retrying={rules.isFetching || reasons.isFetching}
      />
    ),
  })
}

const isDate = (field: string): boolean => field === 'startDate' || field === 'endDate'

/**
 * The error of each field of a form. Dates that do not fit each other are reported while typing; all else when it is sent,
 * and no longer than it is so; then what the server said.
 */
export function useProblems(
  problems: readonly Problem[],
  dates: { start?: string; end?: string },
  failure: Failure | undefined,
): {
  error: (field: string) => string | undefined
  /** True when the form may be sent; else every error is shown, and the first field has the focus. */
  mayGo: () => boolean
} {
  const [shown, setShown] = useState<readonly Problem[]>([])
  const typed = (dates.start ?? dates.end) !== undefined
  const live = problems.filter(({ field, message }) => typed && isDate(field) && message !== 'Invalid date')
  const still = shown.filter((one) => problems.some((now) => now.field === one.field && now.message === one.message))
  return {
    error: (field) => messageOf(field, [...live, ...still], failure),
    mayGo: () => {
      const [first] = problems
      if (!first) return true
      setShown(problems)
      focusField(first.field)
      return false
    },
  }
}
