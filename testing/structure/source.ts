import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'

const root = join(import.meta.dirname, '../..')

/** Paths of files below the repository's root, with forward slashes, in order. */
export const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (name) => name.includes('node_modules') || name.startsWith('dist') })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()

/** The text of a file, by its path below the repository's root. */
export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Test code: tests, and what only tests import. */
export const isTest = (file: string): boolean => /(^|\/)testing[-.]|\.test\.tsx?$|(^|\/)samples\.ts$/.test(file)

/** The product's source: everything that ships. */
export const productFiles = filesOf('{features,platform,reference,demo}/**/*.{ts,tsx}').filter((file) => !isTest(file))

export type Import = { from: string; to: string; typeOnly: boolean }

/** What a file imports in any way, as paths below the repository's root; packages keep their name. */
export function importsOf(file: string): Import[] {
  return importsIn(file, textOf(file))
}

const read = new Map<string, Import[]>()

export function importsIn(file: string, text: string): Import[] {
  const key = `${file}\n${text}`
  const found = read.get(key) ?? readImports(file, text)
  read.set(key, found)
  return found
}

function readImports(file: string, text: string): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const found = [
    ...staticImports.map(({ moduleRequest, start }) => ({
      to: moduleRequest.value,
      typeOnly: /^import\s+type\b/.test(text.slice(start)),
    })),
    ...staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest }) =>
        moduleRequest ? [{ to: moduleRequest.value, typeOnly: /^export\s+type\b/.test(text.slice(start)) }] : [],
      ),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      to: text.slice(start, end).replaceAll(/^['"`]|['"`]$/g, ''),
      typeOnly: false,
    })),
    // `import('./a.ts').T` is a type; what is written in a comment or a text is neither.
    ...[...text.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]\s*\)\s*\.\s*[A-Z]/g)].map(([, to]) => ({
      to: to!,
      typeOnly: true,
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
