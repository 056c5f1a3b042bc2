import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls, read } from './contract.ts'
import type { Refused } from './refusal.ts'
import { parseInput } from './wire.ts'

const saidOf = (schema: z.ZodType, value: unknown): string | undefined => {
  const { one } = calls('test', {
    one: read('GET /one', {
      id: 'T01',
      summary: 'One',
      phi: 'none',
      input: z.strictObject({ field: schema }),
      output: z.object({}),
    }),
  })
  try {
    parseInput(one, value === undefined ? {} : { field: value })
  } catch (error) {
    return (error as Refused).why.fields?.[0]?.message
  }
}

test.each([
  ['no value', z.string(), undefined, 'This is required.'],
  ['no list', z.array(z.string()), undefined, 'This is required.'],
  ['no choice', z.enum(['PERMIT', 'BLOCK']), undefined, 'This is required.'],
  ['a number for a text', z.string(), 7, 'Enter a text.'],
  ['a text for a number', z.number(), '7', 'Enter a number.'],
  ['a fraction for a whole number', z.int(), 1.5, 'Enter a whole number.'],
  ['a word for yes or no', z.boolean(), 'yes', 'Enter true or false.'],
  ['a text for a list', z.array(z.string()), 'a', 'Enter a list.'],
  ['a list for an object', z.strictObject({}), [], 'Enter an object.'],
  ['a text that is too long', z.string().max(1000), 'x'.repeat(1001), 'Enter at most 1,000 characters.'],
  ['a text that is too short', z.string().min(1), '', 'Enter at least 1 character.'],
  ['a list that is too long', z.array(z.int()).max(1), [1, 2], 'Enter at most 1 entry.'],
  ['a list without entries', z.array(z.int()).min(2), [], 'Enter at least 2 entries.'],
  ['a number above its limit', z.number().max(250_000), 250_001, 'Enter 250,000 or less.'],
  ['a number below its limit', z.int().min(1), 0, 'Enter 1 or more.'],
  ['a number that must be positive', z.number().positive(), 0, 'Enter more than 0.'],
  ['a text in another form', z.string().regex(/^\d$/), 'x', 'This is not in the right form.'],
  ['no id', z.uuid(), 'x', 'Enter an id.'],
  ['no time', z.iso.datetime(), 'x', 'Enter a date and time as 2026-01-31T17:00:00Z.'],
  ['another word than those there are', z.enum(['PERMIT', 'BLOCK']), 'x', 'Enter one of PERMIT, BLOCK.'],
  ['another word than the only one', z.literal(true), false, 'Enter true.'],
  ['neither of two kinds', z.union([z.string(), z.int()]), true, 'Check this.'],
  ['what a check without words refuses', z.string().refine(() => false), 'x', 'Check this.'],
  ['what a check refuses in its own words', z.string().regex(/^\d$/, 'Enter a digit.'), 'x', 'Enter a digit.'],
])('A caller who sends %s reads how to put it right, in plain words', (_what, schema, value, words) => {
  expect(saidOf(schema, value)).toBe(words)
})
