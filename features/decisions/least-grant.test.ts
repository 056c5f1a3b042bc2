import { expect, it } from 'vitest'
import { whyNotApprove } from './approval.ts'
import { leastGrant } from './least-grant.ts'
import { reducedField } from './reduced-field.ts'
import {
  adjuster,
  firstBy,
  now,
  nurse,
  person,
  pharmacist,
  request,
  reviewer,
  set,
  supervisor,
} from './testing-rules.ts'

const settings = set({ allowPaFillLimit: true })

// Where an adjuster may grant less, a nurse may not.
const ofGeorgia = { ...nurse, licenseStates: ['GA'] }

// Thirty days of a drug, asked for on November 16, 2026 with two refills.
const twoRefills = { refills_authorised: 2, fill_number: 0, quantity: 60 }

it.each([
  // [state, who, request, what is granted, the field that is less than was asked]
  ['CA', adjuster, twoRefills, { paMaxFill: 2 }, 'paMaxFill'],
  ['CA', adjuster, twoRefills, { paMaxFill: 3 }, undefined],
  ['CA', supervisor, twoRefills, { paMaxFill: 1 }, 'paMaxFill'],
  ['CA', adjuster, twoRefills, { oneTimeFill: true }, 'oneTimeFill'],
  ['CA', adjuster, { ...twoRefills, refills_authorised: 0 }, { oneTimeFill: true }, undefined],
  ['CA', adjuster, { ...twoRefills, fill_number: 2 }, { paMaxFill: 1 }, undefined],
  ['CA', adjuster, { ...twoRefills, fill_number: 1 }, { paMaxFill: 1 }, 'paMaxFill'],
  ['CA', adjuster, twoRefills, { endDate: '2027-02-13' }, 'endDate'],
  ['CA', adjuster, twoRefills, { endDate: '2027-02-14' }, undefined],
  ['CA', adjuster, twoRefills, { endDate: '2026-11-20' }, 'endDate'],
  ['CA', adjuster, { ...twoRefills, refills_authorised: 0 }, { endDate: '2026-12-15' }, 'endDate'],
  ['CA', adjuster, { ...twoRefills, refills_authorised: 0 }, { endDate: '2026-12-16' }, undefined],
  ['CA', adjuster, { ...twoRefills, refills_authorised: 0 }, { oneTimeFill: true, endDate: '2026-11-29' }, 'endDate'],
  ['CA', adjuster, { ...twoRefills, refills_authorised: 0 }, { oneTimeFill: true, endDate: '2026-11-30' }, undefined],
  // The claim ends: nobody can grant more.
  ['CA', adjuster, { ...twoRefills, term_date: '2026-12-01' }, { endDate: '2026-12-01' }, undefined],
  ['CA', adjuster, { ...twoRefills, term_date: '2026-12-01' }, { endDate: '2026-11-30' }, 'endDate'],
  ['CA', pharmacist, { ...twoRefills, status_id: 22 }, { endDate: '2026-11-20' }, 'endDate'],
  ['TX', adjuster, twoRefills, { paMaxFill: 1 }, 'paMaxFill'],
  ['TX', adjuster, twoRefills, { endDate: '2026-12-01' }, 'endDate'],
  ['CA', reviewer, twoRefills, { paMaxFill: 1, endDate: '2026-11-20' }, undefined],
  ['CA', nurse, { ...twoRefills, status_id: 23 }, { paMaxFill: 2 }, 'paMaxFill'],
  ['CA', nurse, { ...twoRefills, status_id: 23 }, {}, undefined],
  ['GA', ofGeorgia, { ...twoRefills, status_id: 23 }, { paMaxFill: 1 }, 'paMaxFill'],
  ['GA', adjuster, twoRefills, { paMaxFill: 1, endDate: '2026-11-20' }, undefined],
  // A prescription that says no refills is granted as the form begins, and no less.
  ['CA', adjuster, { quantity: 60 }, { paMaxFill: 1 }, 'paMaxFill'],
  ['CA', adjuster, { quantity: 60 }, { endDate: '2026-12-01' }, 'endDate'],
  ['CA', adjuster, { quantity: 60 }, {}, undefined],
] as const)(
  '%s %o, of %o, grants %o: fewer fills or an earlier end is a reduction',
  (juris_state, who, of, input, field) => {
    const why = whyNotApprove(who, request({ ...of, juris_state }), input, now, settings)
    expect(why && [why.code, why.field]).toEqual(field && ['NEEDS_UR_DECISION', field])
  },
)

