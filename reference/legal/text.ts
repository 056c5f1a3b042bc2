import { brand } from '#platform/brand.ts'
import { contacts, privacyOffice } from './contacts.ts'

export type LegalKind = 'tou' | 'privacy' | 'contact'

type LegalSection = { heading: string; paragraphs: readonly string[]; points?: readonly string[] }

/** A legal text of one version. {product}, {provider} and the ways to reach us stand in braces until it is shown. */
export type LegalText = {
  kind: LegalKind
  title: string
  version: string
  /** 'YYYY-MM-DD'; null for what is no dated document. */
  revised: string | null
  /** The gist, above the sections. */
  inShort: readonly string[]
  sections: readonly LegalSection[]
}

const words: Record<string, string> = {
  product: brand.name,
  provider: brand.provider,
  // Its first line is the provider, whom the texts name before it.
  address: contacts[0].lines.slice(1).join(', '),
  form: privacyOffice.form,
  phone: privacyOffice.phone,
  email: privacyOffice.email,
}

const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => words[name] ?? braces)

/** A legal text as people read it. */
export type ShownText = Omit<LegalText, 'inShort' | 'sections'> & {
  inShort: string[]
  sections: { heading: string; paragraphs: string[]; points?: string[] }[]
}

/** The text with our names and addresses in it, as people read and accept it. */
export const withNames = (text: LegalText): ShownText => ({
  ...text,
  inShort: text.inShort.map(filled),
  sections: text.sections.map(({ heading, paragraphs, points }) => ({
    heading: filled(heading),
    paragraphs: paragraphs.map(filled),
    ...(points && { points: points.map(filled) }),
  })),
})
