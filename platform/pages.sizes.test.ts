import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
let folder: string
let manifest: Manifest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rxdocket-build-'))
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  })
  manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest
}, 240_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const ENTRY = 'index.html'
const SIGNED_OUT = 'features/sign-in/signed-out.tsx'
const SIGNED_IN = 'features/shell/signed-in.tsx'
const LIST = 'features/authorizations/worklist/worklist.tsx'

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

const packed = async (file: string): Promise<number> => brotliCompressSync(await readFile(join(folder, file))).length

/** Kilobytes of JavaScript, brotli. */
async function scripts(...modules: string[]): Promise<number> {
  const files = filesOf(...modules).map((name) => manifest[name]!.file)
  const sizes = await Promise.all([...new Set(files)].filter((file) => file.endsWith('.js')).map(packed))
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

/** Kilobytes of style sheets, brotli. */
async function styles(...modules: string[]): Promise<number> {
  const files = filesOf(...modules).flatMap((name) => manifest[name]!.css ?? [])
  const sizes = await Promise.all([...new Set(files)].map(packed))
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

/** "first list: 112.3 of 115 KB" when it is more. */
const measured = (name: string, kilobytes: number, limit: number) =>
  [kilobytes, `${name}: ${kilobytes.toFixed(1)} of ${limit} KB`] as const

test('the sign-in page loads at most 86 KB of scripts (ruling 13)', async () => {
  expectAtMost('sign-in', await scripts(ENTRY, SIGNED_OUT), 86)
})

test('the first list after signing in loads at most 115 KB of scripts', async () => {
  expectAtMost('first list', await scripts(ENTRY, SIGNED_IN, LIST), 115)
})

test('no later page loads more than 60 KB more', async () => {
  const before = await scripts(ENTRY, SIGNED_IN)
  const screens = (manifest[ENTRY]!.dynamicImports ?? []).filter((name) => name !== SIGNED_IN && name !== SIGNED_OUT)
  expect(screens.length).toBeGreaterThan(2)
  for (const name of screens) expectAtMost(name, (await scripts(ENTRY, SIGNED_IN, name)) - before, 60)
})

test('whoever is not signed in loads no contract, no query cache and no validation library', async () => {
  const text = (
    await Promise.all(filesOf(ENTRY, SIGNED_OUT).map((name) => readFile(join(folder, manifest[name]!.file), 'utf8')))
  ).join('\n')
  for (const trace of ['invalidateQueries', '_zod', '/masterCarrier/_{mc}'])
    expect(text.includes(trace), trace).toBe(false)
})

test('style sheets and fonts stay small, and nothing says how the pages were built', async () => {
  expectAtMost('styles of the first list', await styles(ENTRY, SIGNED_IN, LIST), 50)
  const files = new Set(Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])]))
  const fonts = await Promise.all(
    [...files]
      .filter((file) => file.endsWith('.woff2'))
      .map(async (file) => (await readFile(join(folder, file))).length),
  )
  expectAtMost('fonts', fonts.reduce((sum, size) => sum + size, 0) / 1024, 80)
  for (const file of files)
    if (/\.(js|css)$/.test(file)) expect(await readFile(join(folder, file), 'utf8')).not.toContain('sourceMappingURL')
})
