import { expect, it } from 'vitest'
import { whyNotApprove } from './approval.ts'
import { leastGrant } from './least-grant.ts'
import { reducedField } from './reduced-field.ts'
import { adjuster, firstBy, now, nurse, pharmacist, request, reviewer, set, supervisor } from './testing-rules.ts'

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
