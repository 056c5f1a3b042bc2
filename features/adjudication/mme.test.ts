import { describe, expect, test } from 'vitest'
import type { DrugFacts } from './snapshot.ts'
import { mmeFacts, mmeOf } from './mme.ts'
import { drugNamed } from './testing.ts'
import { hydrocodone, ibuprofen, oxycodone } from './testing-drugs.ts'

describe('MME arithmetic', () => {
  test('each opioid by its factor, a patch by the hour, buprenorphine never', () => {
    expect(mmeOf(oxycodone, 60, 30, 'CLAIM', null)).toMatchObject({
      mme: 30,
      perDay: 2,
      factor: 1.5,
      how: 'PER_DAY',
      unit: 'mg',
      source: 'CLAIM',
      fillDate: null,
      strength: 10,
      arithmetic: '10 mg x 2 a day x 1.5 = 30',
    })
    const patch = { ...oxycodone, opioidFactorKey: 'fentanyl-patch', strengthValue: 25 }
    expect(mmeOf(patch, 10, 30, 'ACTIVE', '2024-08-01')).toMatchObject({
      mme: 60,
      perDay: 1,
      arithmetic: '25 mcg/h x 2.4 = 60',
      fillDate: '2024-08-01',
    })
    expect(mmeOf(patch, 20, 30, 'CLAIM', null)).toMatchObject({
      mme: 120,
      perDay: 2,
      arithmetic: '2 patches x 25 mcg/h x 2.4 = 120',
    })
    // Five patches in ten days are one, changed every two days; six are two.
    expect([5, 6].map((patches) => mmeOf(patch, patches, 10, 'CLAIM', null)?.mme)).toEqual([60, 120])
    expect(mmeOf({ ...oxycodone, opioidFactorKey: 'buprenorphine' }, 60, 30, 'CLAIM', null)).toBeNull()
    expect(mmeOf(ibuprofen, 60, 30, 'CLAIM', null)).toBeNull()
    expect(mmeOf(oxycodone, 50, 30, 'CLAIM', null)).toMatchObject({
      mme: 25,
      perDay: 1.667,
      arithmetic: '10 mg x 1.667 a day x 1.5 = 25',
    })
  })
  test.each<[patches: number, days: number, worn: number]>([
    // Every 72 hours: what fills the box up is not worn.
    [10, 30, 1],
    [5, 15, 1],
    [5, 10, 1],
    [5, 7, 1],
    [5, 3, 1],
    [10, 28, 1],
    // Every 48 hours.
    [15, 30, 1],
    [15, 28, 1],
    [15, 25, 1],
    [10, 20, 1],
    [10, 19, 1],
    [5, 8, 1],
    [5, 9, 1],
    // Worn beside each other.
    [20, 30, 2],
    [20, 28, 2],
    [10, 15, 2],
    [10, 14, 2],
    [10, 7, 2],
    [30, 30, 3],
    [30, 28, 3],
    // Loose patches.
    [6, 10, 2],
    [4, 6, 2],
    [3, 6, 1],
  ])('%d patches for %d days are %d at a time', (patches, days, worn) =>
    expect(mmeOf(drugNamed('Fentanyl 25 mcg/h patch'), patches, days, 'CLAIM', null)?.mme).toBe(60 * worn),
  )
  const supply = (drug: DrugFacts, quantity: number) => ({ drug, quantity, daysSupply: 30, fillDate: null })
  test('now and after, the newest supply of the same product being what is replaced', () => {
    const buprenorphine = {
      ...oxycodone,
      opioidFactorKey: 'buprenorphine',
      genericName: 'Buprenorphine',
      name: 'Buprenorphine film',
    }
    expect(mmeFacts([supply(hydrocodone, 60)], supply(oxycodone, 90), supply(oxycodone, 60), 90)).toMatchObject({
      now: 55,
      after: 40,
      limit: 90,
      items: [
        { source: 'CLAIM', mme: 30 },
        { source: 'ACTIVE', mme: 10 },
      ],
      previous: { mme: 45 },
      notCounted: [],
    })
    expect(mmeFacts([supply(buprenorphine, 60), supply(ibuprofen, 60)], null, supply(oxycodone, 60), 90)).toMatchObject(
      {
        now: 0,
        after: 30,
        notCounted: ['Contains buprenorphine: Buprenorphine film is not added to MME'],
      },
    )
    expect(mmeFacts([supply(hydrocodone, 60)], null, supply(buprenorphine, 60), 90)).toMatchObject({
      now: 10,
      after: 10,
      notCounted: ['Contains buprenorphine: Buprenorphine film is not added to MME'],
    })
    expect(mmeFacts([], null, null, 90)).toMatchObject({ now: 0, after: 0, items: [], previous: null })
    expect(mmeFacts([], null, supply(ibuprofen, 30), 90).notCounted).toEqual([])
  })
})
