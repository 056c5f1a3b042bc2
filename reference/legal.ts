// The legal texts as versioned documents.
import { brand } from '#platform/brand.ts'
import { contacts, privacyOffice } from './legal/contacts.ts'
import { privacy } from './legal/privacy.ts'
import { terms } from './legal/terms.ts'
import { withNames, type LegalKind, type LegalText, type ShownText } from './legal/text.ts'

const contact: LegalText = {
  kind: 'contact',
  title: 'Contact Us',
  version: '1.0',
  revised: null,
  inShort: [],
  sections: [
    { heading: 'Support', paragraphs: [`${brand.supportPhone}, ${brand.supportHours}`] },
    ...contacts.map(({ title, lines, phone }) => ({ heading: title, paragraphs: [...lines, phone] })),
    { heading: 'Privacy office', paragraphs: [privacyOffice.email, privacyOffice.phone] },
  ],
}

const published: Record<LegalKind, readonly LegalText[]> = { tou: terms, privacy, contact: [contact] }

/** A legal text in the version asked for, the present one unless given; nothing when there never was such a version. */
export function legalText(kind: LegalKind, version?: string): ShownText | undefined {
  const text = version === undefined ? published[kind][0] : published[kind].find((one) => one.version === version)
  return text && withNames(text)
}

/** The other versions of a text, newest first, with their days. */
export const otherVersions = (kind: LegalKind, than: string): { version: string; revised: string | null }[] =>
  published[kind].filter(({ version }) => version !== than).map(({ version, revised }) => ({ version, revised }))

/** Every version of a text as it was published, braces and all. */
export const publishedTexts = (kind: LegalKind): readonly LegalText[] => published[kind]

/** SHA-256 of the text as people read it, hexadecimal: the evidence of what was agreed to. */
export async function textHash(text: ShownText): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(text)))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The hashes of these two texts as the database keeps them beside an acceptance: `TOU 3.0` and `PRIVACY 6.0`, in JSON. */
export async function acceptedTexts(versions: { tou: string; privacy: string }): Promise<string> {
  const hashed = async (kind: 'tou' | 'privacy') => {
    const text = legalText(kind, versions[kind])
    return text ? [[`${kind.toUpperCase()} ${versions[kind]}`, await textHash(text)]] : []
  }
  return JSON.stringify(Object.fromEntries((await Promise.all([hashed('tou'), hashed('privacy')])).flat()))
}
