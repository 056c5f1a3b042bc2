import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#platform/dates/day.ts'
import { duplicateScore, EXACT, POSSIBLE, similarity } from './duplicates.ts'
import { coverageOn, gapsOf, spanProblems, spanWarnings, type ClaimFacts, type Span } from './rules.ts'

const today = '2026-11-20'
const span = (
  id: string,
  effectiveDate: string,
  termDate: string | null,
  planLevel: Span['planLevel'] = 'FULL',
): Span => ({ id, effectiveDate, termDate, planLevel })
const claim = (more: Partial<ClaimFacts> = {}): ClaimFacts => ({
  dob: '1979-03-14',
  doi: '2023-08-14',
  status: 'OPEN',
  closedDate: null,
  spans: [span('first', '2023-08-14', '2023-09-01', 'FIRST_FILL'), span('full', '2023-09-02', null)],
  lastPaidFill: '2025-05-02',
  ownerId: null,
  ...more,
})
const wanted = (effectiveDate: string, termDate: string | null, more: Record<string, unknown> = {}) => ({
  eligibilityId: 'full',
  effectiveDate,
  termDate,
  ...more,
})

describe('a period of coverage', () => {
  test.each([
    [
      'that overlaps the one before',
      wanted('2023-08-28', '2025-06-30'),
      'effectiveDate',
      'Overlaps First fill (08/14/2023 to 09/01/2023) by 5 days. Start on 09/02/2023 or later.',
      '2023-09-02',
    ],
    [
      'that overlaps by a day',
      wanted('2023-09-01', null),
      'effectiveDate',
      'Overlaps First fill (08/14/2023 to 09/01/2023) by 1 day. Start on 09/02/2023 or later.',
      '2023-09-02',
    ],
    [
      'that ends inside the next one',
      { ...wanted('2023-08-14', '2023-09-05'), eligibilityId: 'first' },
      'termDate',
      'Overlaps Full coverage (09/02/2023 to open) by 4 days. End on 09/01/2023 or earlier.',
      '2023-09-01',
    ],
    [
      'that is new beside an open one',
      { ...wanted('2026-01-01', null), eligibilityId: undefined },
      'effectiveDate',
      'Overlaps Full coverage (09/02/2023 to open). End that coverage first.',
      undefined,
    ],
    [
      'that starts before the injury',
      wanted('2023-08-13', null),
      'effectiveDate',
      'Coverage cannot start before the date of injury, 08/14/2023.',
      '2023-08-14',
    ],
    [
      'that ends before it starts',
      wanted('2024-01-02', '2024-01-01'),
      'termDate',
      'Coverage cannot end before it starts.',
      '2024-01-02',
    ],
    [
      'of a century',
      wanted('2024-01-02', '2124-01-01'),
      'termDate',
      'Coverage is at most 75 years long. Leave the end empty for open coverage.',
      undefined,
    ],
    [
      'with an injury tomorrow',
      wanted('2023-09-02', null, { doi: addDays(today, 1) }),
      'doi',
      'The date of injury cannot be in the future.',
      undefined,
    ],
    [
      'with an injury before birth',
      wanted('2023-09-02', null, { doi: '1979-03-14' }),
      'doi',
      'The date of injury must be after the date of birth.',
      undefined,
    ],
    [
      'with an injury after coverage began',
      wanted('2023-09-02', null, { doi: '2023-08-20' }),
      'doi',
      'Coverage starts on 08/14/2023, before this date of injury.',
      '2023-08-14',
    ],
  ])('%s is refused at its field, with the nearest day', (_, of, path, message, nearest) => {
    expect(spanProblems(claim(), of, today)[0]).toEqual({
      path,
      code: expect.any(String),
      message,
      ...(nearest && { nearest }),
    })
  })

  test('past the end of a closed claim needs a note', () => {
    const closed = claim({ status: 'CLOSED', closedDate: '2026-01-31' })
    expect(spanProblems(closed, wanted('2023-09-02', null), today)).toEqual([
      { path: 'note', code: 'required', message: 'The claim is closed: say in the note why coverage goes on.' },
    ])
    expect(spanProblems(closed, wanted('2023-09-02', '2026-01-31'), today)).toEqual([])
    expect(spanProblems(closed, wanted('2023-09-02', null, { note: 'Ordered by the board' }), today)).toEqual([])
  })

  test('that no longer covers the last paid fill is asked about, one that did not before is not', () => {
    expect(spanWarnings(claim(), wanted('2023-09-02', '2025-05-01')).map(({ code }) => code)).toEqual([
      'BEFORE_PAID_FILL',
    ])
    expect(spanWarnings(claim(), wanted('2023-09-02', '2025-05-02'))).toEqual([])
    expect(
      spanWarnings(claim({ spans: [] }), { ...wanted('2023-09-02', '2025-05-01'), eligibilityId: undefined }),
    ).toEqual([])
  })

  const dayIn = fc.integer({ min: 0, max: 60 }).map((count) => addDays('2024-01-01', count))
  const periods = fc.array(fc.tuple(dayIn, fc.option(fc.integer({ min: 0, max: 20 }))), { maxLength: 6 })
  test('is accepted exactly where it shares no day with another one', () => {
    fc.assert(
      fc.property(periods, fc.tuple(dayIn, fc.option(fc.integer({ min: 0, max: 20 }))), (others, [from, length]) => {
        const end = (start: string, count: number | null) => (count === null ? null : addDays(start, count))
        const spans: Span[] = []
        for (const [at, [start, count]] of others.entries()) {
          const one = span(String(at), start, end(start, count))
          if (
            spanProblems(claim({ doi: '2023-01-01', spans }), { ...one, eligibilityId: undefined }, today).length === 0
          )
            spans.push(one)
        }
        const one = { eligibilityId: undefined, effectiveDate: from, termDate: end(from, length) }
        const problems = spanProblems(claim({ doi: '2023-01-01', spans }), one, today)
        const days = Array.from({ length: 120 }, (_day, at) => addDays('2024-01-01', at))
        const within = (of: { effectiveDate: string; termDate: string | null }, day: string) =>
          of.effectiveDate <= day && day <= (of.termDate ?? '9999-12-31')
        const shares = days.some((day) => within(one, day) && spans.some((other) => within(other, day)))
        expect(problems.length > 0).toBe(shares)
        // Coverage of a day and the gaps between periods agree with counting the days.
        const covered = days.filter((day) => coverageOn(spans, day) === 'COVERED')
        expect(covered).toEqual(days.filter((day) => spans.some((other) => within(other, day))))
        for (const { from: gapFrom, to } of gapsOf(spans))
          expect(
            days.filter((day) => gapFrom <= day && day <= to).some((day) => coverageOn(spans, day) !== 'GAP'),
          ).toBe(false)
      }),
    )
  })
})

