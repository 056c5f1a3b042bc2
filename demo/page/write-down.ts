/** When the database is written down: a moment after the last change, one writing after the other, and never after its end. */

type Waits = { quietMs: number; firstQuietMs: number }

export class WriteDown {
  readonly #write: (first: boolean) => Promise<void>
  readonly #onResult: (failed: Error | undefined) => void
  readonly #waits: Waits
  #timer: ReturnType<typeof setTimeout> | undefined
  #writing: Promise<void> = Promise.resolve()
  #isFirst: boolean
  #isEnded = false

  /** `write` hears whether it is the first time; `onResult` hears how each one ended. */
  constructor(
    isFirst: boolean,
    waits: Waits,
    write: (first: boolean) => Promise<void>,
    onResult: (failed: Error | undefined) => void,
  ) {
    this.#isFirst = isFirst
    this.#waits = waits
    this.#write = write
    this.#onResult = onResult
  }

  /** Something changed. */
  changed(): void {
    if (this.#isEnded) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#next(), this.#isFirst ? this.#waits.firstQuietMs : this.#waits.quietMs)
  }

  /** Writes what waits to be written. */
  async now(): Promise<void> {
    if (this.#timer !== undefined) void this.#next()
    await this.#writing
  }

  /** The same, then nothing any more. */
  finish(): Promise<void> {
    this.#isEnded = true
    return this.now()
  }

  /** Writes nothing any more; resolves once no writing is under way. */
  async drop(): Promise<void> {
    this.#isEnded = true
    this.#stopTimer()
    await this.#writing
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #next(): Promise<void> {
    this.#stopTimer()
    this.#writing = this.#writing.then(async () => {
      try {
        await this.#write(this.#isFirst)
        this.#isFirst = false
        this.#onResult(undefined)
      } catch (error) {
        this.#onResult(error as Error)
      }
    })
    return this.#writing
  }
}
