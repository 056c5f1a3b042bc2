import { DOMParser } from '@xmldom/xmldom'

// The only parser there is for XML: the one the signature is checked with. Two parsers may read one text in two ways,
// which is how signatures are got around. What is parsed here has passed `shape.ts`.

export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
} as const
export type Namespace = keyof typeof namespaces

/** The message does not say what it has to. The text names the part, never what stood in it. */
export class NotAsAgreed extends Error {}

/** The root of a document. Whatever the parser only warns of is refused. */
export function parseXml(xml: string): Element {
  const complain = (level: string) => {
    throw new NotAsAgreed(`not XML (${level})`)
  }
  const parser = new DOMParser({
    locator: {},
    errorHandler: {
      warning: () => complain('warning'),
      error: () => complain('error'),
      fatalError: () => complain('fatal'),
    },
  })
  let root: Element | null
  try {
    root = parser.parseFromString(xml, 'text/xml').documentElement
  } catch (error) {
    if (error instanceof NotAsAgreed) throw error
    throw new NotAsAgreed('not XML', { cause: error })
  }
  if (!root) throw new NotAsAgreed('no root')
  return root
}

const ELEMENT = 1
const TEXT = 3

/** The elements directly below; any text between them must be white space. */
export function elementsIn(parent: Element): Element[] {
  const found: Element[] = []
  for (const node of Array.from(parent.childNodes)) {
    if (node.nodeType === ELEMENT) found.push(node as Element)
    else if (node.nodeType !== TEXT || /[^\t\n\r ]/.test(node.nodeValue ?? '')) {
      throw new NotAsAgreed(`text in ${parent.localName}`)
    }
  }
  return found
}

/** All elements of a document or part of one, itself included, in their order. */
export function allElements(root: Element): Element[] {
  const found: Element[] = [root]
  for (let at = 0; at < found.length; at += 1) {
    for (const node of Array.from(found[at]!.childNodes)) if (node.nodeType === ELEMENT) found.push(node as Element)
  }
  return found
}

export const isNamed = (element: Element, namespace: Namespace, name: string): boolean =>
  element.namespaceURI === namespaces[namespace] && element.localName === name

/** The elements of that name directly below. */
export const named = (parent: Element, namespace: Namespace, name: string): Element[] =>
  elementsIn(parent).filter((element) => isNamed(element, namespace, name))

/** The one element of that name directly below. */
export function only(parent: Element, namespace: Namespace, name: string): Element {
  const found = named(parent, namespace, name)
  if (found.length !== 1) throw new NotAsAgreed(`${found.length} times ${name} in ${parent.localName}`)
  return found[0]!
}

/** The whole text of an element that holds nothing but text. */
export function textIn(element: Element): string {
  let text = ''
  for (const node of Array.from(element.childNodes)) {
    if (node.nodeType !== TEXT) throw new NotAsAgreed(`${element.localName} holds more than text`)
    text += node.nodeValue ?? ''
  }
  return text
}

/** An attribute without a namespace, or null. */
export const attribute = (element: Element, name: string): string | null =>
  element.hasAttribute(name) ? element.getAttribute(name) : null

/** A time in UTC, as SAML has it (Core 1.3.3), in milliseconds. */
export function instant(element: Element, name: string): number {
  const text = attribute(element, name) ?? ''
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(at)) throw new NotAsAgreed(`no time in ${name} of ${element.localName}`)
  return at
}

const marks: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text made fit for an element or an attribute of XML. */
export const xmlText = (text: string): string => text.replace(/[&<>"\t\n\r]/g, (mark) => marks[mark]!)
