/** What code that also runs under Node finds there without importing it. Loaded before everything else. */
import { Buffer } from 'buffer/'

// Node's timers are objects with a way to let the process end before them; a page's are numbers, and keep nothing.
Object.defineProperty(Number.prototype, 'unref', {
  value(this: number) {
    return this.valueOf()
  },
})

/** `buffer` knows every encoding of Node but base64url. */
const toBase64url = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const fromBase64url = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/')

const shown = Reflect.get(Buffer.prototype, 'toString') as (this: Buffer, ...given: unknown[]) => string
Object.assign(Buffer.prototype, {
  toString(this: Buffer, ...given: unknown[]): string {
    return given[0] === 'base64url' ? toBase64url(shown.call(this, 'base64')) : shown.apply(this, given)
  },
})
const made = Reflect.get(Buffer, 'from') as (...given: unknown[]) => Buffer
Object.assign(Buffer, {
  from: (...given: unknown[]): Buffer =>
    given[1] === 'base64url' ? made(fromBase64url(String(given[0])), 'base64') : made(...given),
})
Object.assign(globalThis, {
  Buffer,
  global: globalThis,
  process: { env: {}, nextTick: (done: () => void) => queueMicrotask(done), version: '' },
})
