import type { QueryClient } from '@tanstack/react-query'
import { ask, CallFailed, tab } from '#platform/browser/call.ts'
import { saveBeforeLeaving } from '#platform/browser/unsaved-work.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { session } from './contract.ts'

/**
 * Changes the carrier of the session. Unfinished input stays with the carrier it was typed in. Reads on their way are given up, and
 * none begins until the tab works in the other carrier: it would ask in the name of the one before.
 */
export async function changeCarrier(
  cache: QueryClient,
  code: string,
): Promise<AnswerOf<typeof session.chooseCarrier>['masterCarrier']> {
  await saveBeforeLeaving()
  await cache.cancelQueries()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => {})
  tab.changing = promise
  try {
    const { masterCarrier } = await ask(session.chooseCarrier, { masterCarrierCode: code })
    reject(new CallFailed(409, 'CARRIER_CHANGED', 'You work in another carrier now.'))
    // The tab may have learned of it before the answer came.
    if (tab.carrier === masterCarrier.code) tab.changing = undefined
    return masterCarrier
  } catch (error) {
    tab.changing = undefined
    resolve()
    throw error
  }
}
