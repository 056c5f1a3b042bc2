import { expect, test } from 'vitest'
import { filesOf, isTest, textOf } from './source.ts'

// The platform is what a portal of another field could run on. It says `mc` and `carrier`, which is what it calls a tenant,
// `claims` for those of a token and for the ids its audit keeps, and `phi` for what needs an audit.

const fieldWords =
  /stratus|\bpcn\b|group_?code|nabp|adjuster|pharmacist|\bnurse|prescriber|\bdrugs?\b|formulary|snooz|prior.?auth|ur_reviewer|prog_special/i

/** The closed list of codes the API answers, which names what the features refuse. */
const closedList = 'platform/calls/refusal.ts'

test('no file of the platform says a word of the pharmacy field', () => {
  const found = filesOf('platform/**/*.{ts,tsx,css}')
    .filter((file) => !isTest(file) && file !== closedList)
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, at) => (fieldWords.test(line) ? [`${file}:${at + 1} ${fieldWords.exec(line)![0]}`] : [])),
    )
  expect(found).toEqual([])
})
