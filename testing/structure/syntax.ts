import { parseSync } from 'vite'

/** A node of a syntax tree, with the node it stands in. */
export type SyntaxNode = { type: string; start: number; end: number; parent?: SyntaxNode } & Record<string, unknown>

const isNode = (it: unknown): it is SyntaxNode => typeof (it as SyntaxNode | null)?.type === 'string'

/** Every node of a source file in the order of the text; a node comes before those inside it. */
export function nodesOf(file: string, text: string): SyntaxNode[] {
  const found: SyntaxNode[] = []
  const visit = (it: unknown, parent?: SyntaxNode): void => {
    if (Array.isArray(it)) for (const one of it) visit(one, parent)
    else if (isNode(it)) {
      if (parent) it.parent = parent
      found.push(it)
      for (const key in it) if (key !== 'parent') visit(it[key], it)
    }
  }
  visit(parseSync(file, text).program)
  return found
}

/** Numbers that a file gives a name: `const DONE = 30`. */
function numericConstants(nodes: readonly SyntaxNode[]): Map<string, number> {
  return new Map(
    nodes.flatMap((node) => {
      const { id, init } = node as { id?: SyntaxNode; init?: SyntaxNode }
      const value = node.type === 'VariableDeclarator' && init ? literalValue(init) : undefined
      return typeof value === 'number' && id?.type === 'Identifier' ? [[id['name'] as string, value] as const] : []
    }),
  )
}

const wrappers = new Set(['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** An expression without brackets and type annotations around it. */
export function bare(node: SyntaxNode): SyntaxNode {
  return wrappers.has(node.type) ? bare(node['expression'] as SyntaxNode) : node
}

/** The value of a literal, a template without anything put in included. */
export function literalValue(node: SyntaxNode): unknown {
  const it = bare(node)
  if (it.type === 'TemplateLiteral' && (it['expressions'] as unknown[]).length === 0)
    return (it['quasis'] as { value: { cooked: string } }[])[0]!.value.cooked
  return it.type.endsWith('Literal') ? it['value'] : undefined
}

/**
 * The texts of a file as they read when it runs: string literals, templates, and those that `+` or `join` puts together. What a
 * template puts in reads as its text where the same file has it, as the number where it is one, and otherwise as `${…}`.
 */
export function textsOf(file: string, text: string): string[] {
  const nodes = nodesOf(file, text)
  const known: Known = { text, constants: numericConstants(nodes), pieces: piecesOf(nodes), within: [] }
  const used = new Set<SyntaxNode>()
  return nodes.flatMap((node) => {
    const found = used.has(node) ? undefined : readText(node, known, used)
    return found === undefined ? [] : [found]
  })
}

type Known = {
  text: string
  constants: ReadonlyMap<string, number>
  pieces: ReadonlyMap<string, SyntaxNode>
  /** What is being put in: a piece that puts itself in is read once. */
  within: readonly SyntaxNode[]
}

/** Texts that a file names, and what its functions answer where that is a text. */
function piecesOf(nodes: readonly SyntaxNode[]): Map<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>()
  for (const node of nodes) {
    const { id, init, body } = node as { id?: SyntaxNode; init?: SyntaxNode; body?: SyntaxNode }
    const answer = node.type === 'FunctionDeclaration' ? body : node.type === 'VariableDeclarator' ? init : undefined
    const piece = answer && pieceIn(answer)
    if (piece && id?.type === 'Identifier') found.set(id['name'] as string, piece)
  }
  return found
}

function pieceIn(node: SyntaxNode): SyntaxNode | undefined {
  const it = bare(node)
  if (it.type === 'TaggedTemplateExpression') return it['quasi'] as SyntaxNode
  if (isText(it)) return it
  if (it.type === 'ArrowFunctionExpression') return pieceIn(it['body'] as SyntaxNode)
  if (it.type !== 'BlockStatement') return undefined
  const last = (it['body'] as SyntaxNode[]).at(-1)
  return last?.type === 'ReturnStatement' && last['argument'] ? pieceIn(last['argument'] as SyntaxNode) : undefined
}

function readText(node: SyntaxNode, known: Known, used: Set<SyntaxNode>): string | undefined {
  const put = (it: SyntaxNode): string => readText(it, known, used) ?? putIn(it, known)
  used.add(node)
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type === 'TemplateLiteral') return ofTemplate(node, known)
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const sides = [node['left'], node['right']] as SyntaxNode[]
    return isText(node) ? sides.map(put).join('') : undefined
  }
  const { callee, arguments: args } = node as { callee?: SyntaxNode; arguments?: SyntaxNode[] }
  const joined = callee?.type === 'MemberExpression' ? (callee['object'] as SyntaxNode) : undefined
  if (joined?.type === 'ArrayExpression' && (callee!['property'] as { name?: string }).name === 'join') {
    const between = args?.[0] && literalValue(args[0])
    return (joined['elements'] as SyntaxNode[]).map(put).join(typeof between === 'string' ? between : ',')
  }
  return undefined
}

const isText = (node: SyntaxNode): boolean =>
  typeof literalValue(node) === 'string' ||
  node.type === 'TemplateLiteral' ||
  (node.type === 'BinaryExpression' &&
    node['operator'] === '+' &&
    ([node['left'], node['right']] as SyntaxNode[]).some(isText))

function ofTemplate(node: SyntaxNode, known: Known): string {
  const expressions = node['expressions'] as SyntaxNode[]
  return (node['quasis'] as { value: { cooked: string } }[])
    .map(({ value }, at) => value.cooked + (expressions[at] ? putIn(expressions[at], known) : ''))
    .join('')
}

/** `${integer(30)}`, `${integers([30, 31])}` and `${DONE}` read as their numbers, `${visited(now)}` as what it answers. */
function putIn(node: SyntaxNode, known: Known): string {
  const numbers = numbersIn(node, known.constants)
  if (numbers) return numbers.join(', ')
  const it = bare(node)
  const named = it.type === 'CallExpression' ? (it['callee'] as SyntaxNode) : it
  const piece =
    it.type === 'TaggedTemplateExpression'
      ? (it['quasi'] as SyntaxNode)
      : named.type === 'Identifier' && known.pieces.get(named['name'] as string)
  if (piece && !known.within.includes(piece))
    return readText(piece, { ...known, within: [...known.within, piece] }, new Set()) ?? '${…}'
  const source = known.text.slice(node.start, node.end)
  return /^[\w.]+$/.test(source) ? `\${${source}}` : '${…}'
}

function numbersIn(node: SyntaxNode, constants: ReadonlyMap<string, number>): number[] | undefined {
  const it = bare(node)
  const value = literalValue(it)
  if (typeof value === 'number') return [value]
  if (it.type === 'Identifier' && constants.has(it['name'] as string)) return [constants.get(it['name'] as string)!]
  const inner =
    it.type === 'ArrayExpression'
      ? (it['elements'] as SyntaxNode[])
      : it.type === 'CallExpression' && /^integers?$/.test((it['callee'] as { name?: string }).name ?? '')
        ? (it['arguments'] as SyntaxNode[])
        : []
  const found = inner.flatMap((one) => numbersIn(one, constants) ?? [])
  return found.length > 0 ? found : undefined
}
