import { parseSync, type Plugin } from 'vite'

/** Fields of a call that only the server, the audit and the API's description read. */
const serverFields = new Set([
  'summary',
  'id',
  'phi',
  'limit',
  'refusals',
  'ids',
  'trips',
  'also',
  'gate',
  'roles',
  'carrier',
  'service',
  'stepUp',
  'once',
])
/** Refinements of a schema: the browser checks the shape of an answer and nothing finer (docs/decisions/0008). */
const refinements = new Set([
  'regex',
  'min',
  'max',
  'refine',
  'superRefine',
  'length',
  'positive',
  'nonnegative',
  'trim',
])
/** Builders that are made of no value: what they are given are the words of their refusal. */
const alone = new Set(['string', 'uuid', 'int', 'number', 'boolean'])

type Node = { type: string; start: number; end: number } & Record<string, unknown>
const isNode = (it: unknown): it is Node => typeof (it as Node | null)?.type === 'string'

/** A range of the text, and what takes its place. */
type Range = readonly [from: number, to: number, instead?: string]

/** What of a call expression the browser does without. */
function leftOut(call: Node, code: string): Range[] {
  const callee = call['callee'] as Node
  const args = call['arguments'] as Node[]
  const nameOf = (node: Node | undefined): unknown => node?.['name']
  if (callee.type === 'Identifier')
    return ['read', 'act'].includes(String(nameOf(callee))) && args[1]?.type === 'ObjectExpression'
      ? fieldsLeftOut(args[1], code)
      : []
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return []
  const object = callee['object'] as Node
  const name = String(nameOf(callee['property'] as Node))
  if (nameOf(object) === 'z') return messageLeftOut(args, alone.has(name))
  // In the browser a transform accepts anything, whatever it would make of it, and what is missing needs no value.
  if ((name === 'transform' || name === 'default') && args[0]) return [[args[0].start, call.end - 1]]
  return refinements.has(name) && nameOf(object) !== 'Math' ? [[object.end, call.end]] : []
}

/** The words of a refusal: the last argument, where it is a text and no value the schema is made of. */
function messageLeftOut(args: readonly Node[], isAlone: boolean): Range[] {
  const last = args.at(-1)
  const before = args.at(-2)
  const isText = last?.type === 'TemplateLiteral' || typeof last?.['value'] === 'string'
  return last && isText && (before || isAlone) ? [[before?.end ?? last.start, last.end]] : []
}

/** Fields with the comma behind them, and what the input's own fields are like: the browser sends them by their names. */
const fieldsLeftOut = (about: Node, code: string): Range[] =>
  (about['properties'] as Node[]).flatMap((field) => {
    const { start, end } = field
    const name = String((field['key'] as Node | undefined)?.['name'])
    if (name === 'input') return inputLeftOut(field['value'] as Node)
    return serverFields.has(name) ? [[start, end + /^\s*,?/.exec(code.slice(end))![0].length]] : []
  })

/** The shapes of the fields of `z.strictObject({ … })` or `z.object({ … })`; what is spread into it stays. */
function inputLeftOut(input: Node): Range[] {
  const callee = input['callee'] as Node | undefined
  const object = callee?.['object'] as Node | undefined
  if (!object || input.type !== 'CallExpression') return []
  if (object['name'] !== 'z') return inputLeftOut(object)
  const fields = (input['arguments'] as Node[])[0]?.['properties'] as Node[] | undefined
  return (fields ?? []).flatMap((field) => valueLeftOut(field))
}

/** What a field of an input is like. */
function valueLeftOut(field: Node): Range[] {
  const value = field['value'] as Node | undefined
  return value && field.type === 'Property' && field['shorthand'] !== true ? [[value.start, value.end, '0']] : []
}

/** The objects of fields that only inputs are made of: given to `z.strictObject` or spread there, and to nothing else. */
function fieldsOfInputs(calls: readonly Node[]): Set<string> {
  const named = (of: string): string[] =>
    calls
      .filter(({ callee }) => ((callee as Node)['property'] as Node | undefined)?.['name'] === of)
      .flatMap((call) => call['arguments'] as Node[])
      .flatMap((it) => [
        it,
        ...((it['properties'] as Node[] | undefined) ?? []).map(({ argument }) => argument as Node),
      ])
      .flatMap((it) => (it?.type === 'Identifier' ? [String(it['name'])] : []))
  const others = [...named('object'), ...named('extend')]
  return new Set(named('strictObject').filter((name) => !others.includes(name)))
}

/** A contract as the browser needs it: without what only the server reads. */
export function forBrowsers(file: string, code: string): string {
  const calls: Node[] = []
  const constants: Node[] = []
  const imports: Node[] = []
  const visit = (it: unknown): void => {
    if (Array.isArray(it)) for (const one of it) visit(one)
    else if (isNode(it)) {
      if (it.type === 'CallExpression') calls.push(it)
      if (it.type === 'VariableDeclarator') constants.push(it)
      if (it.type === 'ImportDeclaration') imports.push(it)
      for (const key in it) visit(it[key])
    }
  }
  visit(parseSync(file, code).program)
  const inputs = fieldsOfInputs(calls)
  const ranges = [
    ...calls.flatMap((call) => leftOut(call, code)),
    ...constants
      .filter(({ id }) => inputs.has(String((id as Node)['name'])))
      .flatMap(({ init }) => ((init as Node)['properties'] as Node[] | undefined) ?? [])
      .flatMap((field) => valueLeftOut(field)),
  ]
  let kept = ''
  let at = 0
  for (const [from, to, instead = ''] of ranges.toSorted(([a, A], [b, B]) => a - b || B - A)) {
    if (from < at) continue // inside of what was left out
    kept += code.slice(at, from) + instead
    at = to
  }
  return withoutUnused(kept + code.slice(at), imports, code)
}

/**
 * A contract without the imports of which nothing is left: a file counts as needed by each part that imports it, whether or not it
 * uses anything of it.
 */
function withoutUnused(kept: string, imports: readonly Node[], code: string): string {
  let text = kept
  for (const { start, end, specifiers } of imports) {
    const names = (specifiers as Node[])
      .filter(({ importKind }) => importKind !== 'type')
      .map(({ local }) => String((local as Node)['name']))
    const statement = code.slice(start, end)
    const rest = text.replace(statement, '')
    if (names.length > 0 && names.every((name) => !new RegExp(`\\b${name}\\b`).test(rest))) text = rest
  }
  return text
}

/** Leaves out of contracts and the shapes they share what is of no use in the browser. */
export function forTheServerOnly(): Plugin {
  return {
    name: 'for-the-server-only',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/](?:[\w-]*contract|[\w-]*shapes?|fields|page)\.ts$/ },
      handler: (code, id) => forBrowsers(id.split('?')[0]!, code),
    },
  }
}
