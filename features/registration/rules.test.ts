import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  failureInWords,
  REGISTRATION_FAILED,
  rulesInWords,
  stillMissing,
  timeLeft,
  usernameProblems,
  usernameRules,
  wordsOf,
  type UsernameProblem,
} from './rules.ts'

const email = 'u1.merriweather-o@Kestrel.mutual.example'
const { LENGTH, CHARACTERS, EMAIL, RESERVED } = Object.fromEntries(usernameRules.map(({ code }) => [code, code])) as {
  [Code in UsernameProblem]: Code
}

test('a new user reads the four username rules in their exact words', () => {
  expect(usernameRules.map(({ code }) => wordsOf(code))).toEqual([
    'Between 6 and 12 characters',
    'Can only contain alphanumeric characters',
    'Cannot be part of email address',
    'Cannot use mym_sys as a username',
  ])
})

test.each<[string, string, UsernameProblem[]]>([
  ['nothing', '', [LENGTH, CHARACTERS]],
  ['blanks', '   ', [LENGTH, CHARACTERS]],
  ['blanks, enough of them', '       ', [CHARACTERS]],
  ['five', 'juno1', [LENGTH]],
  ['six', 'juno12', []],
  ['twelve', 'juno56789012', []],
  ['thirteen', 'juno567890123', [LENGTH]],
  ['every mark that is allowed', "o'brien-x._", []],
  ['a leading dot', '.juno12', []],
  ['a typographic apostrophe', 'o’brien', [CHARACTERS]],
  ['a space', 'juno 12', [CHARACTERS]],
  ['an accent', 'junoé12', [CHARACTERS]],
  ['letters of another alphabet', 'юнона12', [CHARACTERS]],
  ['six faces', '😀😀😀😀😀😀', [CHARACTERS]],
  ['a line break', 'juno12\n', [CHARACTERS]],
  ['at the end of the address', 'example', [EMAIL]],
  ['a piece of the local part', 'merriweather', [EMAIL]],
  ['a part of a piece', 'weather', [EMAIL]],
  ['a piece of the domain, in another case', 'KESTREL', [EMAIL]],
  ['across the marks', 'weather-o', [EMAIL]],
  ['across the dot of the domain', 'l.mutual', [EMAIL]],
  ['short and in the address', 'u1', [LENGTH, EMAIL]],
  ['two pieces without the mark between', 'kestrelmutua', []],
  ['more than a piece', 'mutual99', []],
  ['the reserved name', 'mym_sys', [RESERVED]],
  ['the reserved name in capitals', 'MYM_SYS', [RESERVED]],
  ['more than the reserved name', 'mym_sys1', []],
  ['everything at once', 'm m', [LENGTH, CHARACTERS]],
])('%s', (_what, username, problems) => expect(usernameProblems(username, email)).toEqual(problems))

describe('for every name and address', () => {
  const allowed = fc.stringMatching(/^[A-Za-z0-9_'.-]{6,12}$/)
  test('a username that meets a rule meets it in any letter case', () => {
    fc.assert(
      fc.property(allowed, fc.emailAddress(), (name, address) => {
        const problems = usernameProblems(name, address)
        expect(usernameProblems(name.toUpperCase(), address)).toEqual(problems)
        expect(usernameProblems(name, address.toUpperCase())).toEqual(problems)
      }),
    )
  })
  test('the rule about the e-mail address counts every part of it, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.emailAddress(),
        fc.nat(),
        fc.integer({ min: 1, max: 12 }),
        allowed,
        (address, from, length, name) => {
          const part = address.slice(from % address.length, (from % address.length) + length)
          expect(usernameProblems(part, address)).toContain(EMAIL)
          expect(usernameProblems(name, address).includes(EMAIL)).toBe(
            address.toLowerCase().includes(name.toLowerCase()),
          )
        },
      ),
    )
  })
  test('a name of another length or with another letter is never taken', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (name) => {
        const fits = /^[A-Za-z0-9_'.-]{6,12}$/.test(name)
        const broken = usernameProblems(name, '').some((problem) => problem === LENGTH || problem === CHARACTERS)
        expect(broken).toBe(!fits)
      }),
    )
  })
})

test('a screen reader hears how many rules are met and which are missing', () => {
  expect(rulesInWords([])).toBe('4 of 4 rules met.')
  expect(rulesInWords([LENGTH])).toBe('3 of 4 rules met. Missing: Between 6 and 12 characters')
  expect(rulesInWords([LENGTH, EMAIL])).toBe(
    '2 of 4 rules met. Missing: Between 6 and 12 characters, Cannot be part of email address',
  )
})

test.each([
  [false, false, 'To continue: fix the username, tick the terms box.'],
  [true, false, 'To continue: tick the terms box.'],
  [false, true, 'To continue: fix the username.'],
  [true, true, ''],
])('username %s, agreed %s: "%s"', (username, agreed, words) => expect(stillMissing({ username, agreed })).toBe(words))

test.each([
  [1800, '30:00'],
  [1721.9, '28:41'],
  [60, '1:00'],
  [59, '0:59'],
  [0, '0:00'],
  [-5, '0:00'],
])('%s seconds are %s', (seconds, words) => expect(timeLeft(seconds)).toBe(words))

test("the server's message follows the fixed words", () => {
  expect(failureInWords('Username is already being used')).toBe(`${REGISTRATION_FAILED} Username is already being used`)
  for (const nothing of [null, undefined, '', 5, {}]) expect(failureInWords(nothing)).toBe(REGISTRATION_FAILED)
})
