/**
 * The requests of one page that are being answered. Who answers one hears when nobody waits for it any more, also where that was so before
 * it asked: a stream of change events begins only once its session was checked.
 */
export class UnderWay {
  readonly #open = new Map<number, (() => void)[]>()

  begin(id: number): void {
    this.#open.set(id, [])
  }

  end(id: number): void {
    this.#open.delete(id)
  }

  onGone(id: number, heard: () => void): void {
    const hearing = this.#open.get(id)
    if (hearing) hearing.push(heard)
    else heard()
  }

  /** The page does not wait for this one any more. */
  gone(id: number): void {
    const hearing = this.#open.get(id) ?? []
    this.#open.delete(id)
    for (const heard of hearing) heard()
  }

  /** The page was closed or loaded again. */
  allGone(): void {
    for (const id of this.#open.keys()) this.gone(id)
  }
}
