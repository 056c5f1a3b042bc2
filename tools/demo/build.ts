/** Builds the demonstration without a server: the pages, the worker that is their server, and its database. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { build, type InlineConfig, type Plugin } from 'vite'
import type { Size } from '#database/seed/sizes.ts'
import pages from '../../vite.config.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { dataOfPage } from './data.ts'
import { emptyDatabase } from './empty-database.ts'
import type { DemoCounts, DemoPerson } from '#demo/page/first-screen.ts'
import type { BuiltFiles } from '#demo/page/fetched.ts'
import { countsOf, peopleOf } from './first-screen.ts'

const root = join(import.meta.dirname, '../..')
const inPage = (file: string) => join(root, 'demo/page', file)
const none = inPage('node/none.ts')

export type DemoOptions = {
  /** A PostgreSQL with the demo data. */
  databaseUrl: string
  size: Size
  asOf: Date
  outDir: string
  /** Address of the source, which the first page links to. */
  source?: string | undefined
  /** Tests may also ask the database of the page. */
  forTests?: boolean
}

/** What stands in for Node and its packages in the worker. */
const standIns = [
  ['node:crypto', 'node/crypto.ts'],
  ['node:events', 'node/events.ts'],
  ['async_hooks', 'node/none.ts'],
  ['node:http', 'node/http.ts'],
  ['node:stream', 'node/stream.ts'],
  ['node:stream/promises', 'node/pipeline.ts'],
  ['node:timers/promises', 'node/timers.ts'],
  ['node:zlib', 'node/zlib.ts'],
  ['pg', 'pg.ts'],
  ['pg-copy-streams', 'copy.ts'],
].map(([find, file]) => ({ find: new RegExp(`^${find}$`), replacement: inPage(file!) }))

const quiet: InlineConfig = { root, logLevel: 'warn', configFile: false }

async function buildWorker(outDir: string, facts: object): Promise<string> {
  const result = await build({
    ...quiet,
    base: '/',
    define: { DEMO: JSON.stringify(facts), 'import.meta.dirname': '""' },
    resolve: {
      alias: [
        ...standIns,
        { find: /^\.\/feature-parts\.ts$/, replacement: join(root, 'demo-parts.ts') },
        { find: /^(?:node:(?:net|fs\/promises|url|worker_threads|fs|path)|nodemailer)$/, replacement: none },
      ],
    },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2024',
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, 'demo-worker.ts'),
        output: { entryFileNames: 'worker-[hash].js', chunkFileNames: 'worker/[name]-[hash].js' },
      },
    },
  })
  const [first] = Array.isArray(result) ? result : [result]
  if (!first || !('output' in first)) throw new Error('The worker was not built.')
  return `/${first.output.find((file) => file.type === 'chunk' && file.isEntry)!.fileName}`
}

/** The page's own policy, since no server says one. */
const policy = [
  `default-src 'none'`,
  `script-src 'self' 'wasm-unsafe-eval'`,
  `style-src 'self'`,
  `img-src 'self' data: blob:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `worker-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
].join('; ')

/** The shell of the pages, beginning with the demonstration's script. */
const asDemo: Plugin = {
  name: 'as-demo',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replace('/browser.tsx', '/demo-page.tsx')
        .replace(
          '<meta charset="utf-8" />',
          `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
        ),
  },
}

const { output, ...options } = pages.build!.rolldownOptions!
const { codeSplitting: _groups, ...names } = output as Record<string, unknown>
const withoutGroups = { ...options, output: names } as NonNullable<InlineConfig['build']>['rolldownOptions'] & object

/** Plugins of the pages whose files only our own server reads. */
const forOurServer = new Set(['packed', 'parts', 'for-the-server'])

async function buildPages(
  outDir: string,
  facts: { worker: string; source?: string; forTests: boolean },
): Promise<void> {
  const plugins = [pages.plugins ?? []].flat(3).filter((one) => !forOurServer.has((one as Plugin).name))
  await build({
    ...pages,
    ...quiet,
    plugins: [...plugins, asDemo],
    define: { ...pages.define, DEMO_PAGE: JSON.stringify(facts) },
    // Without the groups of files: they would run the pages before somebody is chosen.
    build: { ...pages.build, manifest: false, outDir, emptyOutDir: false, rolldownOptions: withoutGroups },
  })
  const shell = readFileSync(join(outDir, 'index.html'), 'utf8')
    .replaceAll(/ nonce="[^"]*"| property="csp-nonce"/g, '')
    .replace('<html', facts.source === undefined ? '<html' : `<html data-source="${facts.source}"`)
    .replace('</body>', '<script src="/browser-check.js"></script>\n  </body>')
  writeFileSync(join(outDir, 'index.html'), shell)
  writeFileSync(join(outDir, '404.html'), shell)
}

/** Builds everything into a folder that any file server can serve. */
export async function buildDemo(options: DemoOptions): Promise<void> {
  const { databaseUrl, size, asOf, outDir, forTests = false } = options
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(outDir, { recursive: true })
  const params = {
    [constants.ZSTD_c_compressionLevel]: size === 'test' ? 3 : 22,
    [constants.ZSTD_c_windowLog]: 27,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  }
  /** Packed here and not by the host, which may not know how, and unpacked by the worker: browsers know gzip alone, half as large again. */
  const write = async (name: string, bytes: Uint8Array) => {
    const packed = await promisify(zstdCompress)(bytes, { params, pledgedSrcSize: bytes.length })
    const path = `/${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.bin`
    writeFileSync(join(outDir, path), packed)
    return { file: { path, bytes: bytes.length }, size: packed.length }
  }
  const postgres = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const program = await write('postgres', readFileSync(join(postgres, 'pglite.wasm')))
  const share = await write('share', readFileSync(join(postgres, 'pglite.data')))
  const tables = await write('tables', await emptyDatabase())
  const data = await write('data', await dataOfPage(databaseUrl))
  const files: BuiltFiles = { program: program.file, share: share.file, tables: tables.file, data: data.file }
  const build = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
  const facts = { build, files, asOf: asOf.toISOString(), version: packageFile.version }
  const counts = { ...(await countsOf(databaseUrl)), dataBytes: data.size, programBytes: program.size + share.size }
  // As browsers write it, without a quotation mark.
  const source = options.source === undefined ? {} : { source: new URL(options.source).href }
  await buildCode(outDir, facts, { people: peopleOf(size), counts, ...source }, forTests)
  // They are there packed.
  for (const name of readdirSync(join(outDir, 'assets')))
    if (/^pglite-.*\.(?:wasm|data)$/.test(name)) rmSync(join(outDir, 'assets', name))
}

/** The pages and their worker, which know the names of the data. */
export async function buildCode(
  outDir: string,
  facts: object,
  shown: { people: readonly DemoPerson[]; counts: DemoCounts; source?: string },
  forTests: boolean,
): Promise<void> {
  const worker = await buildWorker(outDir, { ...facts, forTests })
  await buildPages(outDir, { worker, ...shown, forTests })
  for (const name of ['pages-worker.js', 'browser-check.js'])
    writeFileSync(join(outDir, name), readFileSync(inPage(name)))
}
