import type { Random } from '#platform/ids.ts'

/** What stands before a value in a weighted choice; the weights need not add up to anything. */
export type Weighted<T> = readonly (readonly [weight: number, value: T])[]

const mix = (hash: number): number => {
  let value = hash ^ (hash >>> 16)
  value = Math.imul(value, 0x7feb352d)
  value ^= value >>> 15
  value = Math.imul(value, 0x846ca68b)
  return (value ^ (value >>> 16)) >>> 0
}

/** Sixteen bits as four hexadecimal digits. */
const hex = Array.from({ length: 0x1_0000 }, (_, value) => (0x1_0000 + value).toString(16).slice(1))

/** What all weights of a long list add up to: a list is drawn from many times. */
const totals = new WeakMap<Weighted<unknown>, number>()

/**
 * Numbers that look random and depend on nothing but their key, so that any row can be made alone, in any order, on
 * any machine. xoshiro128** in 32-bit arithmetic; the arithmetic of Math.log and Math.exp is left
 * out of it because engines may differ in the last digit.
 */
export class Stream implements Random {
  #a: number
  #b: number
  #c: number
  #d: number

  constructor(a: number, b: number, c: number, d: number) {
    this.#a = a
    this.#b = b
    this.#c = c
    this.#d = (a | b | c | d) === 0 ? 1 : d
  }

  /** A whole number from 0 to 2^32 - 1. */
  word(): number {
    const rotated = Math.imul(this.#b, 5)
    const answer = Math.imul((rotated << 7) | (rotated >>> 25), 9) >>> 0
    const shifted = this.#b << 9
    this.#c ^= this.#a
    this.#d ^= this.#b
    this.#b ^= this.#c
    this.#a ^= this.#d
    this.#c ^= shifted
    this.#d = (this.#d << 11) | (this.#d >>> 21)
    return answer
  }

  /** A number from 0 up to, not including, 1. */
  unit(): number {
    return this.word() / 0x1_0000_0000
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1))
  }

  /** True in `share` of the cases, 0 to 1. */
  chance(share: number): boolean {
    return this.unit() < share
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.unit() * list.length)]!
  }

  weighted<T>(list: Weighted<T>): T {
    let total = list.length > 8 ? totals.get(list) : undefined
    if (total === undefined) {
      total = 0
      for (const [weight] of list) total += weight
      if (list.length > 8) totals.set(list, total)
    }
    let left = this.unit() * total
    for (const [weight, value] of list) {
      left -= weight
      if (left < 0) return value
    }
    return list[list.length - 1]![1]
  }

  /** About normal, mean 0 and deviation 1, within 6 of it: the sum of twelve equal chances. */
  normal(): number {
    let sum = -6
    for (let at = 0; at < 12; at += 1) sum += this.unit()
    return sum
  }

  /** Rises from `low` to the likeliest value `mode` and falls to `high`. */
  triangular(low: number, mode: number, high: number): number {
    const share = this.unit()
    const turn = (mode - low) / (high - low)
    return share < turn
      ? low + Math.sqrt(share * (high - low) * (mode - low))
      : high - Math.sqrt((1 - share) * (high - low) * (high - mode))
  }

  /** The list in another order. */
  shuffled<T>(list: readonly T[]): T[] {
    const copy = [...list]
    for (let at = copy.length - 1; at > 0; at -= 1) {
      const other = this.int(0, at)
      const held = copy[at]!
      copy[at] = copy[other]!
      copy[other] = held
    }
    return copy
  }

  digits(count: number): string {
    let text = ''
    while (text.length < count) text += String(this.int(0, 9))
    return text
  }

  bytes(count: number): Uint8Array {
    const bytes = new Uint8Array(count)
    for (let at = 0; at < count; at += 1) bytes[at] = this.word() >>> 24
    return bytes
  }

  /** An id of version 7 (platform/ids.ts) whose time part is `ms` (since 1970), made without a detour over bytes. */
  id(ms: number): string {
    const a = this.word()
    const b = this.word()
    const c = this.word()
    const low = ms % 0x1_0000_0000
    const time = `${hex[Math.floor(ms / 0x1_0000_0000)]}${hex[low >>> 16]}-${hex[low & 0xffff]}`
    const tail = `${hex[b >>> 16]}${hex[b & 0xffff]}${hex[c >>> 16]}`
    return `${time}-${hex[0x7000 | (a & 0xfff)]}-${hex[0x8000 | ((a >>> 12) & 0x3fff)]}-${tail}`
  }
}

/** The stream of one row of one table. */
export type Streams = (table: string, id: string | number) => Stream

/** All streams that come from one seed number. */
export function streams(seed: number): Streams {
  return (table, id) => {
    const key = `${table}/${id}`
    let a = mix(seed ^ 0x9e3779b9)
    let b = mix(a ^ 0x85ebca6b)
    let c = mix(b ^ 0xc2b2ae35)
    let d = mix(c ^ 0x27d4eb2f)
    for (let at = 0; at < key.length; at += 1) {
      const code = key.charCodeAt(at)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ code, 0x5bd1e995) + a
      c = Math.imul((c << 5) ^ (c >>> 27) ^ code, 0x1b873593)
      d = Math.imul(d + code, 0xcc9e2d51) ^ (c >>> 13)
    }
    return new Stream(mix(a), mix(b ^ a), mix(c ^ b), mix(d ^ c))
  }
}
