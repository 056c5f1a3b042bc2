import { fork, type ChildProcess } from 'node:child_process'
import { Refused } from '../calls/refusal.ts'
import type { Sent } from './bounded-child.ts'

/**
 * Work on what somebody sent, in processes of their own, so that nothing sent can keep this one from answering. A process
 * that uses more processor time or memory than its bounds ends itself (`bounded-child.ts`), one that answers nothing is
 * ended; both cost the sender their answer and nobody else theirs.
 */
export type Bounds = {
  /** Processor time of one piece of work, which a busy machine does not shorten; in seconds. */
  seconds: number
  /** Memory of the whole process, array buffers and WebAssembly included. */
  megabytes: number
  /** How many pieces are worked on at once, each in a process of its own and each for another sender. */
  atOnce: number
  /** How many wait for their turn, of all senders and of one. */
  waiting: number
  waitingOfOne: number
}

/** What became of a piece of work: done, or ended because it went over its bounds. */
export type Outcome<Answer> = { answer: Answer } | { ended: true }

/** Ends a process that neither answers nor ends itself: this many times its processor time. */
const PATIENCE = 6
/** A process without work ends after this time. */
const IDLE_MS = 60_000

type Place = { child: ChildProcess; idle: NodeJS.Timeout | undefined }
type Turn = { sender: string; begin: () => void }

/**
 * Runs pieces of work in the module `file`, which calls `workBounded`. `sender` is who asks: one piece of theirs runs at a
 * time, whatever they send, and while they wait with more, who had no turn yet comes first. Refuses with UNAVAILABLE when too
 * many wait.
 */
export function bounded<Ask, Answer>(
  file: URL,
  bounds: Bounds,
): (sender: string, ask: Ask) => Promise<Outcome<Answer>> {
  const free: Place[] = []
  const running = new Set<string>()
  const turns: Turn[] = []
  /** The latest turn of each sender who waits for another, by number. */
  const latest = new Map<string, number>()
  let turn = 0

  const next = (): void => {
    if (running.size >= bounds.atOnce) return
    const [first] = turns
      .filter(({ sender }) => !running.has(sender))
      .toSorted((one, other) => (latest.get(one.sender) ?? 0) - (latest.get(other.sender) ?? 0))
    if (!first) return
    turns.splice(turns.indexOf(first), 1)
    running.add(first.sender)
    latest.set(first.sender, (turn += 1))
    first.begin()
  }

  const takeTurn = (sender: string): Promise<void> => {
    const ofSender = turns.filter((turn) => turn.sender === sender).length
    const hasToWait = running.has(sender) || running.size >= bounds.atOnce
    if (hasToWait && (turns.length >= bounds.waiting || ofSender >= bounds.waitingOfOne))
      throw new Refused({ code: 'UNAVAILABLE', message: 'Too many files are opened at once. Please try again.' })
    return new Promise((begin) => {
      turns.push({ sender, begin })
      next()
    })
  }

  return async (sender, ask) => {
    await takeTurn(sender)
    try {
      return await work<Answer>(free.pop() ?? place(file, bounds), ask, bounds, free)
    } finally {
      running.delete(sender)
      if (!turns.some((one) => one.sender === sender)) latest.delete(sender)
      next()
    }
  }
}

/** A process with nothing of ours in its environment, that can read files and write none. */
function place(file: URL, { seconds, megabytes }: Bounds): Place {
  const child = fork(file, [String(seconds), String(megabytes)], {
    env: {},
    execArgv: ['--permission', '--allow-fs-read=*', '--allow-worker', '--disable-warning=SecurityWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  return { child, idle: undefined }
}

async function work<Answer>(at: Place, ask: unknown, bounds: Bounds, free: Place[]): Promise<Outcome<Answer>> {
  const { child } = at
  clearTimeout(at.idle)
  let timer: NodeJS.Timeout | undefined
  const sent = await new Promise<Sent<Answer> | undefined>((resolve) => {
    const ended = (): void => resolve(undefined)
    timer = setTimeout(ended, bounds.seconds * PATIENCE * 1000)
    child.once('message', (message) => resolve(message as Sent<Answer>))
    child.once('exit', ended)
    child.once('error', ended)
    child.send({ ask }, (error) => error && ended())
  })
  clearTimeout(timer)
  child.removeAllListeners()
  child.on('error', () => {}) // an idle process that ends is not missed
  if (!sent || sent.isLast) child.kill('SIGKILL')
  else {
    at.idle = setTimeout(() => {
      free.splice(free.indexOf(at), 1)
      child.kill('SIGKILL')
    }, IDLE_MS).unref()
    child.once('exit', () => {
      clearTimeout(at.idle)
      const place = free.indexOf(at)
      if (place !== -1) free.splice(place, 1)
    })
    free.push(at)
  }
  return sent ? { answer: sent.answer } : { ended: true }
}
