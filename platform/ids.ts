/** Randomness and ids come from here, so that the browser build and the tests can hand in their own. */
export type Random = { bytes(count: number): Uint8Array }

const hex = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'))

/** A UUID of version 7: sorts by time, with 74 random bits so that ids cannot be guessed. */
export function newId(now: Date, random: Random): string {
  const bytes = random.bytes(16)
  let ms = now.getTime()
  for (let at = 5; at >= 0; at -= 1) {
    bytes[at] = ms % 256
    ms = Math.floor(ms / 256)
  }
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const text = Array.from(bytes, (byte) => hex[byte]!).join('')
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
}
