import { readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'

// Letters of what people write: the screens' typeface, and by need those of other scripts whose letters stand one beside the
// other, from left to right. A script whose letters join, stack or run from the right needs more than its letters: they are
// drawn as their numbers (pdf-font.ts).

/** A typeface: where it says which of its parts has which signs, how a part is called, and the parts that are used where not all are. */
type Family = { list: () => string; file: (part: string) => string; parts?: readonly string[] }
const inter: Family = {
  list: () => import.meta.resolve('@fontsource-variable/inter/unicode.json'),
  file: (part) => `inter-${part}-wght-normal.woff2`,
  parts: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'],
}
const families: readonly Family[] = [
  inter,
  {
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-armenian/unicode.json'),
    file: (part) => `noto-sans-armenian-${part}-wght-normal.woff2`,
    parts: ['armenian'],
  },
  {
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-georgian/unicode.json'),
    file: (part) => `noto-sans-georgian-${part}-wght-normal.woff2`,
    parts: ['georgian'],
  },
  {
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-ethiopic/unicode.json'),
    file: (part) => `noto-sans-ethiopic-${part}-wght-normal.woff2`,
    parts: ['ethiopic'],
  },
  {
    list: () => import.meta.resolve('@fontsource/gowun-dodum/unicode.json'),
    file: (part) => `gowun-dodum-${part}-400-normal.woff2`,
  },
  {
    list: () => import.meta.resolve('@fontsource/chocolate-classical-sans/unicode.json'),
    file: (part) => `chocolate-classical-sans-${part}-400-normal.woff2`,
  },
]

const opened = new Map<string, Promise<Font | undefined>>()
/** A part of a typeface; nothing where it is not installed. */
function partOf(family: Family, part: string): Promise<Font | undefined> {
  const file = family.file(part)
  let found = opened.get(file)
  if (!found) {
    found = Promise.resolve()
      .then(() => readFile(new URL(`files/${file}`, family.list())))
      .then(create)
      .catch(() => undefined)
    opened.set(file, found)
  }
  return found
}

type Part = { name: string; ranges: readonly (readonly [first: number, last: number])[] }
const listed = new Map<Family, Promise<readonly Part[]>>()
/** The parts of a family with the signs each has, as the family itself says. */
function partsOf(family: Family): Promise<readonly Part[]> {
  let found = listed.get(family)
  if (!found) {
    found = Promise.resolve()
      .then(() => readFile(new URL(family.list()), 'utf8'))
      .then((text) =>
        Object.entries(JSON.parse(text) as Record<string, string>).map(([key, ranges]) => ({
          // A part of many is a number in brackets.
          name: key.replaceAll(/[[\]]/g, ''),
          ranges: ranges.split(',').map((range) => {
            const [first, last = first] = range.trim().slice(2).split('-')
            return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)] as const
          }),
        })),
      )
      .catch(() => [])
    listed.set(family, found)
  }
  return found
}

/** The typeface of the screens; nothing where it is not installed, and then pdf.ts writes in Helvetica. */
export const screenFace = (): Promise<Font | undefined> => partOf(inter, 'latin')

/** The typefaces that have some of these signs, one after the other, the screens' own first; each part is opened by need. */
export async function* facesWith(wanted: ReadonlySet<number>): AsyncGenerator<Font> {
  for (const family of families) {
    if (wanted.size === 0) return
    for (const { name, ranges } of await partsOf(family)) {
      if (family.parts && !family.parts.includes(name)) continue
      const has = [...wanted].some((sign) => ranges.some(([first, last]) => sign >= first && sign <= last))
      const font = has ? await partOf(family, name) : undefined
      if (font) yield font
    }
  }
}
