/** What the platform uses of `node:stream`, where there is no Node: an answer is read as any other sequence. */
export const Readable = {
  from: <Part>(parts: Iterable<Part> | AsyncIterable<Part>): Iterable<Part> | AsyncIterable<Part> => parts,
}
