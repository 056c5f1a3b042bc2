import type { Clock } from '#platform/dates/clock.ts'
import {
  hasServerMissed,
  isReportDue,
  promptAt,
  reportMs,
  timesFromServer,
  type Prompt,
  type SessionLimits,
  type SessionTimes,
} from './session-clock.ts'

export type RemainingSeconds = { secondsToExpiration: number; idleRemainingSeconds: number }

type SessionWatchOptions = {
  clock: Clock
  limits: SessionLimits
  /** As the server reported them when the user was loaded. */
  remaining: RemainingSeconds
  /**
   * Asks the server how long the session lasts; `active` reports activity. Rejects when the session is over or the
   * server cannot be reached.
   */
  ask: (active: boolean) => Promise<RemainingSeconds>
  /** Sends a message to the other tabs. */
  tell: (kind: 'input' | 'stay' | 'warned') => void
  /** Called when something else is to be shown. */
  onChange: (shown: Shown) => void
  /** Called when the session is over and the server agrees. */
  onEnd: (why: 'idle' | 'expired') => void
}

/** What covers the page: nothing, a prompt, or a cover while the server is asked whether the session is still valid. */
export type Shown =
  | { kind: 'none' }
  | { kind: 'warning'; seconds: number }
  | { kind: 'inactive'; seconds: number }
  | { kind: 'checking'; offline: boolean }

const TELL_MS = 5_000
const RETRY_MS = 5_000

/**
 * Counts the session down in one tab, second by second (`tick`). The server decides: it is asked before a prompt or the
 * end, since another tab may have been active while this one slept. Until it answers, nothing of the page can be read.
 */
export class SessionWatch {
  readonly #options: SessionWatchOptions
  #times: SessionTimes
  #shown: Shown = { kind: 'none' }
  /** This tab calls the server for all tabs. */
  #leads = false
  /**
   * When the user was last active in any of the tabs. Activity the server reports does not count: reported back, it
   * would never end.
   */
  #lastAct: number
  /** When activity was last reported to the server, and when the server was last asked at all. */
  #lastReport: number
  #lastAsk: number
  #lastBroadcast = 0
  #warned = false
  #asking = false
  /** Activity is being reported to the server: until it has arrived, the server's idle time is out of date. */
  #reporting = false
  /** The state the server has confirmed; any other has to be confirmed first. */
  #confirmedFor: Prompt['kind'] | undefined
  #retryAt = 0
  #ended = false

  constructor(options: SessionWatchOptions) {
    this.#options = options
    const now = options.clock.now().getTime()
    // Opening the page was activity, which the server knows of.
    this.#lastAct = now
    this.#lastReport = now
    this.#lastAsk = now
    this.#times = timesFromServer(
      { expiresAt: now, idleAt: now, lastInput: now },
      options.limits,
      options.remaining,
      now,
    )
  }

  /** The user was active in this tab. Moving the mouse does not answer a prompt. */
  input(): void {
    if (this.#shown.kind === 'inactive' || this.#shown.kind === 'checking' || this.#ended) return
    const now = this.#acted()
    if (now - this.#lastBroadcast < TELL_MS) return
    this.#lastBroadcast = now
    this.#options.tell('input')
  }

  /** From now on this tab calls the server for all of them. */
  lead(): void {
    this.#leads = true
  }

  /** The user was active in another tab. */
  heard(): void {
    if (this.#ended) return
    this.#acted()
    // A tab in the background ticks late, so it reports at once.
    this.#askInTurn()
  }

  /** Yes: still here, in this tab or in another one. */
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
    // A message of another tab only counts while the warning is shown here too: a forged one silences nothing.
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

  /** The server should have heard of activity by now, and has not as far as this tab knows. */
  get #missed(): boolean {
    return hasServerMissed(this.#times, this.#options.limits, this.#lastAct)
  }

  /** The user was active and the server has not heard of it. */
  get #unreported(): boolean {
    return this.#lastAct > this.#lastReport
  }

  /**
   * Once a minute one tab calls for all: it reports activity in any of them, and learns when the session ended
   * elsewhere.
   */
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
    const answer = this.#options.ask(active).finally(() => active && (this.#reporting = false))
    answer.then(
      (remaining) => this.#update(remaining, now),
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
    const askedAt = this.#now()
    this.#options
      .ask(false)
      .then(
        (remaining) => {
          this.#update(remaining, askedAt)
          // The user was active while the tabs were offline: report that before prompting.
          if (kind === 'inactive' && this.#missed) return this.#ask(true)
          this.#confirmedFor = kind
          this.tick()
        },
        () => {
          this.#retryAt = this.#now() + RETRY_MS
          // Without the server the prompt comes by this tab's own clock, which knows of activity since it went offline.
          if (kind === 'inactive' && this.#missed) return
          if (kind === 'inactive') {
            this.#confirmedFor = kind
            this.tick()
          } else if (!this.#ended) this.#show({ kind: 'checking', offline: true })
        },
      )
      .finally(() => (this.#asking = false))
  }

  /** `askedAt`: an answer counts from the time of its call, also when the device slept in between. */
  #update(remaining: RemainingSeconds, askedAt: number): void {
    this.#times = timesFromServer(this.#times, this.#options.limits, remaining, askedAt)
  }
}
