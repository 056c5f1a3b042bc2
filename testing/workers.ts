import { availableParallelism, totalmem } from 'node:os'

const GIB = 2 ** 30
/** A worker with its Chromium. */
const MEMORY_A_WORKER = 2 * GIB
/** PostgreSQL of the tests takes a hundred connections; a worker uses ten at most. */
const MOST_WORKERS = 8

/** Half as many workers again as processors, since tests often wait for PostgreSQL, the browser and timers. */
export function workersFor(processors: number, memory: number): number {
  return Math.max(1, Math.min(Math.floor(processors * 1.5), Math.floor(memory / MEMORY_A_WORKER), MOST_WORKERS))
}

export const workers = workersFor(availableParallelism(), totalmem())
