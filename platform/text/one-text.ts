/** Letters of one text message: more, or one letter outside of the plain ones, makes it two and costs twice. */
const MOST = 160

const plainFor: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '…': '...',
  '•': '-',
  '·': '-',
  '™': '',
  '®': '',
  '©': '',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
}

/** A name in the letters every telephone has: without accents, with straight quotation marks and one kind of dash. */
export const plainLetters = (text: string): string =>
  text
    .replaceAll(/./gsu, (letter) => plainFor[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/\p{Pd}|\u2212/gu, '-')
    .replaceAll(/[^\u0020-\u007e]+/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** A name without its end, cut behind a word where one is left. */
function shortened(name: string, room: number): string {
  if (name.length <= room) return name
  const cut = name.slice(0, Math.max(1, room))
  const whole = cut.slice(0, cut.lastIndexOf(' ') + 1)
  return (whole.length >= room / 2 ? whole : cut).replace(/[^\p{L}\p{N}).]+$/u, '') || cut
}

/** A text message that names who writes and stays one text: a long name is shortened. `write` makes it of the name. */
export function oneText(from: string, write: (name: string) => string): string {
  const name = plainLetters(from)
  const text = write(name)
  return text.length <= MOST ? text : write(shortened(name, name.length - (text.length - MOST)))
}
