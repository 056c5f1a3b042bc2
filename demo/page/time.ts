/** The data of the demonstration are of the day they were made; the pages stay at that time, as the worker does. */
export function moveTime(offsetMs: number): void {
  const Machine = Date
  // Without arguments it is now; with any it is what it always was.
  class Moved extends Machine {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(Machine.now() + offsetMs)
      else super(...(given as [number]))
    }
    static override now(): number {
      return Machine.now() + offsetMs
    }
  }
  globalThis.Date = Moved as DateConstructor
}
