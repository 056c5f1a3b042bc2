import { drugGroupName } from '#reference/drug-groups.ts'
import type { Drug } from '#reference/drugs.ts'
import { type Interaction, isConfirmed } from '#reference/interactions.ts'

// What the pairs of the engine say of the catalog, class by class, so that a hole can be seen.

type Product = Pick<Drug, 'gpi' | 'genericName'>
type Covered = { a: string; b: string; severity: Interaction['severity'] | null; confirmed: boolean }

export type ClassPair = {
  a: string
  b: string
  /** Each two drugs of the two classes; severity null where no row knows them. */
  pairs: readonly Covered[]
}

/** The rules between two drugs, worst first, as a claim asks for them. */
type Between = (gpi: string, other: string) => readonly Interaction[]

/** One product of each drug, by the class of its code. */
const byClass = (products: readonly Product[]): Map<string, Product[]> => {
  const classes = new Map<string, Product[]>()
  for (const { gpi, genericName } of products) {
    const drugs = classes.get(gpi.slice(0, 4)) ?? []
    classes.set(gpi.slice(0, 4), drugs)
    if (!drugs.some((drug) => drug.gpi.startsWith(gpi.slice(0, 8)))) drugs.push({ gpi, genericName })
  }
  return new Map([...classes].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Each two classes of the catalog, a class with itself included, in the order of their codes. */
export function coverageOf(products: readonly Product[], between: Between): ClassPair[] {
  const classes = [...byClass(products)]
  return classes.flatMap(([a, ofA], at) =>
    classes.slice(at).map(([b, ofB]): ClassPair => {
      const pairs = ofA.flatMap((one) =>
        ofB.flatMap((other): Covered[] => {
          if (a === b && one.gpi >= other.gpi) return []
          const worst = between(one.gpi, other.gpi)[0]
          return [
            {
              a: one.genericName,
              b: other.genericName,
              severity: worst?.severity ?? null,
              confirmed: worst !== undefined && isConfirmed(worst.source),
            },
          ]
        }),
      )
      return { a, b, pairs }
    }),
  )
}

const title = ({ a, b }: ClassPair): string => `${drugGroupName(a) ?? a} (${a}) × ${drugGroupName(b) ?? b} (${b})`

const counted = (pairs: readonly Covered[], noun: string): string =>
  pairs.length === 0 ? '' : `, ${pairs.length} ${noun}`

const shown = 6

/** "Opioid agonists, short acting (1010) × Muscle relaxants (1210): 66 of 66 pairs, 66 of severity 2". */
export function lineOf(one: ClassPair): string {
  const known = one.pairs.filter(({ severity }) => severity !== null)
  const holes = one.pairs.filter(({ severity }) => severity === null)
  const severities = [1, 2, 3].map((severity) =>
    counted(
      known.filter((pair) => pair.severity === severity),
      `of severity ${severity}`,
    ),
  )
  const unread = counted(
    known.filter(({ confirmed }) => !confirmed),
    'not confirmed',
  )
  const named = holes.slice(0, shown).map(({ a, b }) => `${a} with ${b}`)
  const more = holes.length > shown ? ` and ${holes.length - shown} more` : ''
  const open = holes.length === 0 || known.length === 0 ? '' : `; no row: ${named.join(', ')}${more}`
  return `${title(one)}: ${known.length} of ${one.pairs.length} pairs${severities.join('')}${unread}${open}`
}

/** The lines of the command: each two classes with a row, then how many have none; with two classes, drug by drug. */
export function coverageLines(products: readonly Product[], between: Between, only: readonly string[] = []): string[] {
  const all = coverageOf(products, between).filter(({ pairs }) => pairs.length > 0)
  if (only.length > 0) {
    const [first = '', second = first] = only.toSorted()
    const one = all.find(({ a, b }) => a === first && b === second)
    if (one === undefined) return [`The catalog has no two drugs of the classes ${first} and ${second}.`]
    const say = ({ severity, confirmed }: Covered): string =>
      severity === null ? 'no row' : `severity ${severity}${confirmed ? '' : ', not confirmed'}`
    return [lineOf(one), ...one.pairs.map((pair) => `${pair.a} with ${pair.b}: ${say(pair)}`)]
  }
  const some = all.filter(({ pairs }) => pairs.some(({ severity }) => severity !== null))
  return [...some.map(lineOf), `${all.length - some.length} of ${all.length} pairs of classes have no row.`]
}
