import { describe, expect, test } from 'vitest'
import type { DrugFacts, Registered } from '../snapshot.ts'
import { drugNamed, linesOf, open, run, serviceDate } from '../testing.ts'
import { known, mix } from '../testing-bills.ts'
import { alprazolam, base, ibuprofen, ketamine, oxycodone, pregabalin, tramadol } from '../testing-drugs.ts'

// R13: what a DEA registration covers, and on which day it has to stand.

const methylphenidate = drugNamed('Methylphenidate 10 mg tablet')
const codeine = drugNamed('Codeine-acetaminophen 30-300 mg tablet')
const buprenorphine = drugNamed('Buprenorphine 10 mcg/h patch')

describe('of schedules II and III narcotics and other drugs are registered apart', () => {
  test.each<[drug: DrugFacts, registered: Registered[], missing: string | null]>([
    [oxycodone, ['2', '2N', '3', '3N', 'CIV', 'CV'], null],
    [oxycodone, ['2'], null],
    [oxycodone, ['2N', 'CIII', 'CIV', 'CV'], 'CII narcotics'],
    [oxycodone, ['3', '3N', 'CIV', 'CV'], 'CII narcotics'],
    [oxycodone, ['CIII', 'CIV', 'CV'], 'CII'],
    [methylphenidate, ['2N'], null],
    [methylphenidate, ['2', 'CIII', 'CIV', 'CV'], 'CII other than narcotics'],
    [methylphenidate, ['CII'], null],
    [codeine, ['3'], null],
    [codeine, ['CII', '3N', 'CIV', 'CV'], 'CIII narcotics'],
    [buprenorphine, ['2', '3'], null],
    [buprenorphine, ['2N', '3N'], 'CIII narcotics'],
    // Schedules IV and V have no halves.
    [tramadol, ['2N', '3N', 'CIV'], null],
    [tramadol, ['2', '3', 'CV'], 'CIV'],
    [alprazolam, ['2', '3', 'CIV'], null],
    [pregabalin, ['CV'], null],
    [ibuprofen, [], null],
  ])('$name with %j lacks %s', (drug, deaSchedules, missing) => {
    const found = run(drug, {}, { ...open, prescriber: { deaSchedules } }).rejects.filter(
      (one) => one.sourceRule === 'R13',
    )
    expect(found.map(({ message }) => message)).toEqual(
      missing === null ? [] : [`The DEA registration of Haddad does not cover ${missing}`],
    )
    for (const one of found) expect([one.rejectCode, one.hardStop, one.safety]).toEqual(['46', true, true])
  })

  test('of a compound each ingredient by itself', () => {
    const bill = mix([
      [ketamine, 5],
      [base, 20],
    ])
    const of = (deaSchedules: Registered[]) =>
      linesOf(run(null, bill, { ...open, ...known(ketamine, base), prescriber: { deaSchedules } }), 'R13')
    expect(of(['3N'])).toEqual(['pass: DEA registration covers CIII other than narcotics (Ketamine, bulk)'])
    expect(of(['3', 'CII'])).toEqual([
      'reject: 46: The DEA registration of Haddad does not cover CIII other than narcotics (Ketamine, bulk)',
    ])
  })
})

describe('the registration has to stand on the day the prescription was written', () => {
  test.each<[string, ends: string | null, written: string | undefined, date: string, stops: boolean]>([
    ['no end is known', null, '2024-08-20', serviceDate, false],
    ['its last day is that of the fill', serviceDate, undefined, serviceDate, false],
    ['it ended the day before, and the bill names no day of writing', '2024-08-22', undefined, serviceDate, true],
    ['it ended after the writing, before the fill', '2024-08-22', '2024-08-21', serviceDate, false],
    ['its last day is that of the writing', '2024-08-21', '2024-08-21', serviceDate, false],
    ['it ended the day before the writing', '2024-08-20', '2024-08-21', serviceDate, true],
    ['written as the pharmacy writes days', '2024-08-22', '08/21/2024', serviceDate, false],
    ['a leap day', '2024-02-28', '2024-02-29', serviceDate, true],
    ['a leap day is its last', '2024-02-29', '2024-02-29', serviceDate, false],
  ])('%s', (_words, deaExpires, dateWritten, date, stops) => {
    const request = { date, rx: dateWritten === undefined ? {} : { dateWritten } }
    const answer = run(oxycodone, request, { ...open, prescriber: { deaExpires } })
    expect(answer.rejects.filter(({ rejectCode }) => rejectCode === '43')).toHaveLength(stops ? 1 : 0)
    const ended = deaExpires !== null && deaExpires < date && !stops
    expect(linesOf(answer, 'R13').filter((line) => line.startsWith('warn'))).toEqual(
      ended
        ? [
            `warn: The DEA registration ended on ${deaExpires.slice(5, 7)}/${deaExpires.slice(8)}/${deaExpires.slice(0, 4)}, after the prescription was written`,
          ]
        : [],
    )
  })
})
