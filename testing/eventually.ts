import { vi } from 'vitest'

/** Waits until a check passes and answers what it answered: two minutes, which ends a hang and hurries no slow machine. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 120_000, interval: 50 })
