import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall } from '../calls/contract.ts'
import type { Transaction } from '../database/pools.ts'
import type { FileAnswer } from '../calls/handler.ts'
import type { Portal } from '../portal/portal.ts'
import type { Refused } from '../calls/refusal.ts'
import type { ActiveSession } from '../portal/revocation.ts'

/** The size of a chunk: the rest waits for the reader and can still be held back. */
const PIECE = 64 * 1024

/** A file from the first statement for it to its last byte: stopped when the session of the caller ends. */
export type FileDelivery = {
  /** The session of the caller, and the transaction that gathers the file. */
  startedBy(session: ActiveSession, db: Transaction): void
  /** Fails when the session has ended meanwhile. */
  check(): void
  send(reply: FastifyReply, answer: FileAnswer, type: string): Promise<FastifyReply>
  done(): void
}

/** A file is saved; opened all the same, nothing in it runs and it loads nothing. */
const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

const disposition = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\x20-\x7e]|["\\/]/g, '_').slice(0, 150)}"; filename*=UTF-8''${encodeURIComponent(name.slice(0, 150))}`

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

/**
 * Makes and sends one file. When the session ends while the file is made, its statements fail; while it is sent, the
 * connection is cut before the announced length or the last piece, so that no program takes the part for the whole.
 */
export function fileDelivery(portal: Portal, call: AnyCall, request: FastifyRequest): FileDelivery {
  let lost: Refused | undefined
  let letGo = () => {}
  let stop = (_why: Refused) => {}
  const check = () => {
    if (lost) throw lost
  }
  return {
    check,
    startedBy(session, db) {
      letGo()
      stop = (why) => db.halt(why)
      letGo = portal.revocations.hold(session, (why) => {
        lost = why
        stop(why)
      })
    },
    async send(reply, { file, name, type: own }, type) {
      check()
      const bytes =
        typeof file === 'string' ? Buffer.from(file) : Buffer.from(file.buffer, file.byteOffset, file.length)
      stop = (why) => {
        void portal.noteSecurity('authz_fail', request, call.name, { code: why.why.code, of: 'a file under way' })
        // A reset also discards what is in the send buffers; a normal close would still deliver it.
        const { socket } = reply.raw
        if (socket && 'resetAndDestroy' in socket) socket.resetAndDestroy()
        else reply.raw.destroy()
      }
      return reply
        .headers({
          'content-type': own ?? type,
          'content-length': bytes.length,
          'content-disposition': disposition(name),
          'content-security-policy': FILE_POLICY,
        })
        .send(bytes.length <= PIECE ? bytes : Readable.from(pieces(bytes), { objectMode: false }))
    },
    done: () => letGo(),
  }
}
