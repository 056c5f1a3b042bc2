const longest = 2048

/**
 * The path to show after signing in, or '/' when `raw` is not plainly one of our own pages.
 * `patterns` are route patterns: '/orders', '/orders/:mc/:order', '/lists/:id?', '/accounts/*'.
 */
export function safeReturnPath(raw: unknown, patterns: readonly string[]): string {
  // Nothing is repaired: whatever a browser, a proxy or a router could read in two ways goes to '/'.
  if (typeof raw !== 'string' || raw.length > longest) return '/'
  if (!/^\/[\x21-\x5b\x5d-\x7e]*$/.test(raw) || raw.includes('#')) return '/'
  const mark = raw.indexOf('?')
  const path = mark < 0 ? raw : raw.slice(0, mark)
  const query = mark < 0 || mark === raw.length - 1 ? '' : raw.slice(mark)
  if (!isPlainQuery(query)) return '/'
  const segments = path === '/' ? [] : path.slice(1).split('/')
  if (!segments.every(isPlainSegment)) return '/'
  // Never back into a sign-in (a loop) or to the logout.
  if (/^(login|logout|ssoerror)/i.test(segments[0] ?? '')) return '/'
  return patterns.some((pattern) => matches(pattern, segments)) ? path + query : '/'
}

/** Letters, digits and a few marks, percent-encoded once at most; dots alone and two dots together would climb. */
function isPlainSegment(segment: string): boolean {
  const text = decoded(segment)
  return text !== null && /^[A-Za-z0-9 _~'&+,.-]+$/.test(text) && !text.includes('..') && !/^[. ]+$/.test(text)
}

function isPlainQuery(query: string): boolean {
  const text = decoded(query)
  // A second decoding downstream must not produce a control character or a backslash either.
  const twice = text === null ? null : (decoded(text) ?? text)
  return text !== null && twice !== null && !hasHidden(text) && !hasHidden(twice)
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const hasHidden = (text: string): boolean => /[\u0000-\u001f\u007f-\u009f\\]/.test(text)

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function matches(pattern: string, segments: readonly string[]): boolean {
  const parts = pattern === '/' ? [] : pattern.slice(1).split('/')
  for (const [index, part] of parts.entries()) {
    if (part === '*') return segments.length > index
    const segment = segments[index]
    if (segment === undefined) return parts.slice(index).every((rest) => rest.endsWith('?'))
    if (!part.startsWith(':') && part !== segment) return false
  }
  return segments.length === parts.length
}
