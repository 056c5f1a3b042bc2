import { expect, test } from 'vitest'
import { forecast, forecastByHour } from './rules.ts'

test('a supervisor reads the forecast hour by hour: what is open now, each full hour, and the figure of the formula', () => {
  const of = forecast(164, { arrived: 380, decided: 441 }, 6.75)
  const points = forecastByHour(164, of, { now: '2026-11-17T15:15:00.000Z', until: '2026-11-17T22:00:00.000Z' })
  expect(points[0]).toEqual({ at: '2026-11-17T15:15:00.000Z', expected: 164 })
  expect(points.at(-1)).toEqual({ at: '2026-11-17T22:00:00.000Z', expected: of.expected })
  expect(points.slice(1, -1).map(({ at }) => at.slice(11, 16))).toEqual([
    '16:00',
    '17:00',
    '18:00',
    '19:00',
    '20:00',
    '21:00',
  ])
  const figures = points.map(({ expected }) => expected)
  expect(figures).toEqual([...figures].sort((a, b) => b - a))
})

test('the forecast never falls below nobody, and has two figures where less than an hour is left', () => {
  const of = { arrivalsPerHour: 0, decisionsPerHour: 50, expected: 0 }
  const points = forecastByHour(10, of, { now: '2026-11-17T19:00:00.000Z', until: '2026-11-17T22:00:00.000Z' })
  expect(points.map(({ expected }) => expected)).toEqual([10, 0, 0, 0])
  expect(forecastByHour(10, of, { now: '2026-11-17T21:30:00.000Z', until: '2026-11-17T22:00:00.000Z' })).toHaveLength(2)
})
