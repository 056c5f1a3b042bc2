import { dirname, join, normalize } from 'node:path'
import { bare, nodesOf, type SyntaxNode } from './syntax.ts'

/** What Playwright answers at once, as the page is at that instant; everything else it has waits by itself. */
const looks = new Set([
  'all',
  'allInnerTexts',
  'allTextContents',
  'count',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
])
/** Calls that try what they are given again and again, and the one that prints how a page was when a test failed. */
const waits = /^(expect\.poll|vi\.waitFor|vi\.waitUntil|eventually|onTestFailed|settled)$/
/** Calls that run what they are given in the page, where these names are those of the document. */
const inPage = new Set([
  '$eval',
  '$$eval',
  'addInitScript',
  'evaluate',
  'evaluateAll',
  'evaluateHandle',
  'waitForFunction',
])

type SingleLook = { line: number; what: string }
type Func = SyntaxNode & { body: SyntaxNode }
/** A function with a name that answers with a look: its caller has to wait. */
type Looker = { name: string; scope: SyntaxNode; member: boolean; exported: boolean; declaration: SyntaxNode }

/** The looks of a file that nothing repeats, and the functions it exports that are such a look. */
export type Looks = { single: SingleLook[]; exported: Set<string> }

/** Reads a file of test code; `textOf` reads the helpers it imports, undefined for what is no helper. */
export function looksOf(file: string, text: string, textOf: (file: string) => string | undefined): Looks {
  const known = new Map<string, Looks>()
  const read = (one: string, source: string): Looks => {
    const before = known.get(one)
    if (before) return before
    known.set(one, { single: [], exported: new Set() }) // files that import each other
    const found = looksIn(one, source, (to) => {
      const helper = textOf(to)
      return helper === undefined ? new Set() : read(to, helper).exported
    })
    known.set(one, found)
    return found
  }
  return read(file, text)
}

function looksIn(file: string, text: string, exportsOf: (file: string) => ReadonlySet<string>): Looks {
  const nodes = nodesOf(file, text)
  const lookers: Looker[] = []
  const found = new Map<SyntaxNode, string>()
  const exported = new Set<string>()
  const note = (at: SyntaxNode, what: string) => {
    const place = placeOf(at)
    if (place === 'repeated') return
    if (place === 'single') found.set(at, what)
    else if (!lookers.some(({ declaration }) => declaration === place.declaration)) {
      lookers.push(place)
      if (place.exported) exported.add(place.name)
    }
  }
  for (const node of nodes) {
    const name = node.type === 'CallExpression' ? methodOf(node) : undefined
    if (name && looks.has(name) && !isOfPromise(node)) note(node, `${name}()`)
    if (node.type === 'ImportDeclaration')
      for (const it of node['specifiers'] as SyntaxNode[]) {
        const to = resolved(file, literal(node['source']))
        const imported = (it['imported'] as { name?: string } | undefined)?.name
        if (to && imported && exportsOf(to).has(imported))
          lookers.push({ name: nameOf(it['local']), scope: nodes[0]!, member: false, exported: false, declaration: it })
      }
  }
  for (let at = 0; at < lookers.length; at += 1) {
    const { name, scope, member, declaration } = lookers[at]!
    for (const node of nodes)
      if (
        node.type === 'Identifier' &&
        node['name'] === name &&
        node.start >= scope.start &&
        node.end <= scope.end &&
        !isWithin(node, declaration) &&
        isUse(node, member)
      )
        note(node, `${name}()`)
  }
  const line = (node: SyntaxNode) => text.slice(0, node.start).split('\n').length
  return {
    single: [...found].map(([node, what]) => ({ line: line(node), what })).sort((a, b) => a.line - b.line),
    exported,
  }
}

