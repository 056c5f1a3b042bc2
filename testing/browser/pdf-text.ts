import { inflateSync } from 'node:zlib'

/** The words of each page, read back through the letters' table of the embedded font. */
export function pagesOf(pdf: Uint8Array): string[] {
  const raw = Buffer.from(pdf).toString('latin1')
  const objects = new Map<number, string>()
  for (const found of raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(Number(found[1]), found[2]!)
  const streamOf = (body: string): string => {
    const bytes = Buffer.from(/stream\n([\s\S]*)\nendstream/.exec(body)![1]!, 'latin1')
    return (/FlateDecode/.test(body) ? inflateSync(bytes) : bytes).toString('latin1')
  }
  const letters = new Map<string, string>()
  for (const body of objects.values()) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(body)
    if (!table) continue
    for (const range of streamOf(objects.get(Number(table[1]))!).matchAll(
      /<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g,
    )) {
      let id = Number.parseInt(range[1]!, 16)
      for (const [, hex] of range[2]!.matchAll(/<([0-9a-f ]*)>/g)) {
        letters.set(
          (id++).toString(16).padStart(4, '0'),
          Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
        )
      }
    }
  }
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\n/.test(body))
    .map((body) => {
      const content = streamOf(objects.get(Number(/\/Contents (\d+) 0 R/.exec(body)![1]))!)
      return [...content.matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/g)]
        .map(([, run]) =>
          [...run!.matchAll(/<([0-9a-f]*)>/g)]
            .flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
            .map((id) => letters.get(id) ?? '?')
            .join(''),
        )
        .join('\n')
    })
}
