/** What the platform uses of `node:zlib`, where there is no Node. */
import { unzlibSync, zlibSync } from 'fflate'

type Options = { dictionary?: Uint8Array }

export const deflateSync = (data: string | Uint8Array, { dictionary }: Options = {}): Buffer =>
  Buffer.from(zlibSync(Buffer.from(data as Uint8Array), dictionary ? { dictionary } : {}))
export const inflateSync = (data: Uint8Array, { dictionary }: Options = {}): Buffer =>
  Buffer.from(unzlibSync(data, dictionary ? { dictionary } : {}))
