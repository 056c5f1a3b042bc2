import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib'

type Encoding = 'br' | 'zstd' | 'gzip'
const encodings: readonly Encoding[] = ['br', 'zstd', 'gzip']

/** Shorter answers gain nothing. */
const SHORTEST = 1000

// An answer is packed while somebody waits for it: the levels at which packing costs less than it saves on a fast line.
const brotli: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const deflate: ZlibOptions = { level: 5 }
const brotliPacked = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)
const zstdPacked = promisify<Buffer, Buffer>(zstdCompress)
const gzipPacked = promisify<Buffer, ZlibOptions, Buffer>(gzip)

const whole: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotliPacked(bytes, brotli),
  zstd: (bytes) => zstdPacked(bytes),
  gzip: (bytes) => gzipPacked(bytes, deflate),
}
const streamed: Record<Encoding, () => NodeJS.ReadWriteStream> = {
  br: () => createBrotliCompress(brotli),
  zstd: () => createZstdCompress(),
  gzip: () => createGzip(deflate),
}

/**
 * The encoding that `Accept-Encoding` (RFC 9110, 12.5.3) ranks highest; of equals the first, nothing where it accepts none.
 */
export function acceptedEncoding<E extends string>(
  header: string | readonly string[] | undefined,
  offered: readonly E[],
): E | undefined {
  const weights = new Map(
    [header ?? '']
      .flat()
      .join()
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))
        return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0] as const
      }),
  )
  const weightOf = (encoding: E): number => weights.get(encoding) ?? weights.get('*') ?? 0
  const best = Math.max(0, ...offered.map(weightOf))
  return best === 0 ? undefined : offered.find((encoding) => weightOf(encoding) === best)
}

const isText = (type: unknown): boolean =>
  typeof type === 'string' && /^(?:text\/|application\/json|image\/svg\+xml)/.test(type)

/**
 * A page of another site started this request. Its answer is not packed: by the length of packed answers to texts of its
 * choice that site could find out what else they say (docs/decisions/0065-compressed-answers.md).
 */
const isOthers = ({ headers }: FastifyRequest): boolean =>
  !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined)

/** Packs every text that is worth it in the encoding its reader likes best; files are packed as they are sent. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!isText(reply.getHeader('content-type'))) return payload
    if (reply.hasHeader('content-encoding')) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = acceptedEncoding(request.headers['accept-encoding'], encodings)
    if (!encoding || request.method === 'HEAD' || isOthers(request)) return payload
    const isStream = typeof payload === 'object' && payload !== null && 'pipe' in payload
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (!isStream && !(Buffer.isBuffer(bytes) && bytes.length >= SHORTEST)) return payload
    reply.removeHeader('content-length').header('content-encoding', encoding)
    if (Buffer.isBuffer(bytes)) return whole[encoding](bytes)
    // An error of the source aborts the answer without its last chunk, so that no reader takes it for complete.
    return pipeline(payload as Readable, streamed[encoding](), () => {})
  })
}
