import { loadForAct, refuseStale, type ActContext, type LoadedForAct } from '#features/authorizations/load.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import type { CallContext, Refusing } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { readScreenLists, type ScreenLists } from './screen-shown.ts'
import { decisionSettings, type DecisionSettings } from '#features/permissions/decision-settings.ts'

/** A call that decides a request. */
export type DecidingCall = Omit<CallContext<AnyCall>, 'input' | 'refuse'> &
  ActContext & {
    input: {
      id: string
      authorizationId?: string | undefined
      subCarrier?: string | undefined
      version?: number | undefined
    }
  } & Refusing<'ALREADY_DECIDED' | 'CONFLICT' | 'PRECONDITION_REQUIRED' | 'RULE'>

/** A loaded request with what the rules of a decision ask about. */
export type Case = LoadedForAct & { settings: DecisionSettings; lists: ScreenLists }

/** Loads a request to be decided: the one the caller named, as the caller has seen it. */
export async function loadForDecision(context: DecidingCall): Promise<Case> {
  const { input } = context
  const [loaded, lists] = await Promise.all([loadForAct(context, input.id), readScreenLists(context.db, input.id)])
  if (input.authorizationId !== undefined && input.authorizationId !== input.id)
    invalid('authorizationId', 'This is another request than the one in the address.')
  if (input.subCarrier !== undefined && input.subCarrier !== loaded.request.sub_carrier) notFound()
  refuseStale(context, loaded.request, input.version)
  const { request } = loaded
  return { ...loaded, settings: decisionSettings(request), lists }
}
