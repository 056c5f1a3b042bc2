import { bare, literalValue, nodesOf, type SyntaxNode } from './syntax.ts'

/** What makes a test depend on the speed of the machine or on the hour of the day; the line, and what stands there. */
export type Timed = { line: number; what: string }

/** A hang is ended by the default of a run, which is longer; what is shorter ends what is only slow. */
const SHORTEST_MS = 120_000
const hooks = new Set(['beforeAll', 'beforeEach', 'afterAll', 'afterEach'])
const tests = new Set(['test', 'it', 'describe'])
const limits = new Set(['timeout', 'testTimeout', 'hookTimeout'])
const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression'])
/** Readings of the time that passes and of the work that was done. */
const measures = new Set(['performance.now', 'process.cpuUsage', 'process.hrtime', 'process.hrtime.bigint'])

/** Reads a file of test code. */
export function timedIn(file: string, text: string): Timed[] {
  const nodes = nodesOf(file, text)
  const lineOf = (node: SyntaxNode): number => text.slice(0, node.start).split('\n').length
  return nodes.flatMap((node) => {
    const what = isUtcDay(node) ?? measureIn(node) ?? limitOf(node)
    return what === undefined ? [] : [{ line: lineOf(node), what }]
  })
}

/** `at.toISOString().slice(0, 10)`, the day in UTC: in the evening users have another one. */
function isUtcDay(node: SyntaxNode): string | undefined {
  if (node.type !== 'CallExpression') return undefined
  const name = methodOf(node)
  const of = objectOf(node)
  if (!of || methodOf(of) !== 'toISOString') return undefined
  const [first, second] = argumentsOf(node).map(literalValue)
  const isDay = /^(slice|substring)$/.test(name ?? '')
    ? first === 0 && second === 10
    : name === 'split' && first === 'T'
  return isDay ? 'a day in UTC' : undefined
}

/** A reading of a clock or of the processor's time, or an expectation about how long ago something was. */
function measureIn(node: SyntaxNode): string | undefined {
  if (node.type !== 'CallExpression') return undefined
  const called = pathOf(node['callee'] as SyntaxNode)
  if (called !== undefined && measures.has(called)) return `${called}()`
  if (called !== 'Date.now' || !isSubtracted(node)) return undefined
  for (let at = node.parent; at; at = at.parent)
    if (at.type === 'CallExpression' && pathOf(at['callee'] as SyntaxNode) === 'expect')
      return 'a comparison with Date.now()'
  return undefined
}

/** A limit of a test's own. */
function limitOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Property') {
    const name = (node['key'] as { name?: string }).name
    const value = literalValue(node['value'] as SyntaxNode)
    if (name && limits.has(name) && typeof value === 'number' && value < SHORTEST_MS) return `${name}: ${value}`
  }
  if (node.type !== 'CallExpression') return undefined
  const root = rootOf(node['callee'] as SyntaxNode)
  const given = argumentsOf(node)
  const last = given.at(-1)
  if (root === undefined || last === undefined) return undefined
  const isLimit = hooks.has(root) ? given.length === 2 : tests.has(root) && given.length === 3
  return isLimit && given.slice(0, -1).some(({ type }) => functions.has(type)) && !functions.has(last.type)
    ? `a limit of its own for ${root}`
    : undefined
}

function isSubtracted(node: SyntaxNode): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (functions.has(at.type)) return false
    if (at.type === 'BinaryExpression' && at['operator'] === '-') return true
  }
  return false
}

const argumentsOf = (call: SyntaxNode): SyntaxNode[] => (call['arguments'] as SyntaxNode[] | undefined) ?? []

function methodOf(call: SyntaxNode): string | undefined {
  if (call.type !== 'CallExpression') return undefined
  const callee = bare(call['callee'] as SyntaxNode)
  return callee.type === 'MemberExpression' ? (callee['property'] as { name?: string }).name : undefined
}

function objectOf(call: SyntaxNode): SyntaxNode | undefined {
  const callee = bare(call['callee'] as SyntaxNode)
  return callee.type === 'MemberExpression' ? bare(callee['object'] as SyntaxNode) : undefined
}

/** `a.b.c` of a member of a member. */
function pathOf(node: SyntaxNode): string | undefined {
  const it = bare(node)
  if (it.type === 'Identifier') return it['name'] as string
  if (it.type !== 'MemberExpression') return undefined
  const of = pathOf(it['object'] as SyntaxNode)
  const { name } = it['property'] as { name?: string }
  return of && name ? `${of}.${name}` : undefined
}

/** The name at the beginning: `test` of `test.each(rows)('…', run)`. */
function rootOf(node: SyntaxNode): string | undefined {
  const it = bare(node)
  if (it.type === 'Identifier') return it['name'] as string
  if (it.type === 'CallExpression') return rootOf(it['callee'] as SyntaxNode)
  if (it.type === 'TaggedTemplateExpression') return rootOf(it['tag'] as SyntaxNode)
  return it.type === 'MemberExpression' ? rootOf(it['object'] as SyntaxNode) : undefined
}
