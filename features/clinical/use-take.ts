import { useAct } from '#platform/browser/use-call.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { clinical } from './contract.ts'

/** Takes a request that was handed over, or gives it back where it is this user's already, and says what came of it. */
export function useTake() {
  const take = useAct(clinical.take)
  const onTake = (authorizationId: string, mine: boolean) => {
    if (take.isPending) return
    take.mutate(
      { authorizationId, take: !mine },
      {
        onSuccess: () => toast({ tone: 'success', words: mine ? 'Returned to the queue.' : 'It is assigned to you.' }),
        onError: (error) =>
          toast({
            tone: 'error',
            words: mine ? 'It was not returned.' : 'It was not assigned to you.',
            detail: error.message,
          }),
      },
    )
  }
  return { onTake, isPending: take.isPending }
}
