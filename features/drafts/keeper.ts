import { CallFailed } from '#platform/browser/call.ts'
import type { LeftOver } from '#platform/browser/unsaved-work.ts'
import type { StoredDraft } from './contract.ts'
import type { Place, Shown, Wire } from './place.ts'
import { textOf } from './text.ts'

/** Milliseconds after the last key, and at most after the first one (2 s). */
const REST_MS = 800
const MOST_MS = 1800
const RETRY_MS = 3000
const MOST_RETRY_MS = 30_000
/** The text is kept in memory for as long as a decision may be refused or undone. */
const AFTERWARDS_MS = 60_000

const later = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
const never = () => {}

/**
 * Saves one form's text to the server while it is typed: after a pause, at the latest every two seconds, and at once
 * when asked. One save is in flight at a time and always has the latest text. The last writer wins, and both windows
 * show it.
 */
export class Keeper {
  readonly place: Place
  readonly #wire: Wire
  readonly #readable: (body: StoredDraft['body']) => boolean
  readonly #settled: (keeper: Keeper) => void
  /** The content of the form; undefined while nothing was typed. */
  #typed: StoredDraft['body'] | undefined
  /** What the server has, as far as this page knows. */
  #kept: { text: string | undefined; version: number; savedAt: string } | undefined
  /** The text of another window. */
  #other: StoredDraft | undefined
  #restore: ((body: StoredDraft['body'] | undefined) => void) | undefined
  #shown: Shown = {}
  #loading: Promise<void> | undefined
  #saving: Promise<void> | undefined
  #sent = false
  /** A save was in flight when the form was sent. */
  #late = false
  #gaveUp = false
  #retries = 0
  #cancelRest = never
  #cancelMost = never
  #cancelRetry = never
  #cancelForget = never
  readonly #listeners = new Set<() => void>()

