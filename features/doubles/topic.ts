/** A claim whose patient is another record now: its open requests are looked at again. */
export const WORKER_CHANGED = 'claim.workerChanged'
