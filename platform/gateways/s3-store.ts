import { AwsClient } from 'aws4fetch'
import { checkStoreKey, type DocumentStore } from '../calls/documents.ts'
import { Refused } from '../calls/refusal.ts'
import { documentUnavailable, refuseDamaged, refuseLarger, refuseOtherBytes, sha256Of } from './stored-bytes.ts'

/** A bucket of any storage that speaks the S3 protocol with signature version 4. */
export type S3Settings = {
  /** Address of the bucket, path style: `https://s3.example.com/rxdocket`. */
  bucket: string
  region: string
  keyId: string
  secret: string
}

/** One request, its retries included. */
const TIMEOUT_MS = 10_000
/** After a failure nothing is tried for so long: a storage that is away does not hold up what waits behind it. */
const PAUSE_MS = 30_000

/** Documents in an S3 bucket. `now` is of a clock that only runs forward. */
export function s3Store(settings: S3Settings, now: () => number = () => performance.now()): DocumentStore {
  const { bucket, region, keyId: accessKeyId, secret: secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 1 })
  let pausedUntil = 0
  let why: unknown
  const send = async (method: 'GET' | 'PUT', key: string, body: Uint8Array | undefined): Promise<Response> => {
    const address = `${bucket}/${checkStoreKey(key)}`
    if (now() < pausedUntil) return documentUnavailable(why)
    try {
      const answer = await client.fetch(address, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // The signature covers the bytes too, so that nothing between here and there can change them.
        headers: { 'x-amz-content-sha256': sha256Of(body ?? new Uint8Array()).toString('hex') },
        ...(body && { body: body as BodyInit }),
      })
      if (answer.status >= 500) throw new Error(`The document storage answered ${answer.status}.`)
      return answer
    } catch (error) {
      why = error
      pausedUntil = now() + PAUSE_MS
      return documentUnavailable(error)
    }
  }
  const done = async (answer: Response): Promise<Response> => {
    if (answer.ok) return answer
    const code = /<Code>(\w{1,60})<\/Code>/.exec(await answer.text())?.[1] ?? 'no code'
    return documentUnavailable(new Error(`The document storage answered ${answer.status} (${code}).`))
  }
  const get = async (key: string, sha256: Uint8Array): Promise<Uint8Array> => {
    const bytes = await bytesOf(await done(await send('GET', key, undefined)))
    refuseDamaged(bytes, sha256)
    return bytes
  }
  return {
    async put(key, bytes, sha256) {
      refuseOtherBytes(bytes, sha256)
      await (await done(await send('PUT', key, bytes))).body?.cancel()
      // Only what can be read back is stored: the database gives its copy up after this.
      await get(key, sha256)
    },
    get,
  }
}

/** The bytes of an answer; of an object larger than any document no more than that is read. */
async function bytesOf(answer: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    refuseLarger(Number(answer.headers.get('content-length') ?? 0))
    for await (const part of answer.body ?? []) {
      size += part.byteLength
      refuseLarger(size)
      parts.push(part)
    }
  } catch (error) {
    await answer.body?.cancel().catch(() => undefined)
    if (error instanceof Refused) throw error
    return documentUnavailable(error)
  }
  return new Uint8Array(Buffer.concat(parts, size))
}
