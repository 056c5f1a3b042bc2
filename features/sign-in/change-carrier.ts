import type { QueryClient } from '@tanstack/react-query'
import { ask, CallFailed, tab } from '#platform/browser/call.ts'
import { saveBeforeLeaving } from '#platform/browser/unsaved-work.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { session } from './contract.ts'

/**
 * Changes the carrier of the session. Unfinished input stays with the carrier it was typed in. Reads on their way are given up, and
 * those that begin meanwhile are not sent: they would ask in the name of the carrier before.
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
    return masterCarrier
  } catch (error) {
    resolve()
    throw error
  } finally {
    tab.changing = undefined
  }
}

/** The same, and on to a page there: nothing more is read on the page that is left. */
export async function changeCarrierFor(cache: QueryClient, code: string, address: string): Promise<void> {
  await changeCarrier(cache, code)
  tab.changing = new Promise(() => {})
  location.assign(address)
}
