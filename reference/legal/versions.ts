// What the pages must know of the legal texts without carrying them: their versions and days. The texts themselves are
// beside this file and come by a call of their own only.

/** 'YYYY-MM-DD'. */
type Version = { version: string; revised: string }

/** Versions of the Terms of Use, the present one first. */
export const termsVersions = [
  { version: '3.0', revised: '2023-05-03' },
  { version: '2.0', revised: '2020-09-14' },
] as const satisfies readonly Version[]

/** Versions of the Privacy Notice, the present one first. */
export const privacyVersions = [
  { version: '6.0', revised: '2025-04-22' },
  { version: '5.0', revised: '2023-06-30' },
] as const satisfies readonly Version[]

/** What version 3.0 of the Terms of Use changed, for people who agreed to an earlier one. */
export const termsChanges = [
  'Major updates require your agreement again.',
  'Content may not be copied by programs, and nothing you see may be used to train them.',
  'The Privacy Notice is part of the terms, and disputes are heard in Tampa, Florida.',
] as const

/** '2025-04-22' as the texts write their days: 4/22/2025. */
export const plainDay = (day: string): string => day.replace(/^(\d{4})-0?(\d+)-0?(\d+)$/, '$2/$3/$1')
