import { isEventCode } from '#features/authorizations/events.ts'
import { isStatusId } from '#features/authorizations/statuses.ts'
import { origin } from '#reference/origins.ts'

const isOrigin = (n: number): boolean => (Object.values(origin) as number[]).includes(n)
const isAny = (n: number): boolean => n > 0

const columns: readonly { name: string; column: string; is: (n: number) => boolean }[] = [
  { name: 'status', column: String.raw`"?\w*status_id"?`, is: isAny },
  { name: 'status', column: String.raw`"?\w*status\w*"?`, is: isStatusId },
  { name: 'event', column: String.raw`"?(?:\w*_)?event_?codes?"?`, is: isEventCode },
  { name: 'origin', column: String.raw`"?(?:\w*_)?origin_?code"?|"?claim_channel_type"?`, is: isOrigin },
]

const list = String.raw`'?\{?\s*(\d+(?:\s*,\s*\d+)*)`
const compares = String.raw`(?:=|<>|!=|<=|>=|<|>|is\s+(?:not\s+)?distinct\s+from)`

/** How a column and numbers stand beside each other; `:column` is put in. */
const forms: readonly string[] = [
  String.raw`:column(?:\s*,\s*\d+\s*\))?(?:\s*::\s*\w+)?\s*${compares}\s*\(?\s*${list}`,
  String.raw`:column(?:\s*::\s*\w+)?\s*${compares}\s*(?:any|all|some)\s*\(\s*(?:array\s*\[)?\s*${list}`,
  String.raw`:column(?:\s*::\s*\w+)?\s+(?:not\s+)?in\s*\(\s*${list}`,
  String.raw`:column(?:\s*::\s*\w+)?\s+(?:not\s+)?between\s+(\d+(?:\s+and\s+\d+)?)`,
  String.raw`\b(\d+)\s*${compares}\s*\(?\s*(?:\w+\s*\.\s*)?:column`,
  String.raw`\bcase\s+(?:\w+\s*\.\s*)?:column((?:\s+when\s+\d+\s+then\s+(?:(?!\bwhen\b|\belse\b|\bend\b)[^;])*)+)`,
  String.raw`:column\s*=\s*case\b((?:(?!\bend\b)[^;])*)\bend`,
]

const patterns = columns.flatMap(({ name, column, is }) =>
  forms.map((form) => ({
    name,
    is,
    pattern: new RegExp(form.replace(':column', String.raw`(?<![\w"])(?:${column})`), 'gi'),
  })),
)

/** Raw numbers of a status, event or origin in the text of a statement: a line of words for each. */
export function rawInSql(text: string): string[] {
  if (!/status|event|origin|channel/i.test(text)) return []
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|--.*$/gm, ' ')
  return patterns.flatMap(({ name, is, pattern }) =>
    [...code.matchAll(pattern)]
      .filter(([, found]) => numbersOf(found!).some(is))
      .map(([all]) => `${name}: ${all.replaceAll(/\s+/g, ' ').slice(0, 80)}`),
  )
}

/** The numbers of a list, or of the `when`, `then` and `else` of a case. */
const numbersOf = (text: string): number[] =>
  /\bthen\b/i.test(text)
    ? [...text.matchAll(/\b(?:when|then|else)\s+(\d+)\b/gi)].map(([, n]) => Number(n))
    : [...text.matchAll(/\d+/g)].map(([n]) => Number(n))
