import { Banner } from '#platform/ui/frame/banner.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { outOfOffice } from './contract.ts'
import { momentWords } from './words.ts'

/** Reminds a user that they are out of office, and lets them end the leave. */
export function AwayBanner() {
  const { person } = useUser()
  const { data } = useRead(outOfOffice.list, {})
  const end = useAct(outOfOffice.end)
  const leave = data?.own.find(({ status }) => status === 'ACTIVE')
  if (!leave) return null
  const off = () =>
    end.mutate(
      { leaveId: leave.leaveId },
      {
        onSuccess: () =>
          toast({ words: 'You are back in the office.', detail: 'Unopened requests return to you in a moment.' }),
        onError: (error) => toast({ tone: 'error', words: 'It could not be turned off.', detail: error.message }),
      },
    )
  return (
    <Banner label="Out of office" tone="amber" action={{ words: 'Turn off', onPress: off }}>
      You are out of office until {momentWords(leave.endAt, person.timeZone)}.{' '}
      {leave.delegates.length > 0 && `Delegate: ${leave.delegates[0]!.name}.`}
    </Banner>
  )
}
