import { useEffect, useMemo } from 'react'
import type { CallFailed } from '#platform/browser/call.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useRead } from '#platform/browser/use-call.ts'
import type { SignedInUser } from '#platform/browser/use-user.ts'
import { settings } from '#features/settings/contract.ts'
import { wrongLevel } from '#features/settings/rules.ts'

/** Shows once, until it is closed, that a call failed; when it fails again, the message gets the newest Support Id. */
export function useFailure(error: CallFailed | null, words: (error: CallFailed) => string): void {
  useEffect(() => {
    if (!error) return
    const { supportId } = error
    const sentence = words(error)
    toast({ tone: 'error', words: sentence, topic: sentence, ...(supportId && { detail: `Support Id: ${supportId}` }) })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the words follow from the error
  }, [error])
}

/**
 * The signed-in user with what is fetched once a carrier is chosen: the sub-carriers they may extract data for and the
 * carrier's settings for the whole portal. Until these are known, and when they cannot be fetched, the session's own
 * data is used.
 */
export function useCarrierFacts(me: SignedInUser): SignedInUser {
  const mc = me.carrier.code
  const subCarriers = useRead(settings.extractSubCarriers, { masterCarrier: mc })
  const client = useRead(settings.client, { id1: mc, id2: 'ALL', level: 'settingsLevelGlobal' })
  useFailure(subCarriers.error, () => 'Error getting sub carriers for user.')
  useFailure(client.error, ({ said }) => (wrongLevel.test(said) ? said : `Error getting client settings for ${mc}/ALL`))
  return useMemo(
    () => ({
      ...me,
      dataExtract: subCarriers.data ? subCarriers.data.length > 0 : me.dataExtract,
      settings: client.data?.settings ?? me.settings,
    }),
    [me, subCarriers.data, client.data],
  )
}
