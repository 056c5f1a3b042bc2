/**
 * SQL as it is read, values always bound.
 *
 * `sql` is the only way a statement is written. A part between `${}` is either another `sql` fragment or a bound
 * value; there is no way to splice text, so what a user sends can never become SQL. Statements keep one
 * text per place in the code, so the driver prepares each of them once per connection.
 */
export class Sql<Row = Record<string, unknown>> {
  readonly text: string
  readonly values: readonly unknown[]
  /** Only a type: what a row of this statement looks like. */
  declare readonly row: Row

  constructor(text: string, values: readonly unknown[]) {
    this.text = text
    this.values = values
  }
}

const flat = new WeakMap<TemplateStringsArray, string>()

/** A statement or a fragment of one. Arrays are bound as arrays: write `= any(${ids})`. */
export function sql<Row = Record<string, unknown>>(strings: TemplateStringsArray, ...parts: unknown[]): Sql<Row> {
  if (!parts.some((part) => part instanceof Sql)) {
    let text = flat.get(strings)
    if (text === undefined) {
      text = strings.reduce((so_far, piece, at) => (at === 0 ? piece : `${so_far}$${at}${piece}`), '')
      flat.set(strings, text)
    }
    return new Sql(text, parts)
  }
  let text = strings[0]!
  const values: unknown[] = []
  parts.forEach((part, at) => {
    if (part instanceof Sql) {
      const before = values.length
      text +=
        before === 0 ? part.text : part.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`)
      values.push(...part.values)
    } else {
      values.push(part)
      text += `$${values.length}`
    }
    text += strings[at + 1]!
  })
  return new Sql(text, values)
}

/** Fragments joined by ` and `; none of them means `true`. */
export function every(fragments: readonly Sql[]): Sql {
  return fragments.length === 0 ? sql`true` : fragments.reduce((all, next) => sql`${all} and ${next}`)
}

/**
 * A whole number as SQL text rather than a bound value: a constant of the code (`status.PENDING`), so that the planner sees it
 * and partial indexes apply. Never for what a user sends.
 */
export function integer(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number.`)
  return new Sql(String(value), [])
}

/** Whole numbers as SQL text with commas between: `in (${integers([status.REJECTED, status.REJECTED_NO_PA])})`. */
export const integers = (values: readonly number[]): Sql =>
  new Sql(values.map((value) => integer(value).text).join(', '), [])
