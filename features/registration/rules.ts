/** How long a registration may take, in minutes. */
export const REGISTRATION_MINUTES = 30

/** The rules of a username, in the order they are shown; `hint` says what the words leave out. */
export const usernameRules = [
  { code: 'LENGTH', message: 'Between 6 and 12 characters' },
  {
    code: 'CHARACTERS',
    message: 'Can only contain alphanumeric characters',
    hint: "Letters, digits, and _ ' - . are allowed.",
  },
  { code: 'EMAIL', message: 'Cannot be part of email address' },
  { code: 'RESERVED', message: 'Cannot use mym_sys as a username' },
] as const
type UsernameRule = (typeof usernameRules)[number]
export type UsernameProblem = UsernameRule['code']

export const TAKEN = 'Username is already being used'
export const CHECK_FAILED = 'Error checking for duplicate username.'
export const REGISTRATION_FAILED =
  'Unable to complete user registration. Please try again, or call your account manager for help.'
export const TIME_IS_OVER = 'Time ran out. Log in again, we kept your username.'
export const INVITATION_WITHDRAWN = 'Your invitation was withdrawn. Ask who invited you for a new one.'
export const INVITATION_CLOSED = 'Your invitation is no longer open. Ask who invited you for a new one.'

const reserved = 'mym_sys'

/**
 * All rules a username breaks. The list on the page, its button and the server use this. Letters are compared without
 * regard to case. "Part of email address" means: as it stands, the username occurs anywhere in the address, so in a
 * piece of its local part or domain too, or across the marks between them; a blank one occurs nowhere.
 */
export function usernameProblems(username: string, email: string): UsernameProblem[] {
  const name = username.toLowerCase()
  const length = Array.from(username).length
  const broken: Record<UsernameProblem, boolean> = {
    LENGTH: length < 6 || length > 12,
    CHARACTERS: !/^[A-Za-z0-9_'.-]+$/.test(username),
    EMAIL: name.trim() !== '' && email.toLowerCase().includes(name),
    RESERVED: name === reserved,
  }
  return usernameRules.flatMap(({ code }) => (broken[code] ? [code] : []))
}

/** The words of a rule. */
export const wordsOf = (problem: UsernameProblem): string => usernameRules.find(({ code }) => code === problem)!.message

/** True for the reserved name, in any case. */
export const isReserved = (username: string): boolean => username.toLowerCase() === reserved

/** How the list is read to a screen reader: "3 of 4 rules met. Missing: Between 6 and 12 characters". */
export function rulesInWords(problems: readonly UsernameProblem[]): string {
  const met = `${usernameRules.length - problems.length} of ${usernameRules.length} rules met.`
  return problems.length === 0 ? met : `${met} Missing: ${problems.map(wordsOf).join(', ')}`
}

/** What the disabled button waits for, in words; undefined when it may be pressed. */
export function stillMissing(of: { username: boolean; agreed: boolean }): string {
  const missing = [...(of.username ? [] : ['fix the username']), ...(of.agreed ? [] : ['tick the terms box'])]
  return missing.length === 0 ? '' : `To continue: ${missing.join(', ')}.`
}

/** The message of a failed registration, with the server's message appended. */
export const failureInWords = (data: unknown): string =>
  typeof data === 'string' && data !== '' ? `${REGISTRATION_FAILED} ${data}` : REGISTRATION_FAILED

/** Time left as minutes and seconds, 28:41; never below zero. */
export function timeLeft(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}

/** The seconds at which the time left is announced. */
export const spokenAt: readonly number[] = [600, 300, 60]
