import type { Gateways, Outgoing } from '#platform/gateways/gateways.ts'
import type { TestApi } from './api.ts'

/** Lets one function answer for all gateways of a test's portal. */
export function answerForGateways(
  api: TestApi,
  answer: (message: Outgoing, by: keyof Gateways) => Promise<'taken' | 'delivered'>,
): void {
  const gateway = (by: keyof Gateways) => ({ send: (message: Outgoing) => answer(message, by) })
  const gateways: Gateways = {
    MAIL: gateway('MAIL'),
    FAX: gateway('FAX'),
    SMS: gateway('SMS'),
    POST: gateway('POST'),
  }
  Object.assign(api.built.portal, { gateways })
}