/** Whether something repeats what stands here, whether it stands alone, or the function that hands it on. */
function placeOf(start: SyntaxNode): 'repeated' | 'single' | Looker {
  for (let node = start; node.parent; node = node.parent) {
    const above = node.parent
    if (above.type === 'CallExpression' && node !== above['callee']) {
      if (inPage.has(methodOf(above) ?? '')) return 'repeated'
      const isGiven = isFunction(node) || node === start
      if (isGiven && waits.test(pathOf(above['callee'] as SyntaxNode))) return 'repeated'
    }
    const looker = isFunction(node) && !acts(node) ? namedAs(node) : undefined
    if (looker) return looker
  }
  return 'single'
}

/** Whether a function does something besides answering: then it has to wait by itself. */
function acts({ body }: Func): boolean {
  return (
    body.type === 'BlockStatement' && (body['body'] as SyntaxNode[]).some(({ type }) => type === 'ExpressionStatement')
  )
}

function namedAs(node: Func): Looker | undefined {
  const above = node.type === 'FunctionDeclaration' ? node : outsideOf(node)
  const scope = (it: SyntaxNode): SyntaxNode => {
    let at = it.parent!
    while (at.parent && at.type !== 'BlockStatement') at = at.parent
    return at
  }
  if (above.type === 'FunctionDeclaration')
    return {
      name: nameOf(above['id']),
      scope: scope(above),
      member: false,
      exported: above.parent?.type === 'ExportNamedDeclaration',
      declaration: above,
    }
  if (above.type === 'VariableDeclarator' && (above['id'] as SyntaxNode).type === 'Identifier')
    return {
      name: nameOf(above['id']),
      scope: scope(above),
      member: false,
      exported: above.parent?.parent?.type === 'ExportNamedDeclaration',
      declaration: above,
    }
  if (above.type === 'Property' && above['computed'] !== true)
    return { name: nameOf(above['key']), scope: top(above), member: true, exported: false, declaration: above }
  return undefined
}

/** What a function is given to, without brackets and types around it. */
function outsideOf(node: SyntaxNode): SyntaxNode {
  let above = node.parent!
  while (bare(above) !== above) above = above.parent!
  return above
}
function top(node: SyntaxNode): SyntaxNode {
  let at = node
  while (at.parent) at = at.parent
  return at
}
const isFunction = (node: SyntaxNode): node is Func =>
  ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(node.type)
const isWithin = (node: SyntaxNode, outer: SyntaxNode) => node.start >= outer.start && node.end <= outer.end
const nameOf = (node: unknown): string => String((node as { name?: string; value?: string }).name ?? '')
const literal = (node: unknown): string => String((node as { value: string }).value)

/** `x.count()` is a call of count. */
function methodOf(call: SyntaxNode): string | undefined {
  const callee = bare(call['callee'] as SyntaxNode)
  return callee.type === 'MemberExpression' && callee['computed'] !== true ? nameOf(callee['property']) : undefined
}
const isOfPromise = (call: SyntaxNode) =>
  /^Promise\b/.test(pathOf((bare(call['callee'] as SyntaxNode) as SyntaxNode)['object'] as SyntaxNode))
function pathOf(node: SyntaxNode): string {
  const it = bare(node)
  if (it.type === 'Identifier') return nameOf(it)
  return it.type === 'MemberExpression' ? `${pathOf(it['object'] as SyntaxNode)}.${nameOf(it['property'])}` : ''
}

/** A use of a name, not a key, a type or the name of another's member. */
function isUse(node: SyntaxNode, member: boolean): boolean {
  const above = node.parent!
  if (/^(Import|Export|TS)/.test(above.type) && bare(above) === above) return false
  if (above.type === 'MemberExpression' && above['property'] === node) return member
  if (above.type === 'Property' && above['key'] === node && above['value'] !== node && !isShorthand(above)) return false
  if (above.type === 'VariableDeclarator' && above['id'] === node) return false
  return !member || isShorthand(above)
}
const isShorthand = (node: SyntaxNode) => node.type === 'Property' && node['shorthand'] === true

function resolved(file: string, to: string): string | undefined {
  if (to.startsWith('#')) return to.slice(1)
  return to.startsWith('.') ? normalize(join(dirname(file), to)).replaceAll('\\', '/') : undefined
}
