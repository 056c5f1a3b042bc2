import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Paths of files below the repository's root, with forward slashes, in order. */
export const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (name) => name.includes('node_modules') || name.startsWith('dist') })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()

/** The text of a file, by its path below the repository's root. */
export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Test code: tests, and what only tests import. */
export const isTest = (file: string): boolean => /(^|\/)testing-|\.test\.tsx?$|(^|\/)samples\.ts$/.test(file)

/** The product's source: everything that ships. */
export const productFiles = filesOf('{features,platform,reference,demo}/**/*.{ts,tsx}').filter((file) => !isTest(file))

export type Import = { from: string; to: string; typeOnly: boolean }

/** What a file imports, as paths below the repository's root; packages keep their name. */
export function importsOf(file: string): Import[] {
  const text = textOf(file)
  const found = [
    ...[...text.matchAll(/^\s*(?:import|export)\s+(type\b)?(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]/gm)].map(
      ([, type, to]) => ({ to: to!, typeOnly: type !== undefined }),
    ),
    ...[...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)(\s*\.\s*[A-Z])?/g)].map(([, to, type]) => ({
      to: to!,
      typeOnly: type !== undefined,
    })),
  ]
  return found.map(({ to, typeOnly }) => ({
    from: file,
    to: to.startsWith('#')
      ? to.slice(1)
      : to.startsWith('.')
        ? normalize(join(dirname(file), to)).replaceAll('\\', '/')
        : to,
    typeOnly,
  }))
}

/** Every strongly connected group of more than one node, each sorted; none where nothing goes round. */
export function cyclesOf(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of edges) {
    if (!next.has(from)) next.set(from, new Set())
    if (from !== to) next.get(from)!.add(to)
  }
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    stack.push(node)
    for (const to of next.get(node) ?? []) {
      if (!index.has(to)) {
        visit(to)
        low.set(node, Math.min(low.get(node)!, low.get(to)!))
      } else if (stack.includes(to)) low.set(node, Math.min(low.get(node)!, index.get(to)!))
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) groups.push(group.sort())
  }
  for (const node of next.keys()) if (!index.has(node)) visit(node)
  return groups
}
