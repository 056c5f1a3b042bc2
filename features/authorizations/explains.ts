/** Words that fill the field of an explanation and say nothing. */
const filler =
  /^(?:ok(?:ay)?|n ?a|see (?:above|notes?|below)|same|as (?:above|discussed)|denied|deny|reject(?:ed)?|not approved|tbd|per policy|done)$/
const LEAST_LETTERS = 6

const wordsOf = (note: string): string[] => note.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a note only fills its field: "ok", "n/a", "see above". */
const isFiller = (note: string): boolean => filler.test(wordsOf(note).join(' '))

/** Whether a note explains something: two words or more that do not only fill the field. It is sent as the medical reason. */
export function explains(note: string): boolean {
  const words = wordsOf(note)
  // Scripts without spaces write a sentence as one word.
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(note)
  const enough = unspaced || (words.length >= 2 && words.join('').length >= LEAST_LETTERS)
  return enough && !isFiller(note)
}

/**
 * Why words do not do as a reason, by the rule that every form and every call asks: nothing was written (`missing` says what is), or
 * it explains nothing (a sign, a letter, one word, "n/a"). Undefined where they do.
 */
export function whyNotExplained(text: string | undefined, missing: string): string | undefined {
  if ((text ?? '').trim() === '') return missing
  return explains(text!) ? undefined : 'Enter the reason in two words or more.'
}
