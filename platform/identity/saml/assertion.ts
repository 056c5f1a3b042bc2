import { DAY_MS, HOUR_MS, SECOND_MS, later } from '../../dates/instant.ts'
import { isPlainId } from './signature-rules.ts'
import { attribute, elementsIn, instant, isNamed, named, NotAsAgreed, only, parseXml, textIn } from './xml.ts'

/** What a carrier's assertion has to say to be for us, now (SAML Profiles 4.1.4.3). */
export type AssertionRules = {
  issuer: string
  /** Our own name. */
  audience: string
  /** Where signed answers are taken. */
  recipient: string
  /** ID of the request it answers; null when nobody asked. */
  inResponseTo: string | null
  now: Date
}

/** Who it is, as the carrier's provider says. Nothing else of an assertion is believed. */
export type Assertion = {
  id: string
  nameId: string
  /** When the person proved who they are. */
  authnInstant: Date
  /** From then on nobody takes it any more. */
  until: Date
}

export const skewMs = 60 * SECOND_MS
const longestLifeMs = DAY_MS
const oldestSignInMs = 8 * HOUR_MS
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** Reads an assertion from the bytes its signature covers. */
export function readAssertion(signedXml: string, rules: AssertionRules): Assertion {
  const root = parseXml(signedXml)
  if (!isNamed(root, 'assertion', 'Assertion')) throw new NotAsAgreed('what is signed is no assertion')
  const now = rules.now.getTime()
  const id = attribute(root, 'ID')
  if (!isPlainId(id) || attribute(root, 'Version') !== '2.0') throw new NotAsAgreed('another version')
  const issued = instant(root, 'IssueInstant')
  if (issued - skewMs > now) throw new NotAsAgreed('issued in the future')
  if (textIn(only(root, 'assertion', 'Issuer')) !== rules.issuer) throw new NotAsAgreed('another issuer')
  for (const child of elementsIn(root)) {
    const known = ['Issuer', 'Subject', 'Conditions', 'AuthnStatement', 'AttributeStatement', 'Advice']
    const ours = isNamed(child, 'signature', 'Signature') || known.some((name) => isNamed(child, 'assertion', name))
    if (!ours) throw new NotAsAgreed(`${child.localName} in an assertion`)
  }

  const subject = only(root, 'assertion', 'Subject')
  const confirmed = readConfirmation(subject, rules, now)
  const conditioned = readConditions(only(root, 'assertion', 'Conditions'), rules, now)
  const until = Math.min(confirmed, conditioned)
  if (until - issued > longestLifeMs) throw new NotAsAgreed('good for more than a day')
  return {
    id,
    nameId: nameIn(subject),
    authnInstant: readSignIn(only(root, 'assertion', 'AuthnStatement'), now),
    until: later(until, skewMs),
  }
}

/** The whole name, unchanged: never a part of it, never normalized. */
export function nameIn(parent: Element): string {
  const nameId = textIn(only(parent, 'assertion', 'NameID'))
  if (nameId === '' || nameId.length > 256) throw new NotAsAgreed('a name of no length we take')
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(nameId) || nameId.trim() !== nameId) {
    throw new NotAsAgreed('a name with something invisible')
  }
  return nameId
}

function readConfirmation(subject: Element, rules: AssertionRules, now: number): number {
  const confirmation = only(subject, 'assertion', 'SubjectConfirmation')
  if (attribute(confirmation, 'Method') !== bearer) throw new NotAsAgreed('no bearer confirmation')
  const data = only(confirmation, 'assertion', 'SubjectConfirmationData')
  if (attribute(data, 'Recipient') !== rules.recipient) throw new NotAsAgreed('for another recipient')
  if (attribute(data, 'InResponseTo') !== rules.inResponseTo) throw new NotAsAgreed('the answer to another request')
  if (attribute(data, 'NotBefore') !== null) throw new NotAsAgreed('a confirmation with a beginning')
  return notOver(data, now)
}

function readConditions(conditions: Element, rules: AssertionRules, now: number): number {
  for (const child of elementsIn(conditions)) {
    const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'].some((name) =>
      isNamed(child, 'assertion', name),
    )
    // A condition that is not understood refuses the assertion (SAML Core 2.5.1.1).
    if (!known) throw new NotAsAgreed('a condition we do not know')
  }
  const restrictions = named(conditions, 'assertion', 'AudienceRestriction')
  const forUs = restrictions.every((one) =>
    named(one, 'assertion', 'Audience').some((audience) => textIn(audience) === rules.audience),
  )
  if (restrictions.length === 0 || !forUs) throw new NotAsAgreed('for another audience')
  if (attribute(conditions, 'NotBefore') !== null && instant(conditions, 'NotBefore') - skewMs > now) {
    throw new NotAsAgreed('not valid yet')
  }
  return notOver(conditions, now)
}

function readSignIn(statement: Element, now: number): Date {
  const at = instant(statement, 'AuthnInstant')
  if (at - skewMs > now) throw new NotAsAgreed('signed in in the future')
  if (now - at > oldestSignInMs + skewMs) throw new NotAsAgreed('signed in too long ago')
  if (attribute(statement, 'SessionNotOnOrAfter') !== null) notOver(statement, now, 'SessionNotOnOrAfter')
  return new Date(at)
}

function notOver(element: Element, now: number, name = 'NotOnOrAfter'): number {
  const end = instant(element, name)
  if (now - skewMs > end) throw new NotAsAgreed(`${name} of ${element.localName} is past`)
  return end
}
