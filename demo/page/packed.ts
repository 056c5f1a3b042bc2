/** Files of the build that are packed by it: the browser takes the smaller one that it can unpack. */
type PackedFile = { gzip: string; brotli: string }
/** PostgreSQL, what it reads of its own, the statements that make the tables, and the data. */
export type BuiltFiles = Record<'program' | 'share' | 'schema' | 'data', PackedFile>

type Packing = keyof PackedFile

/** Browsers learn brotli here one after the other. */
function bestPacking(): Packing {
  try {
    new DecompressionStream('brotli' as CompressionFormat)
    return 'brotli'
  } catch {
    return 'gzip'
  }
}

/** Fetches a file whole, which the browser does while this worker is at work; answers how to unpack it. */
export async function fetchPacked(file: PackedFile): Promise<() => Promise<ArrayBuffer>> {
  const packing = bestPacking()
  const response = await fetch(file[packing])
  if (!response.ok) throw new Error('The data of the demonstration could not be loaded.')
  const packed = await response.blob()
  return () =>
    new Response(packed.stream().pipeThrough(new DecompressionStream(packing as CompressionFormat))).arrayBuffer()
}
