/**
 * Thrown by an act that finds objects whose clock ran out before any job looked at them. The call begins again in a new
 * transaction: first what the clock does to them (`first` of the tick named here), then the act, which finds them as the
 * clock left them.
 */
export class Overdue extends Error {
  readonly tick: string
  readonly ids: readonly string[]
  constructor(tick: string, ids: readonly string[]) {
    super(`The clock has not looked at ${ids.length} overdue objects yet.`)
    this.tick = tick
    this.ids = ids
  }
}
