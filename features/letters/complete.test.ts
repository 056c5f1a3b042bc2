import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/dates/day.ts'
import { letterTemplates } from '#reference/letter-templates.ts'
import { mayLack, missingWords, needed, whatIsMissing, whyNotSend, whyNotSigned, type ToSend } from './complete.ts'

// What a letter must have before it is sent and when it is answered.

test.each([
  ['general', ['tried', 'why']],
  ['opioid', ['exam', 'plan', 'screening', 'taper']],
  ['compound', ['ingredients', 'route', 'readyMade', 'length']],
] as const)('a %s letter cannot do without %j', (template, keys) => {
  expect(needed(template).map(({ key }) => key)).toEqual(keys)
  expect(mayLack(template, [])).toEqual([...keys, 'signature'])
  expect(new Set(mayLack(template, []).map((key) => missingWords(template, key))).size).toBe(keys.length + 1)
})

const whole: ToSend = {
  template: 'opioid',
  questions: [],
  drug: 'Oxycodone 5 mg tablet',
  quantity: 60,
  daysSupply: 30,
  addresses: ['8135550151'],
}
test.each<[Partial<ToSend>, string[] | undefined]>([
  [{}, undefined],
  [{ questions: ['exam', 'plan', 'screening', 'taper'] }, undefined],
  [{ questions: ['exam', 'plan', 'taper'] }, ['questions']],
  [{ template: 'compound', questions: ['diagnosis'] }, ['questions', 'questions', 'questions', 'questions']],
  [{ addresses: [] }, ['prescriberId']],
  [{ addresses: [null, ' '] }, ['prescriberId']],
  [{ addresses: [null, 'Tampa'] }, undefined],
  [{ drug: ' ' }, ['authorizationId']],
  [{ quantity: 0 }, ['authorizationId']],
  [{ drug: '', daysSupply: 0, addresses: [] }, ['prescriberId', 'authorizationId', 'authorizationId']],
])('a letter with %j lacks %j', (change, lacks) => {
  const why = whyNotSend({ ...whole, ...change })
  expect(why?.fields?.map(({ path }) => path)).toEqual(lacks)
  if (lacks) expect(why!.code).toBe('RULE')
})

test('typed answers are complete where every required answer is given, with a date and a length where those are asked for', () => {
  const template = fc.constantFrom(...letterTemplates)
  const words = fc.constantFrom('', '  ', 'Because it helps', 'Seen on 11/02/2026', '60 days')
  fc.assert(
    fc.property(template, fc.array(words, { maxLength: 12 }), ({ questions }, answers) => {
      const given = (at: number) => (answers[at] ?? '').trim()
      const lacking = questions.flatMap(({ key, required }, at) =>
        required &&
        (given(at) === '' ||
          (key === 'exam' && !/\d/.test(given(at))) ||
          (key === 'length' && !['60 days'].includes(given(at))))
          ? [at]
          : [],
      )
      expect(whatIsMissing(questions, answers).map(({ at }) => at)).toEqual(lacking)
    }),
  )
  // A letter older than the marking of required questions asks for one answer at least.
  expect(whatIsMissing([{}, {}], ['', ' '])).toEqual([{ at: 0, message: expect.stringContaining('at least one') }])
  expect(whatIsMissing([{}, {}], ['', 'x'])).toEqual([])
})

test('a paper letter was signed between a year before the request and today', () => {
  const requested = '2026-11-01'
  const today = '2026-11-20'
  fc.assert(
    fc.property(fc.integer({ min: -500, max: 60 }), (days) => {
      const why = whyNotSigned(addDays(requested, days), requested, today)
      expect(why === undefined).toBe(days >= -365 && days <= 19)
      if (why) expect(why).toMatchObject({ code: 'RULE', field: 'signedOn' })
    }),
  )
  expect(whyNotSigned(undefined, requested, today)).toMatchObject({ field: 'signedOn' })
})
