/** What the platform uses of `node:crypto`, where there is no Node: the same algorithms, written in JavaScript. */
import { gcm } from '@noble/ciphers/aes.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

type Bytes = string | Uint8Array
type Encoding = 'hex' | 'base64url' | 'base64' | 'utf8'

const bytesOf = (data: Bytes, encoding: Encoding = 'utf8'): Uint8Array =>
  typeof data === 'string' ? Buffer.from(data, encoding) : data
const shown = (bytes: Uint8Array, encoding?: Encoding | 'buffer'): Buffer | string =>
  encoding === undefined || encoding === 'buffer' ? Buffer.from(bytes) : Buffer.from(bytes).toString(encoding)

type Digest = { update(bytes: Uint8Array): unknown; digest(): Uint8Array }
const digesting = (of: Digest) => {
  const self = {
    update: (data: Bytes, encoding?: Encoding) => {
      of.update(bytesOf(data, encoding))
      return self
    },
    digest: (encoding?: Encoding | 'buffer') => shown(of.digest(), encoding),
  }
  return self
}

const onlySha256 = (name: string): void => {
  if (name !== 'sha256') throw new Error(`There is no ${name} here.`)
}

export function createHash(name: string) {
  onlySha256(name)
  return digesting(sha256.create())
}

export function createHmac(name: string, key: Bytes) {
  onlySha256(name)
  return digesting(hmac.create(sha256, bytesOf(key)))
}

export function hash(name: string, data: Bytes, encoding: Encoding | 'buffer' = 'hex'): Buffer | string {
  onlySha256(name)
  return shown(sha256(bytesOf(data)), encoding)
}

export const randomBytes = (count: number): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(count)))
export const randomUUID = (): string => crypto.randomUUID()
export function randomInt(from: number, to: number): number {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1))
  return from + (drawn! % (to - from)) // for waits and tries, where the last digit of fairness is of no use
}

export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) throw new RangeError('These are not of one length.')
  let different = 0
  for (let at = 0; at < a.length; at += 1) different |= a[at]! ^ b[at]!
  return different === 0
}

export const hkdfSync = (_name: string, secret: Bytes, salt: Bytes, info: Bytes, length: number): ArrayBuffer => {
  const made = hkdf(sha256, bytesOf(secret), bytesOf(salt), bytesOf(info), length)
  return made.slice().buffer as ArrayBuffer
}

const TAG = 16

/** AES-256 in Galois/Counter mode, gathered and done at once. */
export function createCipheriv(_name: 'aes-256-gcm', key: Uint8Array, nonce: Uint8Array) {
  let aad: Uint8Array = new Uint8Array()
  let tag: Uint8Array = new Uint8Array()
  const parts: Uint8Array[] = []
  return {
    setAAD: (given: Uint8Array) => void (aad = given),
    update: (text: Bytes, encoding?: Encoding) => {
      parts.push(bytesOf(text, encoding))
      return Buffer.alloc(0)
    },
    final: () => {
      const encrypted = gcm(key, nonce, aad).encrypt(Buffer.concat(parts))
      tag = encrypted.subarray(encrypted.length - TAG)
      return Buffer.from(encrypted.subarray(0, encrypted.length - TAG))
    },
    getAuthTag: () => Buffer.from(tag),
  }
}

export function createDecipheriv(_name: 'aes-256-gcm', key: Uint8Array, nonce: Uint8Array) {
  let aad: Uint8Array = new Uint8Array()
  let tag: Uint8Array = new Uint8Array()
  const parts: Uint8Array[] = []
  return {
    setAAD: (given: Uint8Array) => void (aad = given),
    setAuthTag: (given: Uint8Array) => void (tag = given),
    update: (part: Uint8Array) => {
      parts.push(part)
      return Buffer.alloc(0)
    },
    final: () => Buffer.from(gcm(key, nonce, aad).decrypt(Buffer.concat([...parts, tag]))),
  }
}
