import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { everyJob } from '#registry'

const root = join(import.meta.dirname, '../..')
const everywhere = { cwd: root, exclude: (name: string) => name.includes('node_modules') || name.startsWith('dist') }
const files = (pattern: string): string[] => globSync(pattern, everywhere).map((file) => file.replaceAll('\\', '/'))
const code = files('{features,platform,reference}/**/*.{ts,tsx}')
const isTest = (file: string): boolean => /(^|\/)testing-|\.test\.tsx?$|scripted-provider\.ts$/.test(file)

/** What a file loads when it runs; types cost nothing and cross no border. */
const importsOf = (file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8')
  const found = [
    ...text.matchAll(/^\s*(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s*)?['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g),
  ].map((match) => match[1]!)
  return found.map((to) =>
    to.startsWith('#')
      ? to.slice(1)
      : to.startsWith('.')
        ? normalize(join(dirname(file), to)).replaceAll('\\', '/')
        : to,
  )
}

const reach = (from: string, seen = new Map<string, string>()): Map<string, string> => {
  for (const to of importsOf(from)) {
    if (seen.has(to)) continue
    seen.set(to, from)
    if (code.includes(to)) reach(to, seen)
  }
  return seen
}

test('no screen can reach the database or the server', () => {
  const serverOnly =
    /(^|\/)(sql|detail-sql|handlers|jobs)\.ts$|^(pg|fastify|pg-boss|openid-client|pdfkit)$|^node:|^platform\/(http|jobs(?!\/outbox-row)|start|encryption)\/|^platform\/database\/(?!sql\.ts$)/
  const trespassing = code
    .filter((file) => file.endsWith('.tsx') && !isTest(file))
    .flatMap((screen) =>
      [...reach(screen)]
        .filter(([to]) => serverOnly.test(to))
        .map(([to, by]) => `${screen} reaches ${to} through ${by}`),
    )
  expect(trespassing).toEqual([])
})

test('features and reference touch no machine: no node:, no driver, no server', () => {
  const machine =
    /^node:|^(pg|pg-boss|pg-copy-streams|fastify|openid-client|oidc-provider|pdfkit)$|^platform\/(database\/(pools|migrate|embedded-postgres)|http\/(serve|app|portal)|jobs\/jobs)\.ts$/
  expect(
    code
      .filter((file) => /^(features|reference)\//.test(file) && !isTest(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((to) => machine.test(to))
          .map((to) => `${file} -> ${to}`),
      ),
  ).toEqual([])
})

test('no feature reads the clock or makes random numbers itself', () => {
  const offenders = code
    .filter(
      (file) => !isTest(file) && !/^platform\/(dates\/clock|ids|http\/portal)\.ts$|\.tsx$|^platform\/ui\//.test(file),
    )
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8').replaceAll(/\/\/.*$|\/\*[\s\S]*?\*\//gm, '')
      return /\bDate\.now\(\)|new Date\(\)|Math\.random\(/.test(text)
    })
  expect(offenders).toEqual([])
})

test('every topic of the outbox has a job that takes it', () => {
  const used = new Set(
    code
      .filter((file) => file.startsWith('features/') && !isTest(file))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/\btopic: '([\w.]+)'/g)].map((match) => match[1]!),
      ),
  )
  expect([...used].filter((topic) => !everyJob[topic])).toEqual([])
})
