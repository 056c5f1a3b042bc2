const MAX_DEPTH = 20
const MAX_KEYS = 2_000
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

export class BadJson extends Error {}

/**
 * Parses JSON that has only one meaning: valid UTF-8, no duplicate keys, no keys such as __proto__, no lone surrogates or
 * NUL, no number that JavaScript would change, nested at most 20 deep. A leading byte order mark is dropped.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadJson('The body is not valid UTF-8.')
  }
  checkStructure(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BadJson('The body is not valid JSON.')
  }
  checkValue(value)
  return value
}

// One pass over the text: depth, number of keys, and keys that come twice in one object.
function checkStructure(text: string): void {
  const open: (Set<string> | null)[] = []
  let keys = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : null)
      if (open.length > MAX_DEPTH) throw new BadJson('The body is nested too deeply.')
    } else if (char === '}' || char === ']') {
      open.pop()
    } else if (char === '"') {
      const start = at
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
      const names = open.at(-1)
      if (!names) continue
      let next = at + 1
      while (next < text.length && /\s/.test(text[next]!)) next += 1
      if (text[next] !== ':') continue
      let name: string
      try {
        name = JSON.parse(text.slice(start, at + 1)) as string
      } catch {
        throw new BadJson('The body is not valid JSON.')
      }
      keys += 1
      if (keys > MAX_KEYS) throw new BadJson('The body has too many fields.')
      if (names.has(name)) throw new BadJson('The body names a field twice.')
      if (FORBIDDEN.has(name)) throw new BadJson('The body has a field of a name that is not allowed.')
      names.add(name)
    }
  }
}

function checkValue(value: unknown): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\u0000'))
      throw new BadJson('The body contains a character that cannot be stored.')
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
      throw new BadJson('The body contains a number that is too large.')
    if (Object.is(value, -0)) throw new BadJson('The body contains a number without a meaning.')
  } else if (Array.isArray(value)) {
    for (const one of value) checkValue(one)
  } else if (value !== null && typeof value === 'object') {
    for (const one of Object.values(value)) checkValue(one)
  }
}
