import { once } from 'node:events'
import { connect } from 'node:net'

/** Looks for malware in a file. Rejects when it cannot say. */
export type Scanner = (bytes: Uint8Array) => Promise<'clean' | 'infected'>

// The harmless file every scanner calls malware, so that people can try theirs (eicar.org). Written in two parts: whole, a
// scanner of this disk would remove this file.
const testFile = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

/** Knows the test file and nothing else: in place of a scanner where none is configured. */
export const standInScanner: Scanner = async (bytes) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(testFile) ? 'infected' : 'clean'

const TIMEOUT_MS = 10_000
const CHUNK = 64 * 1024

/** A ClamAV daemon over TCP (`clamd`, command INSTREAM): the file never touches a disk. */
export function clamdScanner({ host, port }: { host: string; port: number }): Scanner {
  return async (bytes) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS })
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      await once(socket, 'connect', { signal })
      const answered = (async () => {
        let text = ''
        for await (const chunk of socket) text += String(chunk)
        return text.replaceAll('\0', '').trim()
      })()
      socket.write('zINSTREAM\0')
      for (let at = 0; at < bytes.byteLength; at += CHUNK) {
        const part = bytes.subarray(at, at + CHUNK)
        const size = Buffer.alloc(4)
        size.writeUInt32BE(part.byteLength)
        socket.write(size)
        socket.write(part)
      }
      socket.write(Buffer.alloc(4))
      const answer = await Promise.race([
        answered,
        once(signal, 'abort').then(() => Promise.reject(new Error('The scanner did not answer in time.'))),
      ])
      if (answer === 'stream: OK') return 'clean'
      if (answer.endsWith(' FOUND')) return 'infected'
      throw new Error('The scanner could not read the file.')
    } finally {
      socket.destroy()
    }
  }
}
