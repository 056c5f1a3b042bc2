import { flags } from '#features/flags/contract.ts'
import { whyNotAdminister } from '#features/people/administering.ts'
import { ReviewOverdue } from '#features/people/review-due.tsx'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'

/** The overdue access review, for account managers whose carrier has the pages of users. */
export function ReviewOverdueHere({ className }: { className?: string | undefined }) {
  const off = whyNotAdminister(useUser().person) !== undefined
  const flag = useRead(flags.ofUser, { flagName: 'administration' }, { off }).data
  return flag?.variation === true ? <ReviewOverdue className={className} /> : null
}
