/** Times of a session on this device's clock, epoch milliseconds. */
export type SessionTimes = {
  /** The absolute end, as the server last reported it. */
  expiresAt: number
  /** When the server ends it for being idle, as last reported. */
  idleAt: number
  /** When the user was last active, in any tab. */
  lastInput: number
}

/** Seconds: the prompt, then the logout; and how long before the absolute end the warning comes. */
export type SessionLimits = { promptAfter: number; logoutAfter: number; warnBefore: number }

export type Prompt =
  | { kind: 'none' }
  /** Session Warning: seconds until the end. */
  | { kind: 'warning'; seconds: number }
  /** Account Inactive: seconds until the logout. */
  | { kind: 'inactive'; seconds: number }
  | { kind: 'idle' }
  | { kind: 'expired' }

const secondsTo = (end: number, now: number): number => Math.ceil((end - now) / 1000)
const totalMs = ({ promptAfter, logoutAfter }: SessionLimits): number => (promptAfter + logoutAfter) * 1000

/** The prompt the user must see now. Inactivity comes before the warning: it ends sooner. */
export function promptAt(times: SessionTimes, limits: SessionLimits, warned: boolean, now: number): Prompt {
  const left = secondsTo(times.expiresAt, now)
  if (left <= 0) return { kind: 'expired' }
  const idle = secondsTo(Math.min(times.lastInput + totalMs(limits), times.idleAt), now)
  if (idle <= 0) return { kind: 'idle' }
  if (idle <= limits.logoutAfter) return { kind: 'inactive', seconds: idle }
  return left < limits.warnBefore && !warned ? { kind: 'warning', seconds: left } : { kind: 'none' }
}

/**
 * Activity is reported at most once a minute, and long before a prompt would be due: an active user is never prompted,
 * however late the page loaded after the sign-in.
 */
export const reportMs = ({ promptAfter }: SessionLimits): number => Math.min(60_000, promptAfter * 600)
/** The server's knowledge may lag behind the tabs' by this much. */
const lagMs = (limits: SessionLimits): number => reportMs(limits) + 15_000

/** The times after an answer of the server, which knows of tabs this one has no messages from. */
export function timesFromServer(
  times: SessionTimes,
  limits: SessionLimits,
  remaining: { secondsToExpiration: number; idleRemainingSeconds: number },
  now: number,
): SessionTimes {
  const idleAt = now + remaining.idleRemainingSeconds * 1000
  const seen = idleAt - totalMs(limits)
  return {
    expiresAt: now + remaining.secondsToExpiration * 1000,
    idleAt,
    lastInput: seen > times.lastInput + lagMs(limits) ? seen : times.lastInput,
  }
}

/** Whether there was activity that the server should know of by now and does not. */
export const hasServerMissed = ({ idleAt }: SessionTimes, limits: SessionLimits, lastAct: number): boolean =>
  lastAct > idleAt - totalMs(limits) + lagMs(limits)

/** Whether the server is due to be called again. */
export const isReportDue = (lastReport: number, limits: SessionLimits, now: number): boolean =>
  now - lastReport >= reportMs(limits)

/** Seconds at which a countdown is announced; on screen it moves every second. */
export const spokenSeconds: readonly number[] = [300, 120, 60, 30]

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** "9 minutes and 42 seconds", always with both units. */
export const countdownWords = (seconds: number): string =>
  `${counted(Math.floor(seconds / 60), 'minute')} and ${counted(seconds % 60, 'second')}`

/** "2 minutes and 28 seconds"; in the last minute "28 seconds". */
export const shortCountdownWords = (seconds: number): string =>
  seconds < 60 ? counted(seconds, 'second') : countdownWords(seconds)
