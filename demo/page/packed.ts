import { ZSTDDecoder } from 'zstddec'
import { fetched, type PackedFile } from './fetched.ts'

const decoder = new ZSTDDecoder()
const ready = decoder.init()

/** Fetches a file whole, which the browser does while this worker is at work; answers how to unpack it. */
export async function fetchPacked(file: PackedFile): Promise<() => Promise<Uint8Array<ArrayBuffer>>> {
  const packed = await fetched(file)
  return async () => {
    await ready
    return decoder.decode(new Uint8Array(await packed.arrayBuffer()), file.bytes) as Uint8Array<ArrayBuffer>
  }
}
