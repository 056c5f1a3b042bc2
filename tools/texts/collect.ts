import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

// The texts users read, out of the source: JSX, and strings of two words and more that are no SQL, no fault and no address.

export type Text = { line: number; text: string }

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Elements inside a sentence; what they hold is read with the words around them. */
const inline = new Set([
  'a',
  'abbr',
  'b',
  'br',
  'code',
  'em',
  'i',
  'Icon',
  'kbd',
  'Link',
  'small',
  'span',
  'strong',
  'When',
])
/** Attributes and fields that hold a text, also one of a single word. */
const named =
  /^(?:alt|aria-label|ariaLabel|badge|detail|does|empty|heading|hint|label|lead|message|name|note|placeholder|reason|sub|summary|text|title|tip|words)$/
/** Tags and calls whose strings are for the machine. */
const machine = /^(?:sql|css|fault|describe|test|it|expect|RegExp|cx|console\.\w+|log\.\w+)/

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ')
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll('{…}', ''))
const hasWords = (text: string): boolean =>
  /\p{L}[\p{L}’'-]*[,.:;]? \(?(?:\p{L}|\{…\}|\d)/u.test(text) &&
  !/^(?:[a-z-]+\/|https?:|M[\d.]|--|\d+(?:px|rem)|[\w.-]+:)/.test(text)

const lineOf = (source: string, at: number): number => source.slice(0, at).split('\n').length

/** A template with its expressions as {…}; a string in them is read too. */
function templateText(node: Node): string {
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  return tidy(quasis.map(({ value }) => value.cooked).join('{…}'))
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return `${nameOf(node['object'])}.${nameOf(node['property'])}`
  if (node.type === 'CallExpression') return nameOf(node['callee'])
  const name = node['name'] ?? node['value']
  return typeof name === 'string' ? name : nameOf(name)
}

/** The texts of one source file, in the order they stand. */
export function textsOf(file: string): Text[] {
  const source = readFileSync(file, 'utf8')
  const found: Text[] = []
  const add = (node: Node, text: string, one: boolean): void => {
    const said = tidy(text).trim()
    if (one ? hasWord(said) : hasWords(said)) found.push({ line: lineOf(source, node.start), text: said })
  }

  /** What an element says in one sentence; blocks inside it are read by themselves. */
  function sentence(children: readonly Node[]): string {
    return children
      .map((child) => {
        if (child.type === 'JSXText') return String(child['value'])
        if (child.type === 'JSXExpressionContainer') {
          const of = child['expression'] as Node
          if (of.type === 'Literal') return String(of['value'])
          visit(of, false)
          return of.type === 'JSXEmptyExpression' ? '' : '{…}'
        }
        if (child.type !== 'JSXElement') {
          visit(child, false)
          return ''
        }
        const opening = child['openingElement'] as Node
        visit(opening, false)
        if (inline.has(nameOf(opening['name']))) return sentence(child['children'] as Node[])
        visit(child['children'], false)
        const inner = sentence(child['children'] as Node[])
        if (/\p{L}/u.test(inner)) add(child, inner, true)
        return ''
      })
      .join('')
  }

  function visit(node: unknown, isNamed: boolean): void {
    if (Array.isArray(node)) {
      for (const one of node) if (isNode(one) && !one.type.startsWith('JSX')) visit(one, isNamed)
      return
    }
    if (!isNode(node)) return
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ThrowStatement':
      case 'TSLiteralType':
      case 'TSTypeAliasDeclaration':
      case 'TSTypeAnnotation':
      case 'TSTypeParameterInstantiation':
        return
      case 'JSXElement':
      case 'JSXFragment': {
        if (node['openingElement']) visit(node['openingElement'], false)
        const said = sentence(node['children'] as Node[])
        add(node, said, true)
        return
      }
      case 'JSXAttribute':
        return visit(node['value'], named.test(nameOf(node['name'])))
      case 'Property':
        return visit(node['value'], named.test(nameOf(node['key'])))
      case 'TaggedTemplateExpression':
        if (machine.test(nameOf(node['tag']))) return
        break
      case 'CallExpression':
        if (machine.test(nameOf(node['callee']))) return
        break
      case 'Literal':
        if (typeof node['value'] === 'string') add(node, node['value'], isNamed)
        return
      case 'TemplateLiteral':
        add(node, templateText(node), isNamed)
        visit(node['expressions'], isNamed)
        return
      default:
    }
    const deeper = /^(?:Conditional|Logical|JSXExpression|Template|Parenthesized)/.test(node.type) && isNamed
    for (const key in node) {
      if (key === 'type' || key === 'typeAnnotation') continue
      const value = node[key]
      if (Array.isArray(value)) for (const one of value) visit(one, deeper)
      else visit(value, deeper)
    }
  }

  visit(parseSync(file, source).program, false)
  return found.toSorted((a, b) => a.line - b.line)
}
