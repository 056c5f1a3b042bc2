/** A page's side of the worker that is its server: takes the place of `fetch` and of event streams for the calls. */
import type { FromWorker, Keeping, Step, ToWorker } from './messages.ts'

type Listener = Pick<Required<Answering>, 'head' | 'bytes' | 'end'> & { rows?: (answer: Rows) => void }
type Rows = Extract<FromWorker, { kind: 'rows' }>
type Answering = {
  head(status: number, headers: Record<string, string>): void
  bytes(part: Uint8Array): void
  end(): void
}

/** What is being done, and how much of all, in percent. */
type Doing = { step: Step; percent: number }
type Opened = { offsetMs: number; isSignedIn: boolean }
export type ServerLink = {
  /** Resolves when the data are there. */
  opened: Promise<Opened>
  /** Other tabs have the same data: the browser has workers for all tabs. */
  shared: boolean
  /** What is being done until the data are there, and whether the browser keeps them; `onNews` hears of each change. */
  doing: () => Doing
  keeping: () => Keeping
  onNews: (heard: () => void) => () => void
  signIn(subject: string): Promise<boolean>
  /** Resolves once what was done is kept: a worker of all tabs sees to that without being asked. */
  written(): Promise<void>
  reset(): void
  /** Calls of this page that wait for an answer. */
  calling(): number
  /** A statement on the database, in a build for tests. */
  query(text: string, values: readonly unknown[]): Promise<Pick<Rows, 'rows' | 'rowCount'>>
}

/** The event of the window that says a call was answered. */
export const ANSWERED = 'demo-answered'
export type Answered = { method: string; path: string; status: number }

type Port = { postMessage(message: ToWorker): void; onmessage: ((event: MessageEvent<FromWorker>) => void) | null }

/**
 * One worker for all tabs where the browser has such workers, else one for this tab. A browser that can keeps it for a while after the
 * last page is gone (`extendedLifetime`): the worker writes down what was done, and a reloaded page finds it at work.
 */
function portTo(address: string, onError: (message: string) => void): Port {
  const options = { type: 'module', name: 'rxdocket', extendedLifetime: true } as const
  if (typeof SharedWorker === 'undefined') {
    const worker = new Worker(address, options)
    worker.addEventListener('error', (event) => onError(event.message))
    return worker
  }
  const worker = new SharedWorker(address, options)
  worker.addEventListener('error', () => onError('The worker could not be started.'))
  return worker.port
}

type LinkOptions = {
  /** Whether an address of this site is a call. */
  isOurs: (path: string) => boolean
  /** The data were dropped, by whichever tab. */
  onReset: () => void
}

