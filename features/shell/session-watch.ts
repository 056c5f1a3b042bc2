import type { Clock } from '#platform/dates/clock.ts'
import {
  hasServerMissed,
  isReportDue,
  promptAt,
  reportMs,
  toldByServer,
  type Prompt,
  type SessionLimits,
  type SessionTimes,
} from './session-clock.ts'

export type Told = { secondsToExpiration: number; idleRemainingSeconds: number }

type SessionWatchOptions = {
  clock: Clock
  limits: SessionLimits
  /** As the server told them when the person was loaded. */
  told: Told
  /** Asks the server how long the session lasts; `active` reports that the person is there. Rejects when it is over or away. */
  ask: (active: boolean) => Promise<Told>
  /** Tells the other tabs. */
  tell: (kind: 'input' | 'stay' | 'warned') => void
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
  /** Speaks with the server for all tabs. */
  #leads = false
  /** When somebody did something in any of the tabs. What the server tells is no act of its own: told again, it would live for ever. */
  #lastAct: number
  /** When the server last heard that somebody is there, and when it was last asked at all. */
  #lastReport: number
  #lastAsk: number
  #lastTold = 0
  #warned = false
  #asking = false
  /** The server is being told that somebody is there: before it knows, its word on idling is old. */
  #reporting = false
  /** The server has confirmed the present state; no later than this may it be believed without asking again. */
  #confirmedFor: Prompt['kind'] | undefined
  #retryAt = 0
  #ended = false

  constructor(options: SessionWatchOptions) {
    this.#options = options
    const now = options.clock.now().getTime()
    // Opening the page was an act, which the server knows of.
    this.#lastAct = now
    this.#lastReport = now
    this.#lastAsk = now
    this.#times = toldByServer({ expiresAt: now, idleAt: now, lastInput: now }, options.limits, options.told, now)
  }

  /** The person did something in this tab. A prompt is not answered by moving the mouse. */
  input(): void {
    if (this.#shown.kind === 'inactive' || this.#shown.kind === 'checking' || this.#ended) return
    const now = this.#acted()
    if (now - this.#lastTold < TELL_MS) return
    this.#lastTold = now
    this.#options.tell('input')
  }

  /** From now on this tab speaks with the server for all of them. */
  lead(): void {
    this.#leads = true
  }

  /** The person did something in another tab. */
  heard(): void {
    if (this.#ended) return
    this.#acted()
    // A tab in the background ticks when the browser lets it: it hears at once.
    this.#askInTurn()
  }

  /** Yes: still here. Said in this tab or in another one. */
  stay(inThisTab: boolean): void {
    if (this.#ended) return
    if (inThisTab) this.#options.tell('stay')
    const now = this.#acted()
    this.#times = { ...this.#times, idleAt: Math.max(this.#times.idleAt, now + 30_000) }
    this.#confirmedFor = undefined
    this.#show({ kind: 'none' })
    if (inThisTab) this.#ask(true)
  }

  /** The Session Warning was read, in this tab or in another one. */
  dismissWarning(inThisTab: boolean): void {
    // What another tab has warned of is due here too, or was never: a made-up word silences no warning.
    if (!inThisTab && this.#shown.kind !== 'warning') return
    this.#warned = true
    if (this.#shown.kind === 'warning') this.#show({ kind: 'none' })
    if (!inThisTab) return
    this.#options.tell('warned')
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
    this.#askInTurn()
  }

  /** By now the server should have heard of somebody, and has not as far as this tab knows. */
  get #missed(): boolean {
    return hasServerMissed(this.#times, this.#options.limits, this.#lastAct)
  }

  /** Somebody did something that the server has not heard of. */
  get #unreported(): boolean {
    return this.#lastAct > this.#lastReport
  }

  /** Once a minute one tab asks for all: it reports what people did in any of them, and learns of an end elsewhere. */
  #askInTurn(): void {
    const now = this.#now()
    if (!this.#leads) return
    const { limits } = this.#options
    if (this.#unreported && isReportDue(this.#lastReport, limits, now)) this.#ask(true)
    else if (isReportDue(this.#lastAsk, limits, now)) this.#ask(false)
  }

  #acted(): number {
    const now = this.#now()
    this.#lastAct = now
    this.#times = { ...this.#times, lastInput: now }
    return now
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

  #ask(active: boolean): void {
    const now = this.#now()
    this.#lastAsk = now
    if (active) {
      this.#lastReport = now
      this.#reporting = true
    }
    const asked = this.#options.ask(active).finally(() => active && (this.#reporting = false))
    asked.then(
      (told) => this.#told(told, now),
      // Tried again after 15 s; a session that is over ends elsewhere.
      () => {
        this.#lastAsk = now - reportMs(this.#options.limits) + 15_000
        if (active) this.#lastReport = this.#lastAsk
      },
    )
  }

  #confirm(kind: Prompt['kind']): void {
    if (this.#asking || this.#reporting || this.#now() < this.#retryAt) return
    this.#asking = true
    const asked = this.#now()
    this.#options
      .ask(false)
      .then(
        (told) => {
          this.#told(told, asked)
          // Somebody was there while the tabs were cut off: the server is told so before anybody is asked.
          if (kind === 'inactive' && this.#missed) return this.#ask(true)
          this.#confirmedFor = kind
          this.tick()
        },
        () => {
          this.#retryAt = this.#now() + RETRY_MS
          // Without the server the prompt comes by this tab's own clock, which knows who was there since it was cut off.
          if (kind === 'inactive' && this.#missed) return
          if (kind === 'inactive') {
            this.#confirmedFor = kind
            this.tick()
          } else if (!this.#ended) this.#show({ kind: 'checking', offline: true })
        },
      )
      .finally(() => (this.#asking = false))
  }

  /** `asked`: an answer that was slept through is as old as its question. */
  #told(told: Told, asked: number): void {
    this.#times = toldByServer(this.#times, this.#options.limits, told, asked)
  }
}
