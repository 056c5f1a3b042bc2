/**
 * What a SAML message must look like before any parser sees it. Everything that could trick a parser, or that two parsers
 * could read differently, is refused: one encoding, no DTD, no entity of one's own, no comment, no CDATA, no processing
 * instruction, plain ASCII names, little depth. Reading it takes one pass.
 */

/** The longest form with a signed answer we read, in bytes. */
export const longestForm = 256 * 1024
const longestXml = 192 * 1024
const longestTag = 16 * 1024
const deepest = 32
const mostElements = 4_000
const mostAttributes = 32

export type Shape = { ok: true; xml: string } | { ok: false; reason: string }

/** The XML of a form field: base64 of UTF-8, as the HTTP POST binding has it. */
export function xmlOfField(field: string): Shape {
  const text = field.replace(/[\t\r\n ]/g, '')
  if (text.length === 0 || text.length > (longestXml * 4) / 3 + 4) return no('empty or longer than we read')
  const bytes = Buffer.from(text, 'base64')
  // Node skips what is not base64, which would let many texts mean the same message.
  if (bytes.toString('base64') !== text) return no('not base64')
  return xmlOfBytes(bytes)
}

/** The same for bytes that came in another way; a document that people write may hold comments. */
export function xmlOfBytes(bytes: Uint8Array, { comments = false } = {}): Shape {
  if (bytes.length > longestXml) return no('longer than we read')
  let xml: string
  try {
    xml = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return no('not UTF-8')
  }
  const reason = whyNotPlain(comments ? xml.replace(/<!--(?:(?!--)[\s\S])*-->/g, '') : xml)
  return reason === undefined ? { ok: true, xml } : no(reason)
}

const no = (reason: string): Shape => ({ ok: false, reason })

const declaration =
  /^<\?xml +version=(?:"1\.0"|'1\.0')(?: +encoding=(?:"utf-8"|'utf-8'))?(?: +standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? *\?>/i
// XML knows four white spaces; JavaScript's \s are many more.
const space = '[\\t\\n\\r ]'
const name = '[A-Za-z_][\\w.-]{0,99}(?::[A-Za-z_][\\w.-]{0,99})?'
const startTag = new RegExp(`^<(${name})((?:${space}+${name}${space}*=${space}*(?:"[^"<]*"|'[^'<]*'))*)${space}*(/?)>`)
const endTag = new RegExp(`^</(${name})${space}*>`)
const attributeNames = new RegExp(`(${name})${space}*=${space}*(?:"[^"<]*"|'[^'<]*')`, 'g')
const notXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

function whyNotPlain(text: string): string | undefined {
  if (notXml.test(text)) return 'a character XML does not have'
  const xml = bare(text.replace(declaration, ''))
  if (!xml.startsWith('<')) return 'does not begin with its root'
  if (xml.includes('<!')) return 'a DTD, a comment or CDATA'
  if (xml.includes('<?')) return 'a processing instruction or another XML declaration'
  return whyNotReferences(xml) ?? whyNotTags(xml)
}

/** Without the white space around. */
function bare(text: string): string {
  const isSpace = (at: number) => '\t\n\r '.includes(text.charAt(at))
  let [from, to] = [0, text.length]
  while (from < to && isSpace(from)) from += 1
  while (to > from && isSpace(to - 1)) to -= 1
  return text.slice(from, to)
}

/** Only the five named entities, and numbers of characters XML has. */
function whyNotReferences(xml: string): string | undefined {
  for (let at = xml.indexOf('&'); at !== -1; at = xml.indexOf('&', at + 1)) {
    const found = /^&(?:(?:amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/.exec(xml.slice(at, at + 12))
    if (!found) return 'an entity of its own'
    const point = found[1] !== undefined ? Number(found[1]) : found[2] !== undefined ? parseInt(found[2], 16) : 32
    if (point > 0x10ffff || notXml.test(String.fromCodePoint(point))) return 'a character XML does not have'
  }
  return undefined
}

function whyNotTags(xml: string): string | undefined {
  const open: string[] = []
  let elements = 0
  for (let at = 0; at < xml.length;) {
    const piece = xml.slice(at, at + longestTag)
    const ending = endTag.exec(piece)
    const tag = ending ?? startTag.exec(piece)
    if (!tag) return 'not well-formed'
    if (ending) {
      if (open.pop() !== ending[1]) return 'not well-formed'
    } else {
      elements += 1
      if (elements > mostElements) return 'too many elements'
      const attributes = Array.from(tag[2]!.matchAll(attributeNames), (found) => found[1]!)
      if (attributes.length > mostAttributes) return 'too many attributes'
      if (new Set(attributes).size < attributes.length) return 'an attribute twice'
      if (tag[3] === '') open.push(tag[1]!)
      if (open.length > deepest) return 'too deep'
    }
    at += tag[0].length
    if (open.length === 0) return at === xml.length ? undefined : 'something after its root'
    const next = xml.indexOf('<', at)
    if (next === -1) return 'not well-formed'
    at = next
  }
  return 'not well-formed'
}
