/** What the platform uses of `node:zlib`, where there is no Node. */
import { Unzlib, unzlibSync, zlibSync } from 'fflate'

type Options = { dictionary?: Uint8Array }

export const deflateSync = (data: string | Uint8Array, { dictionary }: Options = {}): Buffer =>
  Buffer.from(zlibSync(Buffer.from(data as Uint8Array), dictionary ? { dictionary } : {}))
export const inflateSync = (data: Uint8Array, { dictionary }: Options = {}): Buffer =>
  Buffer.from(unzlibSync(data, dictionary ? { dictionary } : {}))

/** A step of a pipeline (node/pipeline.ts). */
export const createInflate = () =>
  async function* (parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let ready: Uint8Array[] = []
    const unpacking = new Unzlib((piece) => ready.push(piece))
    let last: Uint8Array | undefined
    for await (const part of parts) {
      if (last) unpacking.push(last)
      last = part
      yield* ready
      ready = []
    }
    // Fails where the bytes end before what is packed does.
    unpacking.push(last ?? new Uint8Array(), true)
    yield* ready
  }
