import { isEventCode } from '#features/authorizations/events.ts'
import { isStatusId } from '#features/authorizations/statuses.ts'
import { origin } from '#reference/origins.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import { rawInSql } from './raw-codes-in-sql.ts'
import { bare, literalValue, nodesOf, textsOf, type SyntaxNode } from './syntax.ts'

type Value = string | number
type Kind = { name: string; is: (value: Value) => boolean; said: RegExp }

const isOrigin = (value: Value): boolean => (Object.values(origin) as Value[]).includes(value)

/** What has names: which values count, and the names that say a value is one. */
const kinds: readonly Kind[] = [
  { name: 'status', is: (value) => isStatusId(Number(value)), said: /status|^leadsTo$/i },
  { name: 'status', is: (value) => Number(value) >= 1 && Number(value) <= 52, said: /status_?id$/i },
  { name: 'status', is: (value) => typeof value === 'number' && isStatusId(value), said: /^(?:to|from)$/ },
  { name: 'event', is: (value) => isEventCode(Number(value)), said: /event_?codes?$|^codes?$/i },
  { name: 'origin', is: isOrigin, said: /origin(?:_?codes?|s)?$|claim_?channel_?type$|^channel$/i },
  {
    name: 'reject code',
    is: (value) => typeof value === 'string' && rejectCode(value) !== undefined,
    said: /reject_?codes?$|^(?:codes?|one)$/i,
  },
]

/** Names that say a status, learned from all files: what is declared as one, and functions that answer one. */
export type Declared = { names: ReadonlySet<string>; takes: ReadonlyMap<string, ReadonlySet<number>> }

const nameOf = (node: unknown): string | undefined => {
  const it = node as { name?: unknown; value?: unknown } | null | undefined
  return typeof it?.name === 'string' ? it.name : typeof it?.value === 'string' ? it.value : undefined
}
const saysStatusId = (node: unknown, text: string): boolean => {
  const it = node as SyntaxNode | null | undefined
  return it != null && /\bStatusId\b/.test(text.slice(it.start, it.end))
}
const common = /^(?:to|from|id|of|by|it|one|value|current|at|reached|x)$/

type Function = {
  params?: SyntaxNode[]
  returnType?: SyntaxNode | null
  body?: SyntaxNode | null
  id?: SyntaxNode | null
}

/** What a file declares as a status by its type. */
export function declaredIn(file: string, text: string): { names: string[]; takes: [name: string, at: number][] } {
  if (!text.includes('StatusId') && !/status_id|statusId/.test(text)) return { names: [], takes: [] }
  const names: string[] = []
  const takes: [string, number][] = []
  for (const node of nodesOf(file, text)) {
    const { params, returnType, body, id } = node as Function
    if (params && body) {
      const called =
        nameOf(id) ??
        nameOf((node.parent as { id?: unknown; key?: unknown }).id ?? (node.parent as { key?: unknown }).key)
      const answers =
        saysStatusId(returnType, text) || (body.type !== 'BlockStatement' && namesOf(body).some(isStatusName))
      if (called && answers) names.push(called)
      for (const [at, param] of params.entries()) {
        const typed = saysStatusId(param['typeAnnotation'], text) || isStatusName(nameOf(param) ?? '')
        if (called && typed) takes.push([called, at])
      }
    }
    const typed = (node['typeAnnotation'] ?? undefined) as SyntaxNode | undefined
    const own = nameOf(node['key'] ?? (node.type === 'Identifier' ? node : undefined))
    if (own && typed && saysStatusId(typed, text) && !typed.type.includes('Function')) names.push(own)
  }
  return { names: names.filter((name) => !common.test(name)), takes }
}
const isStatusName = (name: string): boolean => /status_?id$/i.test(name)

