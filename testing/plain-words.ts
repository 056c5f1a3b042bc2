// What no user should read: ISO dates, ids, codes of the program, amounts without cents, and phrases that were replaced.

/** Replaced phrases that a claims office would not say. */
const replaced: readonly string[] = [
  'used too long',
  'worked out by the portal',
  'Wait for an answer first',
  'is a question for',
  'Fits the injury',
  'Not listed for the injury',
  'Dose within the label',
  'is used up',
  'silence is consent',
  'Rests on the',
  'Left as they are',
  'Clears: nothing yet',
  'looked at anew',
  'Show what was known',
  'What was known',
  'Call it off',
  'Stands in:',
  'Who stands in',
  'Decision taken back',
  'The legal time goes on',
  'Usual columns',
  'You are signed in nowhere else',
  'We kept what you typed',
  'Not taken yet',
  'Told:',
  'none MME a day',
  'stood in the way',
  'Set aside, and why',
  'Could do',
]

const isoDate = /\b(?:19|20)\d\d-\d\d-\d\d(?![\d-])/

/**
 * Sentences of an answer that are shown to users and have a date as machines write it: its message and warnings, at any depth.
 * An instant is no date: it says to callers of the API how one is written.
 */
export function isoDatesIn(answer: unknown, isShown = false): string[] {
  if (typeof answer === 'string')
    return isShown && isoDate.test(answer.replaceAll(/\b\d{4}-\d\d-\d\dT/g, '')) ? [answer] : []
  if (Array.isArray(answer)) return answer.flatMap((one) => isoDatesIn(one, isShown))
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, value]) => isoDatesIn(value, key === 'message' || key === 'warnings'))
}

const faults: readonly [name: string, pattern: RegExp][] = [
  ['ISO date', isoDate],
  ['id', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i],
  ['raw code', /\b[A-Z]+(?:_[A-Z]+)+\b/],
  ['permission', /\bpermissions?\b/i],
  // Whole thousands are the penalties of statutes: "$2,000".
  ['amount without cents', /\$(?!\d+,000(?!\.\d))\d[\d,]*(?![\d,]*\.\d\d|[\d,])/],
  ['percentage', /(?<![$\d.,-])0\.\d\d\b(?! ?(?:mg|mcg|g|mL|MME|%|to|a day))|\d %/],
  ['spaced punctuation', /\w [,.](?: |$)/],
  ['replaced phrase', new RegExp(replaced.map((words) => words.replaceAll(/[.?]/g, '\\$&')).join('|'))],
]

/** What is wrong with a text, each with the words around it. */
export const faultsIn = (text: string): string[] =>
  faults.flatMap(([name, pattern]) => {
    const at = pattern.exec(text)
    return at === null
      ? []
      : [`${name}: …${text.slice(Math.max(0, at.index - 40), at.index + 40).replaceAll('\n', ' ')}…`]
  })
