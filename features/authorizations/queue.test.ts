import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterDeciding, notDone, placeIn, queueOf, queueState, requestPath } from './queue.ts'

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const ids = [1, 2, 3, 4].map(id)

describe('the list a request was opened from', () => {
  it('is handed over in the history state and read back', () => {
    expect(queueOf(structuredClone(queueState(ids, '/authorizations?view=escalated')))).toEqual({
      ids,
      done: [],
      snoozed: [],
      back: '/authorizations?view=escalated',
    })
  })
  it('reads an empty list from any other history state', () => {
    for (const state of [
      null,
      undefined,
      7,
      'x',
      {},
      { queue: null },
      { queue: { ids: 'x', back: 'https://elsewhere.test' } },
      { queue: { ids: [1, {}], back: '//elsewhere.test' } },
    ]) {
      expect(queueOf(state)).toEqual({ ids: [], done: [], snoozed: [], back: '/authorizations' })
    }
  })
  it('says where a request stands and who its neighbours are', () => {
    const queue = queueOf(queueState(ids))
    expect(placeIn(queue, id(2))).toEqual({ position: 2, total: 4, next: id(3), previous: id(1) })
    expect(placeIn(queue, id(4))).toEqual({ position: 4, total: 4, next: undefined, previous: id(3) })
    expect(placeIn(queue, id(9))).toEqual({ position: 0, total: 4, next: undefined, previous: undefined })
  })
  it('opens the next one that waits, and the skipped ones at last', () => {
    const one = afterDeciding(queueOf(queueState(ids)), id(3))
    expect(one.next).toBe(id(4))
    const two = afterDeciding(one.queue, id(4))
    expect(two.next).toBe(id(1))
    const back = notDone(two.queue, id(3))
    expect(afterDeciding(back, id(1)).next).toBe(id(2))
  })
  it('leads nobody to a request they snoozed', () => {
    const queue = queueOf(structuredClone(queueState(ids, '/authorizations', [], [id(3), id(4)])))
    const one = afterDeciding(queue, id(2))
    expect(one.next).toBe(id(1))
    expect(afterDeciding(one.queue, id(1)).next).toBeUndefined()
  })
  it('leads through every request exactly once, wherever it begins', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(), (count, from) => {
        const all = Array.from({ length: count }, (_, n) => id(n))
        const seen: string[] = []
        let queue = queueOf(queueState(all))
        let at: string | undefined = all[from % count]
        while (at !== undefined && seen.length <= count) {
          seen.push(at)
          const after = afterDeciding(queue, at)
          queue = after.queue
          at = after.next
        }
        expect(seen.toSorted()).toEqual(all)
      }),
    )
  })
  it('leads to no next request when there is no list', () => {
    expect(afterDeciding(queueOf(null), id(1)).next).toBeUndefined()
  })
  it('writes the address of a request and of its form', () => {
    expect(requestPath(id(1))).toBe(`/authorizations/request/${id(1)}`)
    expect(requestPath(id(1), 'approve')).toBe(`/authorizations/request/${id(1)}?form=approve`)
  })
})
