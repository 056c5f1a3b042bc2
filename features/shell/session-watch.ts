import type { Clock } from '#platform/clock.ts'
import {
  isReportDue,
  promptAt,
  REPORT_MS,
  toldByServer,
  type Prompt,
  type SessionLimits,
  type SessionTimes,
} from './session-clock.ts'

export type Told = { secondsToExpiration: number; idleRemainingSeconds: number }

export type SessionWatchOptions = {
  clock: Clock
  limits: SessionLimits
  /** As the server told them when the person was loaded. */
  told: Told
  /** Asks the server how long the session lasts; `active` reports that the person is there. Rejects when it is over or away. */
  ask: (active: boolean) => Promise<Told>
  /** Tells the other tabs. */
  tell: (kind: 'input' | 'stay') => void
  /** Something else is to be shown. */
  onChange: (shown: Shown) => void
  /** The time is over, and the server agrees. */
  onEnd: (why: 'idle' | 'expired') => void
}

/** What lies over the page: nothing, a prompt, or a cover while the server is asked whether the session still lives. */
export type Shown =
  | { kind: 'none' }
  | { kind: 'warning'; seconds: number }
  | { kind: 'inactive'; seconds: number }
  | { kind: 'checking'; offline: boolean }

const TELL_MS = 5_000
const RETRY_MS = 5_000

/**
 * Counts the session down in one tab, second by second (`tick`). The server decides: before a prompt or the end it is asked,
 * since another tab may have been active while this one slept; until it answers, nothing of the page can be read.
 */
export class SessionWatch {
  readonly #options: SessionWatchOptions
  #times: SessionTimes
  #shown: Shown = { kind: 'none' }
  #lastReport: number
  #lastTold = 0
  #warned = false
  #asking = false
  /** The server has confirmed the present state; no later than this may it be believed without asking again. */
  #confirmedFor: Prompt['kind'] | undefined
  #retryAt = 0
  #ended = false

  constructor(options: SessionWatchOptions) {
    this.#options = options
    const now = options.clock.now().getTime()
    this.#lastReport = now
    this.#times = toldByServer({ expiresAt: now, idleAt: now, lastInput: now }, options.limits, options.told, now)
  }

  /** The person did something in this tab. A prompt is not answered by moving the mouse. */
  input(): void {
    if (this.#shown.kind === 'inactive' || this.#shown.kind === 'checking' || this.#ended) return
    const now = this.#now()
    this.#times = { ...this.#times, lastInput: now }
    if (now - this.#lastTold < TELL_MS) return
    this.#lastTold = now
    this.#options.tell('input')
  }

  /** The person did something in another tab. */
  heard(): void {
    if (!this.#ended) this.#times = { ...this.#times, lastInput: this.#now() }
  }

  /** Yes: still here. Said in this tab or in another one. */
  stay(inThisTab: boolean): void {
    if (this.#ended) return
    if (inThisTab) this.#options.tell('stay')
    const now = this.#now()
    this.#times = { ...this.#times, lastInput: now, idleAt: Math.max(this.#times.idleAt, now + 30_000) }
    this.#confirmedFor = undefined
    this.#show({ kind: 'none' })
    if (inThisTab) this.#report()
  }

  /** The Session Warning was read. */
  dismissWarning(): void {
    this.#warned = true
    if (this.#shown.kind === 'warning') this.#show({ kind: 'none' })
    this.input()
  }

  /** Every second, and when the page comes back into view. */
  tick(): void {
    if (this.#ended) return
    const now = this.#now()
    const prompt = promptAt(this.#times, this.#options.limits, this.#warned, now)
    switch (prompt.kind) {
      case 'none':
        this.#confirmedFor = undefined
        if (this.#shown.kind !== 'none') this.#show({ kind: 'none' })
        break
      case 'warning':
        this.#show(prompt)
        break
      case 'inactive':
        if (this.#confirmedFor === 'inactive') this.#show(prompt)
        else this.#confirm('inactive')
        return
      case 'idle':
      case 'expired':
        if (this.#confirmedFor === prompt.kind) this.#end(prompt.kind)
        else {
          if (this.#shown.kind !== 'checking') this.#show({ kind: 'checking', offline: false })
          this.#confirm(prompt.kind)
        }
        return
    }
    if (isReportDue(this.#times.lastInput, this.#lastReport, now)) this.#report()
  }

  #now(): number {
    return this.#options.clock.now().getTime()
  }

  #show(shown: Shown): void {
    this.#shown = shown
    this.#options.onChange(shown)
  }

  #end(why: 'idle' | 'expired'): void {
    this.#ended = true
    this.#options.onEnd(why)
  }

  #report(): void {
    const now = this.#now()
    this.#lastReport = now
    this.#options.ask(true).then(
      (told) => this.#told(told),
      // Tried again after 15 s; a session that is over ends elsewhere.
      () => void (this.#lastReport = now - REPORT_MS + 15_000),
    )
  }

  #confirm(kind: Prompt['kind']): void {
    if (this.#asking || this.#now() < this.#retryAt) return
    this.#asking = true
    this.#options
      .ask(false)
      .then(
        (told) => {
          this.#confirmedFor = kind
          this.#told(told)
          this.tick()
        },
        () => {
          this.#retryAt = this.#now() + RETRY_MS
          // Without the server the prompt comes by this tab's own clock.
          if (kind === 'inactive') {
            this.#confirmedFor = kind
            this.tick()
          } else if (!this.#ended) this.#show({ kind: 'checking', offline: true })
        },
      )
      .finally(() => (this.#asking = false))
  }

  #told(told: Told): void {
    this.#times = toldByServer(this.#times, this.#options.limits, told, this.#now())
  }
}
