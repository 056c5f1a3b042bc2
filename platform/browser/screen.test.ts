import { expect, test } from 'vitest'
import type { SignedInUser } from './use-user.ts'
import { screen, screensOf, whoseIs } from './screen.ts'

const load = async () => () => null
const at = (path: string, more: Parameters<typeof screen>[2] = {}) => screen(path, load, more)
const entry = (href: string, label: string) => ({ href, label, icon: '', order: 1 })
const all = [
  at('/home'),
  at('/data-extract', { sees: (user) => user.dataExtract, whose: 'users with programs' }),
  at('/accounts/profile', { account: entry('/accounts/profile', 'Profile') }),
  at('/accounts/notification', {
    flag: 'notificationSettings',
    account: entry('/accounts/notification', 'Notification Settings'),
  }),
  at('/accounts/admin', { flag: 'administration', account: entry('/accounts/admin', 'Administration') }),
]
const person = (dataExtract: boolean) => ({ dataExtract }) as SignedInUser
const paths = (dataExtract: boolean, flags: Record<string, boolean>) =>
  screensOf(all, person(dataExtract), flags).map(({ path }) => path)

test.each([
  ['in the first release', false, {}, ['/home', '/accounts/profile']],
  ['with sub-carriers to extract from', true, {}, ['/home', '/data-extract', '/accounts/profile']],
  ['with a flag that is off', false, { administration: false }, ['/home', '/accounts/profile']],
  [
    'with both flags on',
    false,
    { administration: true, notificationSettings: true },
    ['/home', '/accounts/profile', '/accounts/notification', '/accounts/admin'],
  ],
] as const)('%s a person has these pages', (_name, dataExtract, flags, expected) => {
  expect(paths(dataExtract, { ...flags })).toEqual(expected)
})

test.each([
  ['/data-extract', false, 'users with programs'],
  ['/data-extract', true, undefined],
  ['/accounts/admin', false, undefined],
  ['/no-such-page', false, undefined],
] as const)('%s says who has it to those who do not', (path, dataExtract, expected) => {
  expect(whoseIs(path, all, person(dataExtract), {})).toBe(expected)
})
