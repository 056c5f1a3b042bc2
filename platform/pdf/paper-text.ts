// What is printed says what was typed. A sign with a meaning that the typeface lacks is written in words; every other
// one that it lacks is drawn as its number (pdf-font.ts), so that no two signs look alike and none vanishes.

const inWords: Readonly<Record<string, string>> = {
  '←': '<-',
  '→': '->',
  '↔': '<->',
  '↗': '[arrow up right]',
  '↘': '[arrow down right]',
  '⬆': '[arrow up]',
  '⬇': '[arrow down]',
  '➡': '->',
  '⬅': '<-',
  '⇒': '=>',
  '▲': '[triangle up]',
  '▼': '[triangle down]',
  '≤': '<=',
  '≥': '>=',
  '⩽': '<=',
  '⩾': '>=',
  '≠': ' not equal to ',
  '≈': ' about ',
  '∞': '[infinity]',
  '✓': '[check mark]',
  '✔': '[check mark]',
  '☑': '[box with check mark]',
  '✅': '[check mark]',
  '✗': '[cross mark]',
  '✘': '[cross mark]',
  '✖': '[cross mark]',
  '❌': '[cross mark]',
  '☒': '[box with cross]',
  '☐': '[empty box]',
  '👍': '[thumbs up]',
  '👎': '[thumbs down]',
  '⚠': '[warning sign]',
  '🚫': '[prohibited]',
  '♀': '[female]',
  '♂': '[male]',
  '℞': 'Rx',
  '℃': '°C',
  '℉': '°F',
  '‐': '-',
  '‑': '-',
  '‒': '–',
  '―': '—',
  '⁃': '-',
}
const fractions: Readonly<Record<string, string>> = {
  '⅓': '1/3',
  '⅔': '2/3',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅐': '1/7',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
  '⅑': '1/9',
  '⅒': '1/10',
}
const raised = '⁰ⁱ  ⁴⁵⁶⁷⁸⁹'
const written = new RegExp(`[${Object.keys(inWords).join('')}]`, 'gu')
const fraction = new RegExp(`(\\d?)([${Object.keys(fractions).join('')}])`, 'gu')

/** A text as paper says it: composed, blanks and breaks of every kind as blanks and breaks, signs in words. */
export const paperText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[\t\p{Zs}]/gu, ' ')
    .replaceAll(fraction, (_, before: string, sign: string) => `${before && `${before} `}${fractions[sign]!}`)
    .replaceAll(/[⁰⁴-⁹]/g, (sign) => `^${raised.indexOf(sign)}`)
    .replaceAll(/[\uff01-\uff5e]/g, (sign) => sign.normalize('NFKC'))
    .replaceAll(written, (sign) => inWords[sign]!)

/** Whether a sign shows nothing anywhere. What turns the order of the signs around is no such. */
export const isUnseen = (sign: string): boolean => /^[\n\p{DI}]$/u.test(sign) && !/^[\u202d\u202e]$/.test(sign)

const oldArrows: Readonly<Record<string, string>> = { '↑': '[arrow up]', '↓': '[arrow down]', '−': '-' }
/** A sign by its number: [U+5C71]. */
const numberOf = (sign: string): string => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`

/** The same in a typeface of Western letters only: every other sign by its number. */
export const westernText = (text: string): string =>
  paperText(text).replaceAll(
    /[^\n\x20-\x7e\xa0-\xff–—‘’‚“”„†‡•…‰‹›€™ŒœŠšŸŽžƒˆ˜]/gu,
    (sign) => oldArrows[sign] ?? (isUnseen(sign) ? '' : numberOf(sign)),
  )
