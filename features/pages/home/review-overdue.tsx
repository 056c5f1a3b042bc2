import { WaitingChanges } from '#features/carrier-settings/waiting-changes.tsx'
import { flags } from '#features/flags/contract.ts'
import { whyNotAdminister } from '#features/people/administering.ts'
import { ReviewOverdue } from '#features/people/review-due.tsx'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'

/** What waits for account managers: an overdue access review, where the carrier has the pages of users, and changes of settings. */
export function ReviewOverdueHere({ className }: { className?: string | undefined }) {
  const off = whyNotAdminister(useUser().person) !== undefined
  const flag = useRead(flags.ofUser, { flagName: 'administration' }, { off }).data
  if (off) return null
  return (
    <>
      {flag?.variation === true && <ReviewOverdue className={className} />}
      <WaitingChanges className={className} />
    </>
  )
}
