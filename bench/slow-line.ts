import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const PART = 16_384

/** A line of so many bytes a second, which all answers share: each gets its next part when the line is free. */
export function slowLine(bytesASecond: number): (response: ServerResponse, bytes: Buffer) => Promise<void> {
  let free = 0
  return async (response, bytes) => {
    for (let offset = 0; offset < bytes.length; offset += PART) {
      const part = bytes.subarray(offset, offset + PART)
      const now = performance.now()
      free = Math.max(free, now) + (part.length / bytesASecond) * 1000
      await pause(free - now)
      response.write(part)
    }
    response.end()
  }
}
