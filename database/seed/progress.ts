/** Tells how far a long work is: how much is done, how fast, and how much time is left. At most once a second. */
export class Progress {
  readonly #log: (line: string) => void
  readonly #unit: string
  readonly #total: number
  readonly #began = performance.now()
  #made = 0
  #done = 0
  steps = 0

  constructor(log: (line: string) => void, unit: string, total: number) {
    this.#log = log
    this.#unit = unit
    this.#total = total
  }

  add(count: number, what: string): void {
    this.#done += count
    this.steps += 1
    const now = performance.now()
    if (now - this.#made < 1_000 && this.#done < this.#total) return
    this.#made = now
    this.#log(`${what}: ${lineOf(this.#done, this.#total, this.#unit, now - this.#began)}`)
  }
}

const figure = (count: number): string => Math.round(count).toLocaleString('en-US')

/** "1,200 of 10,000 fills, 800 a second, about 11 s left". */
export function lineOf(done: number, total: number, unit: string, ms: number): string {
  const rate = ms > 0 ? (done * 1000) / ms : 0
  const left = rate > 0 ? Math.max(0, total - done) / rate : 0
  const time = left >= 90 ? `${Math.round(left / 60)} min` : `${Math.round(left)} s`
  const speed = rate >= 10 ? figure(rate) : rate.toFixed(1)
  return `${figure(done)} of ${figure(total)} ${unit}, ${speed} a second, about ${time} left`
}
