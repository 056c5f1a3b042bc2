import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall } from '../calls/contract.ts'
import { encryptAgain } from '../calls/again.ts'
import { checkSumOf, summed, type Summed } from '../calls/check-sum.ts'
import { beginCopy } from '../calls/copied-file.ts'
import type { Transaction } from '../database/pools.ts'
import type { ExportNote } from '../database/unit-of-work.ts'
import type { CopiedFile, FileAnswer, ReadPart, StreamedFile } from '../calls/handler.ts'
import type { Portal } from '../portal/portal.ts'
import type { Refused } from '../calls/refusal.ts'
import type { ActiveSession } from '../portal/revocation.ts'
import { authenticate } from './authenticate.ts'
import { partReader, type PartReader } from './part-reader.ts'

/** The size of a chunk: the rest waits for the reader and can still be held back. */
const PIECE = 64 * 1024

type Reader = ActiveSession & { name: string }

type Made = { portal: Portal; call: AnyCall; input: Record<string, unknown>; mc: string | null | undefined }
/** What the list of exports has of an answer: an export is a call with a file that counts as one. One that is whole has ended. */
export function exportOf({ portal, call, input, mc }: Made, output: unknown): ExportNote | undefined {
  if (call.file === undefined || call.limit !== 'export') return undefined
  const whole =
    typeof output === 'object' && output !== null && 'file' in output
      ? bytesOf(output as Extract<FileAnswer, { file: unknown }>)
      : undefined
  return {
    ...(mc && { again: encryptAgain(portal.encryption, mc, call, input) }),
    ...(whole && { ended: 'finished', bytes: whole.length, sha256: checkSumOf(whole) }),
  }
}

const bytesOf = ({ file }: Extract<FileAnswer, { file: unknown }>): Buffer =>
  typeof file === 'string' ? Buffer.from(file) : Buffer.from(file.buffer, file.byteOffset, file.length)

/** A file from the first statement for it to its last byte: stopped when the session of the caller ends. */
export type FileDelivery = {
  /** The session of the caller, and the transaction that gathers the file. */
  startedBy(session: Reader, db: Transaction): void
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
export function fileDelivery(
  portal: Portal,
  call: AnyCall,
  request: FastifyRequest,
  input: Record<string, unknown>,
): FileDelivery {
  let lost: Refused | undefined
  let reader: Reader | undefined
  let letGo = () => {}
  let stop = (_why: Refused) => {}
  let isDone = false
  /** The reader went away, of their own accord. */
  let gone = false
  const check = () => {
    if (lost) throw lost
  }
  /** Watches the session from now on, when it has just been found in order. */
  const watch = () => {
    letGo()
    if (reader && !lost && !isDone)
      letGo = portal.revocations.hold(reader, (why) => {
        lost = why
        stop(why)
      })
  }

  /** What is sent of a file that is made meanwhile. How many rows left, and whether they were all, is on record before the last byte leaves. */
  function streamed({ pieces, checkSum }: Summed, reading: PartReader): Readable {
    async function* sent(): AsyncGenerator<Buffer> {
      let [rows, bytes] = [0, 0]
      let complete = false
      try {
        for await (const piece of pieces()) {
          check()
          rows = piece.rows
          bytes += piece.bytes.length
          yield piece.bytes
        }
        complete = true
      } finally {
        const noted = noteEnd(reading, { rows, bytes, ...(complete && { sha256: checkSum() }) }, complete)
        // A file that was cut off has no end on record either where this fails.
        await (complete ? noted : noted.catch(() => {}))
      }
    }
    return Readable.from(sent(), { objectMode: false })
  }
  const nothing = { rows: 0, bytes: 0 }
  const noteEnd = (reading: PartReader, sent: { rows: number; bytes: number; sha256?: string }, complete: boolean) =>
    reading.noteEnd(
      { mc: reader?.mc ?? null, name: reader?.name ?? '' },
      {
        type: 'export end',
        detail: { rows: sent.rows, complete },
        exported: { ...sent, ended: complete ? 'finished' : gone && !lost ? 'canceled' : 'failed' },
      },
    )

  /** The parts of a long file as they are asked for. */
  async function* partsOf({ parts }: StreamedFile, reading: PartReader) {
    const read: ReadPart = async (query) => {
      const rows = await reading.read(query)
      watch()
      return rows
    }
    let rows = 0
    for await (const part of parts(read)) {
      rows += part.rows
      for (const bytes of pieces(Buffer.from(part.text))) yield { bytes, rows }
    }
  }

  /** The file while it is made, where it is; its reader may go away. */
  async function whileMade(answer: StreamedFile | CopiedFile, reply: FastifyReply): Promise<Readable> {
    const reading = partReader(portal, call, request, input)
    gone = reply.raw.destroyed
    reply.raw.once('close', () => (gone = true))
    if ('parts' in answer) {
      reply.raw.once('close', () => reading.cancel()) // the file has left, or its reader has
      return streamed(summed(partsOf(answer, reading)), reading)
    }
    try {
      const copying = await beginCopy(portal, authenticate(portal, call, request, input), answer)
      reply.raw.once('close', () => copying.cancel())
      if (gone) {
        // Nobody would ever read of it, so nothing else would give its connection back.
        copying.cancel()
        await noteEnd(reading, nothing, false).catch(() => {})
        return Readable.from([])
      }
      watch()
      return streamed(copying, reading)
    } catch (error) {
      await noteEnd(reading, nothing, false).catch(() => {})
      throw error
    }
  }

  return {
    check,
    startedBy(session, db) {
      reader = session
      stop = (why) => db.halt(why)
      watch()
    },
    async send(reply, answer, type) {
      check()
      const made = 'file' in answer ? undefined : await whileMade(answer, reply)
      stop = (why) => {
        void portal.noteSecurity('authz_fail', request, call.name, { code: why.why.code, of: 'a file under way' })
        // A reset also discards what is in the send buffers; a normal close would still deliver it.
        const { socket } = reply.raw
        if (socket && 'resetAndDestroy' in socket) socket.resetAndDestroy()
        else reply.raw.destroy()
      }
      reply.headers({
        'content-type': answer.type ?? type,
        'content-disposition': disposition(answer.name),
        'content-security-policy': FILE_POLICY,
      })
      if (made) return reply.send(made)
      const bytes = bytesOf(answer as Extract<FileAnswer, { file: unknown }>)
      return reply
        .header('content-length', bytes.length)
        .send(bytes.length <= PIECE ? bytes : Readable.from(pieces(bytes), { objectMode: false }))
    },
    done() {
      isDone = true
      letGo()
    },
  }
}