/** The names an expression says: of a variable, a field, a function that is called, what a template or `String()` is given. */
function namesOf(node: unknown): string[] {
  if (!node) return []
  const it = bare(node as SyntaxNode)
  const of = (...keys: string[]): string[] => keys.flatMap((key) => [it[key]].flat().flatMap(namesOf))
  switch (it.type) {
    case 'Identifier':
      return [it['name'] as string]
    case 'MemberExpression': {
      const last = nameOf(it['property']) ?? ''
      return /^(?:id|at|value|toString|valueOf|length)$/.test(last) ? [last, ...of('object')] : [last]
    }
    case 'CallExpression': {
      const called = namesOf(it['callee'])
      return called.some((name) => /^(?:String|Number|integers?)$/.test(name)) ? of('arguments') : called
    }
    case 'ChainExpression':
    case 'UnaryExpression':
    case 'AwaitExpression':
      return of('expression', 'argument')
    case 'TemplateLiteral':
      return of('expressions')
    case 'ConditionalExpression':
      return of('consequent', 'alternate')
    case 'LogicalExpression':
      return of('left', 'right')
    default:
      return []
  }
}

/** The values an expression holds as they stand: a literal, a list or a set of them, a branch, a constant of the file. */
function rawValues(node: unknown, constants: ReadonlyMap<string, readonly Value[]>): Value[] {
  if (!node) return []
  const it = bare(node as SyntaxNode)
  const value = literalValue(it)
  if (typeof value === 'number' || typeof value === 'string') return [value]
  const all = (...keys: string[]): Value[] =>
    keys.flatMap((key) => [it[key]].flat().flatMap((one) => rawValues(one, constants)))
  switch (it.type) {
    case 'Identifier':
      return [...(constants.get(it['name'] as string) ?? [])]
    case 'ArrayExpression':
      return all('elements')
    case 'SpreadElement':
      return all('argument')
    case 'ConditionalExpression':
      return all('consequent', 'alternate')
    case 'LogicalExpression':
      return all('left', 'right')
    case 'NewExpression':
      return /^(?:Set|Map)$/.test(nameOf(it['callee']) ?? '') ? all('arguments') : []
    default:
      return []
  }
}

/** Numbers and lists of numbers that a file gives a name. Texts with a name are named. */
function constantsOf(nodes: readonly SyntaxNode[]): Map<string, Value[]> {
  const found = new Map<string, Value[]>()
  for (const node of nodes) {
    const name = node.type === 'VariableDeclarator' ? nameOf(node['id']) : undefined
    const values = name ? rawValues(node['init'], found).filter((value) => typeof value === 'number') : []
    if (name && values.length > 0 && bare(node['init'] as SyntaxNode).type !== 'LogicalExpression')
      found.set(name, values)
  }
  return found
}

