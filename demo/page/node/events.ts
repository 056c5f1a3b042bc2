/** What a page has of `node:events`: the few things OpenFeature does with an emitter. */
type Listener = (...what: unknown[]) => void

export class EventEmitter {
  readonly #all = new Map<string, Set<Listener>>()
  listeners(event: string): Listener[] {
    return [...(this.#all.get(event) ?? [])]
  }
  on(event: string, listener: Listener): this {
    this.#all.set(event, (this.#all.get(event) ?? new Set()).add(listener))
    return this
  }
  off(event: string, listener: Listener): this {
    this.#all.get(event)?.delete(listener)
    return this
  }
  removeListener(event: string, listener: Listener): this {
    return this.off(event, listener)
  }
  removeAllListeners(event: string): this {
    this.#all.delete(event)
    return this
  }
  emit(event: string, ...what: unknown[]): boolean {
    const found = this.listeners(event)
    for (const listener of found) listener(...what)
    return found.length > 0
  }
}

/** Nothing in a page waits for an event of Node. */
export const once = (): never => {
  throw new Error('There is no such thing in a page.')
}
