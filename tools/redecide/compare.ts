import type { Decided, Finding } from './decide.ts'

/** A kind of difference: the rule it is of, and what is other. */
export type Difference = { rule: string; what: string; count: number; examples: string[] }

const shown = 3
const key = ({ rule, code }: Finding): string => `${rule} ${code}`

/** How often a rule and code stand. */
const tally = (findings: readonly Finding[]): Map<string, Finding[]> => Map.groupBy(findings, key)

function differencesOf(before: Decided, after: Decided): [rule: string, what: string][] {
  const found: [string, string][] = []
  const [was, is] = [tally(before.findings), tally(after.findings)]
  for (const at of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(at) ?? [], is.get(at) ?? []]
    const { rule, code } = (now[0] ?? old[0])!
    if (now.length > old.length) found.push([rule, `${code} stops now`])
    else if (now.length < old.length) found.push([rule, `${code} no longer stops`])
    else
      for (const [index, one] of now.entries()) {
        const other = old[index]!
        if (one.severity !== other.severity)
          found.push([rule, `${code} is severity ${one.severity ?? 'none'}, was ${other.severity ?? 'none'}`])
        else if (one.by !== other.by) found.push([rule, `${code} is cleared by ${one.by}, was ${other.by}`])
      }
  }
  if (before.outcome !== after.outcome) found.push(['outcome', after.outcome === 'P' ? 'pays now' : 'no longer pays'])
  else if (before.paid !== after.paid) found.push(['price', 'another amount'])
  if (before.clock?.due !== after.clock?.due)
    found.push(['clock', `${after.clock?.state ?? before.clock?.state ?? ''} is due at another time`])
  return found
}

/** The differences between two runs over the same submissions, the most frequent of a rule first. */
export function compare(before: readonly Decided[], after: readonly Decided[]): Difference[] {
  const old = new Map(before.map((one) => [one.tcn, one]))
  const found = new Map<string, Difference>()
  for (const now of after) {
    const was = old.get(now.tcn)
    if (was === undefined) throw new Error(`Submission ${now.tcn} was not decided before.`)
    for (const [rule, what] of differencesOf(was, now)) {
      const one = found.get(`${rule} ${what}`) ?? { rule, what, count: 0, examples: [] }
      one.count += 1
      if (one.examples.length < shown) one.examples.push(now.tcn)
      found.set(`${rule} ${what}`, one)
    }
  }
  if (old.size !== after.length) throw new Error(`${old.size} submissions before, ${after.length} after.`)
  return [...found.values()].toSorted((a, b) => (a.rule === b.rule ? b.count - a.count : a.rule < b.rule ? -1 : 1))
}

/** Reasons by "R31 88 stops now", by "R31", or by the beginning of the first. */
export type Reasons = Readonly<Record<string, string>>

const reasonFor = ({ rule, what }: Difference, reasons: Reasons): string | undefined =>
  reasons[`${rule} ${what}`] ??
  Object.entries(reasons)
    .filter(([of]) => `${rule} ${what}`.startsWith(of))
    .toSorted(([a], [b]) => b.length - a.length)[0]?.[1]

/** The table as lines of Markdown, and whether a line has no reason. */
export function tableOf(
  differences: readonly Difference[],
  total: number,
  reasons: Reasons,
): { lines: string[]; unexplained: number } {
  const unexplained = differences.filter((one) => reasonFor(one, reasons) === undefined).length
  const rows = differences.map(
    (one) =>
      `| ${one.rule} | ${one.what} | ${one.count} | ${reasonFor(one, reasons) ?? '**no reason given**'} | ${one.examples.join(' ')} |`,
  )
  return {
    lines: [
      `${total.toLocaleString('en-US')} submissions decided before and after.`,
      '',
      ...(rows.length === 0
        ? ['No difference.']
        : ['| Rule | What is other | Submissions | Why | For example |', '|---|---|---:|---|---|', ...rows]),
    ],
    unexplained,
  }
}
