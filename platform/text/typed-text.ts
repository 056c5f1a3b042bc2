/**
 * Signs that come with pasted text and show nothing: soft hyphens, joints, marks of direction, the mark of an encoding. Marks
 * that turn the order of what follows (U+202B, U+202D, U+202E, U+2067) are not among them: what is seen would not be what is read.
 */
const unseen =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a\u202c\u2060-\u2064\u2066\u2068\u2069\ufeff\p{Variation_Selector}]/gu

/** A typed or pasted text without the signs nobody sees. */
export const withoutUnseen = (text: string): string => text.replaceAll(unseen, '')

/** A typed or pasted text with one kind of dash and one kind of blank, without the signs nobody sees. */
export const typedText = (text: string): string =>
  withoutUnseen(text)
    .replaceAll(/\p{Pd}|[\u2043\u2212]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
