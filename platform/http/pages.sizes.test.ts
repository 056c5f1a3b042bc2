import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Manifest } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPageFiles } from './page-files.ts'

const root = join(import.meta.dirname, '../..')
let folder: string
let manifest: Manifest
let build: Awaited<ReturnType<typeof readPageFiles>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rxdocket-build-'))
  // A process of its own: here NODE_ENV says test, and React would come as its development build.
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest
  build = await readPageFiles(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ENTRY = 'browser.tsx'
const SIGNED_OUT = 'features/sign-in/signed-out.tsx'
const SIGNED_IN = 'features/shell/signed-in.tsx'
const LIST = 'features/pages/worklist/worklist.tsx'

/** Bytes as they travel: the build has packed every text already. */
const packed = async (file: string): Promise<number> => (await stat(join(folder, `${file}.br`))).size

/** Kilobytes (1,000 bytes) of JavaScript, brotli. */
async function scripts(...modules: string[]): Promise<number> {
  const sizes = await Promise.all(build.filesOf(...modules).scripts.map(packed))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

/** Kilobytes of style sheets, brotli. */
async function styles(...modules: string[]): Promise<number> {
  const sizes = await Promise.all(build.filesOf(...modules).styles.map(packed))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

test('the sign-in page loads at most 86 KB of scripts', async () => {
  expect(await scripts(ENTRY, SIGNED_OUT)).toBeLessThanOrEqual(86)
})

test('the first list after signing in loads at most 115 KB of scripts', async () => {
  expect(await scripts(ENTRY, SIGNED_IN, LIST)).toBeLessThanOrEqual(115)
})

test('no later page loads more than 75 KB beyond the first list', async () => {
  const before = await scripts(ENTRY, SIGNED_IN)
  const first = Object.values(manifest).find(({ file }) => file === build.parts[ENTRY])!
  const later = new Set(first.dynamicImports!.map((name) => manifest[name]!.file))
  const screens = Object.keys(build.parts).filter(
    (name) => later.has(build.parts[name]!) && name !== SIGNED_IN && name !== SIGNED_OUT,
  )
  expect(screens).toContain('features/pages/request/authorization.tsx')
  expect(screens.length).toBeGreaterThan(5)
  for (const name of screens) expect((await scripts(ENTRY, SIGNED_IN, name)) - before, name).toBeLessThanOrEqual(75)
})

test('a visitor who is not signed in loads no contract, no query cache and no validation library', async () => {
  const text = (
    await Promise.all(build.filesOf(ENTRY, SIGNED_OUT).scripts.map((file) => readFile(join(folder, file), 'utf8')))
  ).join('\n')
  for (const trace of ['invalidateQueries', '_zod', '/masterCarrier/_{mc}'])
    expect(text.includes(trace), trace).toBe(false)
})

test('what the list needs at once is at most four scripts and three style sheets', () => {
  const { scripts: files, styles: sheets } = build.filesOf(ENTRY, SIGNED_IN, LIST)
  expect([files.length, sheets.length]).toEqual([
    expect.toSatisfy((n: number) => n <= 4),
    expect.toSatisfy((n: number) => n <= 3),
  ])
})

test('a page that is opened from a link needs at most a dozen scripts at once', () => {
  const pages = [
    'features/pages/home/home.tsx',
    'features/pages/request/authorization.tsx',
    'features/pages/patient/profile.tsx',
    'features/pages/patient/overview.tsx',
    'features/pages/support/support.tsx',
    'features/pages/directory/pharmacies.tsx',
    'features/people/users.tsx',
  ]
  const counts = pages.map((page) => [page, build.filesOf(ENTRY, SIGNED_IN, page).scripts.length] as const)
  expect(counts.filter(([, count]) => count > 12)).toEqual([])
})

test('style sheets and fonts stay small, and nothing says how the pages were built', async () => {
  expect(await styles(ENTRY, SIGNED_IN, LIST)).toBeLessThanOrEqual(50)
  const files = new Set(Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])]))
  const fonts = await Promise.all(
    [...files]
      .filter((file) => file.endsWith('.woff2'))
      .map(async (file) => (await readFile(join(folder, file))).length),
  )
  expect(fonts.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(80)
  for (const file of files)
    if (/\.(js|css)$/.test(file)) expect(await readFile(join(folder, file), 'utf8')).not.toContain('sourceMappingURL')
})
