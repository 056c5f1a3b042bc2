import type { SupportQueue } from './queues.ts'

/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = { support: '/support' } as const

export const queueAddress = (queue: SupportQueue): string => `${paths.support}?queue=${queue}`
