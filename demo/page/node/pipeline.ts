/** What the platform uses of `node:stream/promises`, where there is no Node: each step reads the one before. */
export async function pipeline(
  parts: Iterable<Uint8Array>,
  ...steps: ((before: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> | Promise<void>)[]
): Promise<void> {
  let before: Iterable<Uint8Array> | AsyncIterable<Uint8Array> | Promise<void> = parts
  for (const step of steps) before = step(before as AsyncIterable<Uint8Array>)
  await before
}