it.each(['CII', 'CIII', 'CV', null])(
  'what the form begins with is never a reduction, of schedule %s',
  (dea_schedule) => {
    for (const refills_authorised of [undefined, 0, 1, 11])
      for (const compound_code of [1, 2] as const)
        for (const reject of ['75', '79'] as const) {
          const on = request({
            juris_state: 'CA',
            dea_schedule,
            compound_code,
            quantity: 60,
            ...(refills_authorised !== undefined && { refills_authorised }),
          })
          expect([reject, whyNotApprove(adjuster, on, {}, now, settings)?.code]).not.toContain('NEEDS_UR_DECISION')
        }
  },
)

it('the second person confirms the window of the first', () => {
  const first = firstBy('p2', { startDate: '2026-11-20', endDate: '2026-11-30', oneTime: true, maxFills: 1 })
  const on = request({ ...twoRefills, juris_state: 'CA', status_id: 25, first_approval: first })
  expect(leastGrant(supervisor, on, now)).toMatchObject({ fills: null, days: null, onceDays: null, latestStart: null })
  const all = { startDate: first.startDate, endDate: first.endDate, oneTimeFill: true, paMaxFill: 1 }
  expect(reducedField(all, leastGrant(supervisor, on, now)!)).toBeUndefined()
})

it.each<[string, object, object]>([
  ['the day of service, where that is later', { date_of_service: '2026-11-25' }, { latestStart: '2026-11-25' }],
  ['today, where it is earlier', { date_of_service: '2026-11-10' }, { latestStart: '2026-11-16' }],
  ['today', {}, { latestStart: '2026-11-16' }],
  ['the quantity that was asked', {}, { quantity: 60, daysSupply: 30 }],
  ['no quantity, where none was asked', { quantity: undefined }, { quantity: null }],
  ['the fills that were asked, where they are known', {}, { fills: { atLeast: 3, areKnown: true }, days: 90 }],
])('an adjuster in California grants no later and no less than %s', (_words, more, least) => {
  expect(leastGrant(adjuster, request({ ...twoRefills, juris_state: 'CA', ...more }), now, settings)).toMatchObject(
    least,
  )
})

it('what is not asked of a prescription is what the form begins with, and not said to be known', () => {
  const on = request({ juris_state: 'CA', quantity: 60 })
  const { fills, days } = leastGrant(adjuster, on, now, settings)!
  expect(fills?.areKnown).toBe(false)
  expect(days).toBe(90)
})

it('says why in words: of claims staff, of a nurse, of a license, and of the time', () => {
  const of = (who: typeof adjuster, on: object) => {
    const least = leastGrant(who, request({ ...twoRefills, juris_state: 'CA', ...on }), now, settings)
    return least && [least.code, least.message]
  }
  const words = (text: RegExp) => ['NEEDS_UR_DECISION', expect.stringMatching(text)]
  expect(of(adjuster, {})).toEqual(words(/\w{4}/))
  expect(of(nurse, { status_id: 23 })).toEqual(words(/^Certifying less, or denying, takes a physician/))
  const license = { profession: 'PHYSICIAN', state: 'CA', number: 'A1', expiresOn: '2026-11-15' } as const
  expect(of(reviewer, { status_id: 23, my_license: license })).toEqual(words(/^Your license for California ended/))
  const late = { status_id: 23, statutory_due_at: '2026-11-16T14:00:00.000Z' }
  expect(of(reviewer, late)).toEqual(['DENIAL_TOO_LATE', expect.stringMatching(/^The time to deny/)])
  expect(of(reviewer, { status_id: 23 })).toBeUndefined()
})

it.each<[string, object]>([
  ['asked in advance', { in_advance: true }],
  [
    'ordered by a board',
    {
      determination: {
        kind: 'BOARD',
        result: 'MODIFIED',
        startDate: '2026-11-16',
        endDate: '2026-12-16',
        oneTimeFill: null,
        drugLevel: null,
        maxFills: 1,
        maxQty: null,
        maxDays: null,
      },
    },
  ],
])('nothing is the least of a request that was %s', (_words, more) => {
  expect(
    leastGrant(adjuster, request({ ...twoRefills, juris_state: 'CA', ...more } as never), now, settings),
  ).toBeUndefined()
})

it('nothing is the least of what support writes down at level 3', () => {
  const outside = request({ ...twoRefills, juris_state: 'CA', status_id: 24, reconsideration_level: 3 })
  expect(leastGrant(person('pbm_support'), outside, now, settings)).toBeUndefined()
})