/** Connects to the worker, and from then on answers the page's calls from it. */
export function connect(workerAddress: string, { isOurs, onReset }: LinkOptions): ServerLink {
  const isShared = typeof SharedWorker !== 'undefined'
  const waiting = new Map<number, Listener>()
  const { promise: opened, resolve, reject } = Promise.withResolvers<Opened>()
  opened.catch(() => {})
  const port = portTo(workerAddress, (message) => reject(new Error(message)))
  const newsHeard = new Set<() => void>()
  let doing: Doing = { step: 'program', percent: 0 }
  let keeping: Keeping = 'kept'
  // What the page waits for, its stream of change events first of all, ends with it: the worker lives on with the next page.
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) port.postMessage({ kind: 'left' })
  })
  let last = 0
  const ask = (of: Listener, message: (id: number) => ToWorker): (() => void) => {
    const id = (last += 1)
    waiting.set(id, of)
    port.postMessage(message(id))
    return () => {
      if (waiting.delete(id)) port.postMessage({ kind: 'gone', id })
    }
  }
  port.onmessage = ({ data }) => {
    switch (data.kind) {
      case 'head':
        return waiting.get(data.id)?.head(data.status, data.headers)
      case 'bytes':
        return waiting.get(data.id)?.bytes(data.part)
      case 'end': {
        const of = waiting.get(data.id)
        waiting.delete(data.id)
        return of?.end()
      }
      case 'rows': {
        const of = waiting.get(data.id)
        waiting.delete(data.id)
        return of?.rows?.(data)
      }
      case 'step':
        doing = data
        return newsHeard.forEach((heard) => heard())
      case 'keeping':
        keeping = data.keeping
        return newsHeard.forEach((heard) => heard())
      case 'open':
        return resolve(data)
      case 'broken':
        return reject(new Error(data.message))
      case 'reset':
        return onReset()
    }
  }

  let calls = 0
  const plainFetch = globalThis.fetch.bind(globalThis)
  /** Others in the page hear of each call that was answered (`tour.tsx`). */
  const answered = (method: string, path: string, status: number) =>
    dispatchEvent(new CustomEvent<Answered>(ANSWERED, { detail: { method, path, status } }))
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname, search } = new URL(request.url)
    if (origin !== location.origin || !isOurs(pathname)) return plainFetch(input, init)
    const body = ['GET', 'HEAD'].includes(request.method) ? undefined : new Uint8Array(await request.arrayBuffer())
    calls += 1
    return answerOf(request, (of) =>
      ask(of, (id) => ({
        kind: 'request',
        id,
        request: {
          method: request.method,
          url: pathname + search,
          headers: Object.fromEntries(request.headers),
          body: body?.length ? body : undefined,
        },
      })),
    )
      .then((answer) => {
        answered(request.method, pathname, answer.status)
        return answer
      })
      .finally(() => (calls -= 1))
  }

  /** A stream of change events, as far as the pages use one. */
  class Events {
    static readonly CLOSED = 2
    readyState = 0
    onmessage: ((event: { data: string }) => void) | null = null
    onopen: (() => void) | null = null
    onerror: (() => void) | null = null
    readonly #stop: () => void

    constructor(address: string) {
      const text = new TextDecoder()
      this.#stop = ask(
        {
          head: (status) => {
            this.readyState = status === 200 ? 1 : 2
            if (status === 200) this.onopen?.()
          },
          bytes: (part) => {
            for (const [, data] of text.decode(part).matchAll(/^data: (.*)$/gm)) this.onmessage?.({ data: data! })
          },
          end: () => {
            this.readyState = 2
            this.onerror?.()
          },
        },
        (id) => ({ kind: 'request', id, request: { method: 'GET', url: address, headers: {}, body: undefined } }),
      )
    }
    close(): void {
      this.readyState = 2
      this.#stop()
    }
  }
  Object.assign(globalThis, { EventSource: Events })

  return {
    opened,
    shared: isShared,
    doing: () => doing,
    keeping: () => keeping,
    onNews: (heard) => {
      newsHeard.add(heard)
      return () => void newsHeard.delete(heard)
    },
    signIn: async (subject) => {
      const { promise, resolve: done } = Promise.withResolvers<boolean>()
      ask({ head: (status) => done(status === 200), bytes: () => {}, end: () => {} }, (id) => ({
        kind: 'signIn',
        id,
        subject,
      }))
      return promise
    },
    written: () => {
      if (isShared) return Promise.resolve()
      const { promise, resolve: done } = Promise.withResolvers<void>()
      ask({ head: () => {}, bytes: () => {}, end: done }, (id) => ({ kind: 'write', id }))
      return promise
    },
    calling: () => calls,
    reset: () => port.postMessage({ kind: 'reset' }),
    query: (text, values) =>
      new Promise((resolve, reject) => {
        const rows = (answer: Rows) =>
          answer.failed === undefined ? resolve(answer) : reject(new Error(answer.failed))
        ask({ head: () => {}, bytes: () => {}, end: () => {}, rows }, (id) => ({ kind: 'query', id, text, values }))
      }),
  }
}

/** An answer as `fetch` gives it, once it is whole. */
function answerOf({ signal }: Request, ask: (of: Listener) => () => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    let head: { status: number; headers: Record<string, string> } | undefined
    const stop = ask({
      head: (status, headers) => void (head = { status, headers }),
      bytes: (part) => void parts.push(part as Uint8Array<ArrayBuffer>),
      end: () => {
        const isEmpty = head === undefined || [204, 304].includes(head.status)
        resolve(new Response(isEmpty ? null : new Blob(parts), head))
      },
    })
    const abort = () => {
      stop()
      reject(new DOMException('The page does not wait any more.', 'AbortError'))
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
}