/** What stands as a raw number or code in a file: a line of words for each. */
export function rawIn(file: string, text: string, declared: Declared): string[] {
  const nodes = nodesOf(file, text)
  const constants = constantsOf(nodes)
  const found = new Map<number, string>()
  const report = (node: SyntaxNode, kind: string): void => {
    found.set(node.start, `${kind}: ${text.slice(node.start, node.end).replaceAll(/\s+/g, ' ').slice(0, 80)}`)
  }
  /** Reports the node where these names say a kind, and one of these values is of that kind. */
  const check = (node: SyntaxNode, names: readonly (string | undefined)[], values: readonly Value[]): void => {
    const said = names.filter((name) => name !== undefined)
    const kind = kinds.find(
      (one) =>
        (said.some((name) => one.said.test(name)) ||
          (one.name === 'status' && said.some((name) => declared.names.has(name)))) &&
        values.some(one.is),
    )
    if (kind) report(node, kind.name)
  }
  const numeric = (values: readonly Value[]): Value[] => values.filter((value) => typeof value === 'number')
  for (const node of nodes) {
    const at = (key: string): SyntaxNode => node[key] as SyntaxNode
    switch (node.type) {
      case 'BinaryExpression':
        if (!/^(?:[!=]==?|[<>]=?)$/.test(node['operator'] as string)) break
        check(node, namesOf(at('left')), rawValues(at('right'), constants))
        check(node, namesOf(at('right')), rawValues(at('left'), constants))
        break
      case 'SwitchStatement':
        for (const one of node['cases'] as SyntaxNode[])
          check(
            one['test'] ? (one['test'] as SyntaxNode) : node,
            namesOf(at('discriminant')),
            rawValues(one['test'], constants),
          )
        break
      case 'SwitchCase':
        check(
          node,
          ['statusId'],
          numeric(rawValues(node['test'], constants)).filter((value) => isStatusId(Number(value))),
        )
        break
      case 'VariableDeclarator':
        check(node, [nameOf(node['id'])], numeric(rawValues(node['init'], constants)))
        break
      case 'AssignmentPattern':
      case 'AssignmentExpression':
        check(node, namesOf(at('left')), numeric(rawValues(at('right'), constants)))
        break
      case 'Property':
      case 'PropertyDefinition':
        if (!node['shorthand']) check(node, [nameOf(node['key'])], numeric(rawValues(node['value'], constants)))
        break
      case 'ObjectExpression':
      case 'TSTypeLiteral':
        check(node, ['statusId', 'eventCode'], keysThatAreCodes(node))
        break
      case 'TSLiteralType':
        check(
          node,
          [typedName(node)],
          [literalValue(at('literal')) as Value].filter((it) => typeof it === 'number'),
        )
        break
      case 'MemberExpression':
        if (node['computed']) check(node, namesOf(at('object')), numeric(rawValues(at('property'), constants)))
        break
      case 'FunctionDeclaration':
      case 'ArrowFunctionExpression': {
        const name = nameOf(node['id'] ?? (node.parent?.type === 'VariableDeclarator' ? node.parent['id'] : undefined))
        const names = saysStatusId(node['returnType'], text)
          ? ['statusId']
          : [name].filter((it) => it && !/^is|^has/.test(it))
        if (at('body').type !== 'BlockStatement') check(at('body'), names, numeric(rawValues(node['body'], constants)))
        break
      }
      case 'NewExpression': {
        const keys = keysOfCollection(node, constants)
        if (keys.length > 1 && keys.every((one) => typeof one === 'number' && isStatusId(one))) report(node, 'status')
        break
      }
      case 'CallExpression':
        checkCall(node)
        break
      default:
    }
  }
  return [...found.values(), ...textsOf(file, text).flatMap(rawInSql)]

  function checkCall(node: SyntaxNode): void {
    const callee = node['callee'] as SyntaxNode
    const args = node['arguments'] as SyntaxNode[]
    const called = nameOf(callee) ?? nameOf(callee['property']) ?? ''
    if (/^(?:includes|has|indexOf|get)$/.test(called)) {
      const list = callee['object']
      check(node, args.flatMap(namesOf), rawValues(list, constants))
      check(
        node,
        namesOf(list),
        args.flatMap((one) => rawValues(one, constants)),
      )
    }
    if (/^(?:event|lineOf)$/.test(called)) check(node, ['eventCode'], numeric(rawValues(args[1], constants)))
    if (called === 'only') check(node, ['codes'], rawValues(args[1], constants))
    for (const [i, arg] of args.entries()) {
      const values = numeric(rawValues(arg, constants))
      if (declared.takes.get(called)?.has(i)) check(node, ['statusId'], values)
      else if (i > 0)
        check(
          node,
          namesOf(args[i - 1]).filter((name) => /status/i.test(name)),
          values,
        )
    }
  }
}

/** The values of `new Set([…])`, the keys of `new Map([[key, value], …])`. */
function keysOfCollection(node: SyntaxNode, constants: ReadonlyMap<string, readonly Value[]>): Value[] {
  if (nameOf(node['callee']) !== 'Map') return rawValues(node, constants)
  const entries = (node['arguments'] as SyntaxNode[])[0]?.['elements'] as SyntaxNode[] | undefined
  return (entries ?? []).flatMap((one) => rawValues((one['elements'] as SyntaxNode[] | undefined)?.[0], constants))
}

/** The keys of an object or a type where all of them are codes. */
function keysThatAreCodes(node: SyntaxNode): Value[] {
  const members = (node['properties'] ?? node['members']) as SyntaxNode[]
  const keys = members.map((it) => (it['key'] && !it['computed'] ? literalValue(it['key'] as SyntaxNode) : undefined))
  const numbers = keys.filter((key) => typeof key === 'number')
  const all = (is: (key: number) => boolean): boolean => numbers.length === keys.length && numbers.every(is)
  return all(isStatusId) || all(isEventCode) ? numbers : []
}

/** What a literal type is the type of: a field, a parameter, a name of its own. */
function typedName(node: SyntaxNode): string | undefined {
  let at = node.parent
  while (at && /^TS(?:UnionType|TypeAnnotation|ArrayType|ParenthesizedType|TypeOperator)$/.test(at.type)) at = at.parent
  return nameOf(at?.['key'] ?? at?.['id'] ?? at)
}
