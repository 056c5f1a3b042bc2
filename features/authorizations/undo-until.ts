import { addMs, SECOND_MS } from '#platform/dates/instant.ts'

/** The instant until which an act made at `at` can be undone: then people outside are notified. ISO 8601 UTC. */
export const undoUntil = (at: string | Date, undoSeconds: number): string => addMs(at, undoSeconds * SECOND_MS)
