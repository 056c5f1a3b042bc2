import { bare, nodesOf, type SyntaxNode } from './syntax.ts'

const nameOf = (node: unknown): string => String((node as { name?: string; value?: string } | null)?.name)

/**
 * Names a file has from others and passes on: `export { a } from`, `import { a }` and `export { a }`, `export const b = a`,
 * `const b = a` and `export { b }`; `all` where the file has nothing else.
 */
export function passedOn(file: string, text: string): { names: string[]; all: boolean } {
  const body = nodesOf(file, text)[0]!['body'] as SyntaxNode[]
  const foreign = new Set(
    body.flatMap((node) =>
      node.type === 'ImportDeclaration' ? (node['specifiers'] as SyntaxNode[]).map((it) => nameOf(it['local'])) : [],
    ),
  )
  const isForeign = (it: unknown): boolean => {
    const node = it as SyntaxNode | null
    if (!node) return false
    if (node.type === 'TSTypeReference') return !node['typeArguments'] && isForeign(node['typeName'])
    return bare(node).type === 'Identifier' && foreign.has(nameOf(bare(node)))
  }
  const names: string[] = []
  let own = false
  for (const node of body) {
    if (node.type === 'ImportDeclaration') continue
    for (const { name, passes, exported } of declaredBy(node, isForeign)) {
      if (!passes) own = true
      else if (exported) names.push(name)
      else foreign.add(name)
    }
  }
  return { names, all: names.length > 0 && !own }
}

type Declared = { name: string; passes: boolean; exported: boolean }

function declaredBy(node: SyntaxNode, isForeign: (it: unknown) => boolean): Declared[] {
  if (node.type === 'ExportAllDeclaration') return [{ name: '*', passes: true, exported: true }]
  const { declaration, specifiers, source } = node as Record<string, unknown> as {
    declaration?: SyntaxNode | null
    specifiers?: SyntaxNode[]
    source?: SyntaxNode | null
  }
  if (node.type === 'ExportDefaultDeclaration')
    return [{ name: 'default', passes: isForeign(declaration), exported: true }]
  if (node.type === 'ExportNamedDeclaration' && !declaration)
    return (specifiers ?? []).map((it) => ({
      name: nameOf(it['exported']),
      passes: Boolean(source) || isForeign(it['local']),
      exported: true,
    }))
  const it = declaration ?? node
  const exported = declaration != null
  if (it.type === 'VariableDeclaration')
    return (it['declarations'] as SyntaxNode[]).map((one) => ({
      name: nameOf(one['id']),
      passes: isForeign(one['init']),
      exported,
    }))
  const passes = it.type === 'TSTypeAliasDeclaration' && isForeign(it['typeAnnotation'])
  return [{ name: nameOf(it['id']), passes, exported }]
}