describe('the duplicate score', () => {
  const maria = {
    firstName: 'Maria',
    lastName: 'Ortega',
    dob: '1979-03-14',
    doi: '2024-08-17',
    ssn4: '6120',
    phone: '8135550144',
    zip: '33601',
  }
  test.each([
    ['the same person', {}, 130, 'exact'],
    [
      'the same but for the injury and all numbers',
      { doi: '2020-01-01', ssn4: null, phone: null, zip: null },
      70,
      'possible',
    ],
    ['the same name and birth date with the same four digits', { doi: null, phone: null, zip: null }, 95, 'exact'],
    ['a twin of whom no number is known', { firstName: 'Marta', doi: null, ssn4: null, phone: null }, 65, 'possible'],
    ['a twin', { firstName: 'Marta', ssn4: '6121' }, 0, 'none'],
    ['a brother who was hurt in the same accident', { firstName: 'Marco', ssn4: '0210', zip: null }, 0, 'none'],
    ['the same person with another number', { ssn4: '6210' }, 79, 'possible'],
    [
      'the same name and birth date with another number',
      { doi: null, ssn4: '6121', phone: null, zip: null },
      70,
      'possible',
    ],
    ['a namesake', { dob: '1980-03-14', doi: null, ssn4: null, phone: null, zip: null }, 30, 'none'],
    [
      'accents, case and hyphens',
      { firstName: 'MARÍA', lastName: 'Órtega', ssn4: null, doi: null, phone: '(813) 555-0144', zip: '33601-1234' },
      80,
      'exact',
    ],
  ] as const)('of %s is right', (_, more, score, kind) => {
    const found = duplicateScore(maria, { ...maria, ...more })
    expect(found).toBe(score)
    expect(found >= EXACT ? 'exact' : found >= POSSIBLE ? 'possible' : 'none').toBe(kind)
  })
  test('is the same both ways, and similarity is 1 for a name and itself', () => {
    const person = fc.record({
      firstName: fc.string(),
      lastName: fc.string(),
      dob: fc.constantFrom('1979-03-14', '1980-01-01'),
      ssn4: fc.constantFrom(null, '6120', '6121'),
      zip: fc.option(fc.string()),
    })
    fc.assert(fc.property(person, person, (a, b) => duplicateScore(a, b) === duplicateScore(b, a)))
    fc.assert(
      fc.property(person, person, (a, b) => {
        const other = a.ssn4 !== null && b.ssn4 !== null && a.ssn4 !== b.ssn4
        return !other || duplicateScore(a, b) < EXACT
      }),
    )
    fc.assert(fc.property(fc.string(), (one) => similarity(one, one) === 1))
    expect(similarity('Ortega', 'Ortiz')).toBeLessThan(0.9)
  })
})
