import { digestAlgorithms, signatureAlgorithms } from './algorithms.ts'
import { allElements, attribute, elementsIn, isNamed, NotAsAgreed, namespaces, only, textIn } from './xml.ts'

// XML Signature can say almost anything; of a SAML message we take the one thing SAML allows (SAML Core 5.4): a signature
// right behind the issuer of the element it covers, whole, by its ID. Checked before a library looks at it.

/** A signature whose outline is right; whether it is genuine is another question. */
export type Signed = { element: Element; of: Element; id: string; algorithm: string; digest: string }

const enveloped = `${namespaces.signature}enveloped-signature`
const ids = new Set(['id', 'assertionid'])

/** An ID as XML knows them, with nothing that a path expression or an address could mistake. */
export const isPlainId = (id: string | null): id is string => id !== null && /^[A-Za-z_][\w.-]{0,255}$/.test(id)

/** Refuses a document in which a name could mean two elements, or anything is signed, or could sign, at another place. */
export function checkWhole(root: Element): void {
  const seen = new Set<string>()
  for (const element of allElements(root)) {
    for (const { localName, value } of Array.from(element.attributes)) {
      if (!ids.has(localName.toLowerCase())) continue
      if (seen.has(value)) throw new NotAsAgreed('an ID twice')
      seen.add(value)
    }
    const parent = element.parentNode as Element
    // Matched by name alone: an element of the right name in another namespace could mislead a parser.
    if (element.localName === 'Assertion' && parent !== root) throw new NotAsAgreed('an assertion inside something')
    if (element.localName === 'Response' && element !== root) throw new NotAsAgreed('a response inside something')
    if (element.localName === 'Signature' && parent !== root && parent.localName !== 'Assertion') {
      throw new NotAsAgreed('a signature at another place')
    }
    if (element.localName.startsWith('Encrypted')) throw new NotAsAgreed('something encrypted')
    if (ownPlace.has(element.localName) && !isNamed(parent, 'signature', ownPlace.get(element.localName)!)) {
      throw new NotAsAgreed(`${element.localName} at another place`)
    }
    if (['Object', 'Manifest', 'RetrievalMethod', 'SignatureProperties'].includes(element.localName)) {
      throw new NotAsAgreed(`${element.localName} in a signature`)
    }
  }
}

/** Where the parts of a signature belong; xml-crypto finds some of them by name wherever they are. */
const ownPlace = new Map([
  ['SignedInfo', 'Signature'],
  ['SignatureValue', 'Signature'],
  ['KeyInfo', 'Signature'],
  ['CanonicalizationMethod', 'SignedInfo'],
  ['SignatureMethod', 'SignedInfo'],
  ['Reference', 'SignedInfo'],
  ['Transforms', 'Reference'],
  ['Transform', 'Transforms'],
  ['DigestMethod', 'Reference'],
  ['DigestValue', 'Reference'],
])

/** The signature of an element, which must be its second child, behind the issuer. */
export function signatureOf(of: Element): Signed | undefined {
  const children = elementsIn(of)
  const element = children.find((child) => child.localName === 'Signature')
  if (!element) return undefined
  if (element !== children[1]) throw new NotAsAgreed('a signature not right behind the issuer')
  // KeyInfo is ignored: the keys are those stored for the carrier.
  expectNames(element, ['SignedInfo', 'SignatureValue'], ['SignedInfo', 'SignatureValue', 'KeyInfo'])
  const id = attribute(of, 'ID')
  if (!isPlainId(id)) throw new NotAsAgreed('an ID of another form')

  const info = only(element, 'signature', 'SignedInfo')
  expectNames(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference'])
  const canonical = only(info, 'signature', 'CanonicalizationMethod')
  expectAlgorithm(canonical, namespaces.exclusive)
  if (elementsIn(canonical).length > 0) throw new NotAsAgreed('a canonicalization with parameters')
  const method = only(info, 'signature', 'SignatureMethod')
  const algorithm = attribute(method, 'Algorithm') ?? ''
  if (!signatureAlgorithms.has(algorithm)) throw new NotAsAgreed('a signature algorithm we do not take')
  if (elementsIn(method).length > 0) throw new NotAsAgreed('a signature algorithm with parameters')

  const reference = only(info, 'signature', 'Reference')
  expectNames(reference, ['Transforms', 'DigestMethod', 'DigestValue'])
  if (attribute(reference, 'URI') !== `#${id}`) throw new NotAsAgreed('a signature of another element')
  const transforms = elementsIn(only(reference, 'signature', 'Transforms'))
  if (transforms.length !== 2) throw new NotAsAgreed(`${transforms.length} transforms`)
  expectAlgorithm(transforms[0]!, enveloped)
  expectAlgorithm(transforms[1]!, namespaces.exclusive)
  const [parameters, ...more] = transforms.flatMap(elementsIn)
  if (parameters && (more.length > 0 || !isNamed(parameters, 'exclusive', 'InclusiveNamespaces'))) {
    throw new NotAsAgreed('a transform with parameters')
  }
  const digest = attribute(only(reference, 'signature', 'DigestMethod'), 'Algorithm') ?? ''
  if (!digestAlgorithms.has(digest)) throw new NotAsAgreed('a digest algorithm we do not take')
  expectBase64(only(reference, 'signature', 'DigestValue'))
  expectBase64(only(element, 'signature', 'SignatureValue'))
  return { element, of, id, algorithm, digest }
}

function expectNames(parent: Element, ...allowed: readonly string[][]): void {
  const children = elementsIn(parent)
  const right = allowed.some(
    (names) => names.length === children.length && names.every((name, at) => isNamed(children[at]!, 'signature', name)),
  )
  if (parent.namespaceURI !== namespaces.signature || !right)
    throw new NotAsAgreed(`other parts in ${parent.localName}`)
}

function expectAlgorithm(element: Element, algorithm: string): void {
  if (attribute(element, 'Algorithm') !== algorithm) throw new NotAsAgreed(`another algorithm in ${element.localName}`)
}

function expectBase64(element: Element): void {
  if (!/^[A-Za-z0-9+/=\s]{20,4000}$/.test(textIn(element))) throw new NotAsAgreed(`no value in ${element.localName}`)
}
