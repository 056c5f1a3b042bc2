import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clamped, cornerPlace, covers, movedByKey } from './window-place.ts'

const size = { width: 376, height: 616 }
const page = { width: 1440, height: 900 }

test.each([
  ['ArrowLeft', { right: 44, bottom: 48 }],
  ['ArrowRight', { right: -4, bottom: 48 }],
  ['ArrowUp', { right: 20, bottom: 72 }],
  ['ArrowDown', { right: 20, bottom: 24 }],
  ['Home', cornerPlace],
  ['a', undefined],
])('the chat window is moved by %s', (key, place) => {
  expect(movedByKey(cornerPlace, key)).toEqual(place)
})

test('the chat window stays on the page wherever it is dragged', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -5000, max: 5000 }), (right, bottom) => {
      const at = clamped({ right, bottom }, size, page)
      expect(at.right).toBeGreaterThanOrEqual(0)
      expect(at.bottom).toBeGreaterThanOrEqual(0)
      expect(at.right + size.width).toBeLessThanOrEqual(page.width)
      expect(at.bottom + size.height).toBeLessThanOrEqual(page.height)
    }),
  )
})

test('the chat window covers what lies under it, and nothing beside it', () => {
  const window = { left: 1000, top: 200, right: 1376, bottom: 816 }
  expect(covers(window, { left: 1050, top: 300, right: 1150, bottom: 330 })).toBe(true)
  expect(covers(window, { left: 100, top: 300, right: 300, bottom: 330 })).toBe(false)
})
