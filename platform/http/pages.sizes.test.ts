import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Manifest } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
let folder: string
let manifest: Manifest

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
}, 240_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const ENTRY = 'index.html'
const SIGNED_OUT = 'features/sign-in/signed-out.tsx'
const SIGNED_IN = 'features/shell/signed-in.tsx'
const LIST = 'features/pages/worklist/worklist.tsx'

/** The files an address loads: the given modules with all they import at once, not what they load later. */
function filesOf(...modules: string[]): string[] {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}.`)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const name of modules) visit(name)
  return [...seen]
}

/** Bytes as they travel: the build has packed every text already. */
const packed = async (file: string): Promise<number> => (await stat(join(folder, `${file}.br`))).size

/** Kilobytes (1,000 bytes) of JavaScript, brotli. */
async function scripts(...modules: string[]): Promise<number> {
  const files = filesOf(...modules).map((name) => manifest[name]!.file)
  const sizes = await Promise.all([...new Set(files)].filter((file) => file.endsWith('.js')).map(packed))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

/** Kilobytes of style sheets, brotli. */
async function styles(...modules: string[]): Promise<number> {
  const files = filesOf(...modules).flatMap((name) => manifest[name]!.css ?? [])
  const sizes = await Promise.all([...new Set(files)].map(packed))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

test('the sign-in page loads at most 86 KB of scripts', async () => {
  expect(await scripts(ENTRY, SIGNED_OUT)).toBeLessThanOrEqual(86)
})

test('the first list after signing in loads at most 115 KB of scripts', async () => {
  expect(await scripts(ENTRY, SIGNED_IN, LIST)).toBeLessThanOrEqual(115)
})

test('no later page loads more than 75 KB more', async () => {
  const before = await scripts(ENTRY, SIGNED_IN)
  const later = filesOf(ENTRY).flatMap((name) => manifest[name]!.dynamicImports ?? [])
  const screens = later.filter((name) => name !== SIGNED_IN && name !== SIGNED_OUT)
  expect(screens.length).toBeGreaterThan(2)
  for (const name of screens) expect((await scripts(ENTRY, SIGNED_IN, name)) - before, name).toBeLessThanOrEqual(75)
})

test('a visitor who is not signed in loads no contract, no query cache and no validation library', async () => {
  const text = (
    await Promise.all(filesOf(ENTRY, SIGNED_OUT).map((name) => readFile(join(folder, manifest[name]!.file), 'utf8')))
  ).join('\n')
  for (const trace of ['invalidateQueries', '_zod', '/masterCarrier/_{mc}'])
    expect(text.includes(trace), trace).toBe(false)
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
