import type { AnyCall, InputOf } from '#platform/calls/contract.ts'
import type { Place } from './place.ts'

type Sample<C> = (place: Place) => Promise<InputOf<C>> | InputOf<C>
export type AnySample = (place: Place) => Promise<Record<string, unknown>> | Record<string, unknown>

/** For each call of a contract an input that succeeds in any place; a call without one does not compile. */
export const sample =
  <Calls extends Record<string, AnyCall>>(calls: Calls) =>
  (samples: { [Verb in keyof Calls]: Sample<Calls[Verb]> }): Record<string, AnySample> =>
    Object.fromEntries(Object.entries(calls).map(([verb, call]) => [call.name, samples[verb] as unknown as AnySample]))
