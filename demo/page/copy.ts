/** What the platform uses of `pg-copy-streams` in a page: the bytes of a COPY, read whole by `pg.ts`. */
export class CopyOut {
  readonly text: string
  readonly #parts = Promise.withResolvers<readonly Uint8Array[]>()
  #onClose = (): void => {}

  constructor(text: string) {
    this.text = text
    this.#parts.promise.catch(() => {}) // the reader sees the failure
  }

  /** What the database sends. */
  take(parts: Promise<readonly Uint8Array[]>): void {
    void parts.then(this.#parts.resolve, this.#parts.reject).then(() => this.#onClose())
  }

  once(_event: 'close', heard: () => void): this {
    this.#onClose = heard
    return this
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (const part of await this.#parts.promise) yield Buffer.from(part)
  }
}

export const to = (text: string): CopyOut => new CopyOut(text)
