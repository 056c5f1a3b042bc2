import { expect } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import type { TestApi } from '../api.ts'
import { exhaustive, sample } from '../bounds.ts'
import { contents } from './attempt.ts'

// Which pairs of a call and an attack a run asks: all of them with one call of each kind, with every other call a few that
// the seed of the run draws. `npm run test:exhaustive` asks all of them with every call.

/** Calls of one kind are guarded by the same code of the server. */
const kindOf = ({ gate, kind, line, form, file }: AnyCall): string =>
  [gate, kind, line.startsWith('GET ') ? 'address' : 'body', form ? 'form' : 'JSON', file ? 'file' : 'answer'].join(' ')

const wholeNames = new Set(
  [...Map.groupBy(everyCall, kindOf)].flatMap(([kind, calls]) => sample(calls, 1, kind).map(({ name }) => name)),
)
/** Whether this run asks everything of this call. */
export const isWhole = (call: AnyCall): boolean => exhaustive || wholeNames.has(call.name)

/** What this run tries with a call: everything, or so many of the list. */
export const tried = <T>(call: AnyCall, list: readonly T[], size: number, salt: string): T[] =>
  isWhole(call) ? [...list] : sample(list, size, `${salt} ${call.name}`)

/** The calls of a list that a run asks: one of each kind, and so many more. */
export function drawn<C extends AnyCall>(calls: readonly C[], more: number, salt: string): C[] {
  const others = new Set(
    sample(
      calls.filter((call) => !isWhole(call)),
      more,
      salt,
    ),
  )
  return calls.filter((call) => isWhole(call) || others.has(call))
}

/** Does it with each of a list, some of them at a time, and fails with the first that failed once all are through. */
export async function together<T>(list: readonly T[], run: (one: T) => Promise<unknown>, size = 8): Promise<void> {
  const faults: unknown[] = []
  for (let next = 0; next < list.length; next += size) {
    const ended = await Promise.allSettled(list.slice(next, next + size).map(run))
    faults.push(...ended.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown))
  }
  if (faults.length > 0) throw faults[0]
}

/** The same for what must change nothing. When the tables have changed, each is asked alone, so that the failure names it. */
export async function changingNothing<T>(
  api: TestApi,
  list: readonly T[],
  nameOf: (one: T) => string,
  run: (one: T) => Promise<unknown>,
): Promise<void> {
  const before = await contents(api)
  await together(list, run)
  const after = await contents(api)
  if (JSON.stringify(after) !== JSON.stringify(before))
    for (const one of list) {
      const alone = await contents(api)
      await run(one)
      expect([nameOf(one), await contents(api)]).toEqual([nameOf(one), alone])
    }
  expect(after).toEqual(before)
}