  /** `readable`: the form understands this body. `settled` is called when no page shows the form and all is saved. */
  constructor(
    place: Place,
    wire: Wire,
    readable: (body: StoredDraft['body']) => boolean,
    settled: (keeper: Keeper) => void = never,
  ) {
    this.place = place
    this.#wire = wire
    this.#readable = readable
    this.#settled = settled
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly read = (): Shown => this.#shown

  /** The form is on screen. Its saved text is restored. */
  mount(restore: (body: StoredDraft['body'] | undefined) => void): void {
    this.#restore = restore
    if (this.#typed && !this.#sent) restore(this.#typed)
    void this.#look()
  }

  /** The form left the screen. */
  unmount(): void {
    this.#restore = undefined
    void this.save().then(() => this.#rest())
  }

  /** The content of the form now; undefined when it is as it was before anything was typed. */
  type(body: StoredDraft['body'] | undefined): void {
    if (this.#textNow() === (body && textOf(body))) return
    this.#typed = body
    this.#gaveUp = false
    if (!this.#sent) this.#saveSoon()
  }

  /** Saves at once; resolves when the content so far is on the server, or could not be saved. */
  save(): Promise<void> {
    this.#cancelTimers()
    return (this.#saving ??= this.#run().finally(() => (this.#saving = undefined)))
  }

  /** Checks whether another window changed the draft meanwhile. */
  look(): void {
    if (this.#restore) void this.#look()
  }

  /** Empties the form and deletes its draft. */
  discard(): void {
    this.#typed = undefined
    this.#other = undefined
    this.#show({ restored: undefined, saved: undefined, other: undefined })
    this.#restore?.(undefined)
    void this.save()
  }

  /** Puts the other window's text into the form. */
  takeOther(): void {
    if (!this.#other) return
    const { body, savedAt } = this.#other
    this.#typed = body
    this.#other = undefined
    this.#show({ restored: savedAt, other: undefined })
    this.#restore?.(body)
    void this.save()
  }

  /** Keeps the text of this form. */
  keepMine(): void {
    this.#other = undefined
    this.#show({ other: undefined })
  }

  /** The form was sent: its draft is no longer saved. */
  sent(): void {
    this.#sent = true
    this.#late = this.#saving !== undefined
    this.#cancelTimers()
    this.#cancelRetry()
  }

  /**
   * The sent form was accepted, and the server has deleted the draft. The text stays in memory for as long as the act
   * can be undone, or not at all.
   */
  taken({ forget }: { forget: boolean }): void {
    if (!this.#sent) return
    this.#kept = undefined
    if (this.#late) void this.#saving?.then(() => this.#dropLate())
    this.#late = false
    this.#show({ restored: undefined, saved: undefined, other: undefined, unsaved: undefined })
    this.#cancelForget()
    if (forget) this.#forget()
    else this.#cancelForget = later(AFTERWARDS_MS, () => this.#forget())
  }

  /** The sent form was refused or undone: its text is in the form again. */
  back(): void {
    if (!this.#sent) return
    this.#sent = false
    this.#cancelForget()
    if (this.#typed) this.#restore?.(this.#typed)
    void this.save()
  }

  /** True while the form has text that the server does not have. */
  get isUnsaved(): boolean {
    return this.#shown.unsaved !== undefined
  }

  /** The unsent text and how much of it is saved; undefined when there is none. */
  get left(): LeftOver | undefined {
    const text = this.#textNow()
    if (this.#sent || text === undefined) return undefined
    const ahead = text !== this.#kept?.text
    return {
      title: this.place.title,
      savedAt: this.#kept?.savedAt,
      ahead,
      waiting: ahead && this.#shown.unsaved === 'waiting',
      shown: this.#restore !== undefined,
    }
  }

  #textNow(): string | undefined {
    return this.#typed && textOf(this.#typed)
  }

  /** A save in flight when the form was sent may have arrived last. */
  #dropLate(): void {
    if (!this.#sent) return
    this.#kept = undefined
    void this.#wire.discard(this.place).catch(never)
  }

  #forget(): void {
    this.#typed = undefined
    this.#sent = false
    this.#kept = undefined
    this.#restore?.(undefined)
    this.#rest()
  }

  #rest(): void {
    if (!this.#restore && !this.#sent && this.#textNow() === this.#kept?.text) this.#settled(this)
  }

  #saveSoon(): void {
    this.#cancelRest()
    this.#cancelRest = later(REST_MS, () => void this.save())
    if (this.#cancelMost === never) this.#cancelMost = later(MOST_MS, () => void this.save())
  }

  #cancelTimers(): void {
    this.#cancelRest()
    this.#cancelMost()
    this.#cancelRest = this.#cancelMost = never
  }

  #show(change: Shown): void {
    const next = { ...this.#shown, ...change }
    if (textOf(next) === textOf(this.#shown)) return
    this.#shown = next
    this.#listeners.forEach((listener) => listener())
  }

  #look(): Promise<void> {
    return (this.#loading ??= this.#load().finally(() => (this.#loading = undefined)))
  }

  async #load(): Promise<void> {
    let found: StoredDraft | undefined
    try {
      found = await this.#wire.load(this.place)
    } catch {
      return // Loaded again when the page comes back into view or online.
    }
    if (!found || this.#sent || this.#saving || found.version <= (this.#kept?.version ?? 0)) return
    const untouched = this.#textNow() === this.#kept?.text
    this.#kept = { text: textOf(found.body), version: found.version, savedAt: found.savedAt }
    if (!this.#readable(found.body)) return // From an older page: the next save replaces it.
    if (this.#textNow() === this.#kept.text) return this.#show({ saved: found.savedAt })
    if (untouched) {
      this.#typed = found.body
      this.#show({ restored: found.savedAt, saved: undefined })
      this.#restore?.(found.body)
    } else {
      this.#other = found
      this.#show({ other: found.savedAt })
    }
  }

  async #run(): Promise<void> {
    for (;;) {
      const text = this.#textNow()
      if (this.#sent || this.#gaveUp || text === this.#kept?.text) return
      try {
        if (this.#typed === undefined) {
          await this.#wire.discard(this.place)
          this.#kept = undefined
          this.#show({ saved: undefined })
        } else {
          const { version, savedAt } = await this.#wire.keep(this.place, this.#typed, this.#kept?.version ?? 0)
          this.#kept = { text, version, savedAt }
          this.#show({ saved: savedAt })
        }
        this.#retries = 0
        this.#show({ unsaved: undefined })
      } catch (failed) {
        if (!this.#mayGoOn(failed)) return
      }
    }
  }

  /** What follows a failed save; true when it is retried at once. */
  #mayGoOn(failed: unknown): boolean {
    if (!(failed instanceof CallFailed)) throw failed
    const other = failed.code === 'CONFLICT' ? (failed.data as StoredDraft | null) : null
    if (other) {
      this.#kept = { text: textOf(other.body), version: other.version, savedAt: other.savedAt }
      if (this.#readable(other.body)) {
        this.#other = other
        this.#show({ other: other.savedAt })
      }
      return true
    }
    if (failed.status === 401) return false // The session is over, and this page with it.
    // A subject that is gone, or not the user's to edit, has no draft either.
    this.#gaveUp = failed.status === 404 || failed.status === 403 || failed.status === 400
    this.#show({ unsaved: this.#gaveUp ? 'refused' : 'waiting' })
    if (this.#gaveUp) return false
    this.#retries += 1
    this.#cancelRetry()
    this.#cancelRetry = later(Math.min(RETRY_MS * this.#retries, MOST_RETRY_MS), () => void this.save())
    return false
  }
}
