import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { brand } from './platform/brand.ts'
import packageFile from './package.json' with { type: 'json' }
import { noncePlaceholder } from './platform/http/nonce.ts'
import { forTheServerOnly } from './tools/build/for-the-server-only.ts'

const br = promisify(brotliCompress)
const gz = promisify(gzip)

/** A large file is packed in three ways, of which now one and now another is the smallest: by up to 0.2 percent. */
async function smallest(source: Buffer): Promise<Buffer> {
  const { BROTLI_PARAM_LGBLOCK: block, BROTLI_PARAM_NPOSTFIX: postfix } = constants
  const ways = source.length > 30_000 ? [{}, { [block]: 19 }, { [block]: 19, [postfix]: 1 }] : [{}]
  const packings = await Promise.all(ways.map((params) => br(source, { params })))
  return packings.reduce((best, one) => (one.length < best.length ? one : best))
}

/** Packs every text once, when the build is done, so that the server only hands it out. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css|svg)$/.test(fileName))
      await Promise.all(
        texts.map(async (file) => {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          const path = join(dir, file.fileName)
          await Promise.all([
            writeFile(`${path}.br`, await smallest(source)),
            writeFile(`${path}.gz`, await gz(source, { level: 9 })),
          ])
        }),
      )
    },
  }
}

/**
 * Writes down which file has each module that is loaded by itself, in `.vite/parts.json`: the manifest has only those that did not
 * become part of a larger file.
 */
function parts(): Plugin {
  return {
    name: 'parts',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const found = Object.values(bundle).flatMap((file) =>
        file.type !== 'chunk'
          ? []
          : file.moduleIds
              .filter((id) => {
                const about = this.getModuleInfo(id)
                // The page itself is the entry; what is left of it is the module it imports.
                const isFirst = about?.importers.some((importer) => importer.endsWith('index.html'))
                return isFirst || (about?.dynamicImporters.length ?? 0) > 0
              })
              .map((id) => [relative(import.meta.dirname, id).replaceAll('\\', '/'), file.fileName]),
      )
      await writeFile(join(dir, '.vite', 'parts.json'), JSON.stringify(Object.fromEntries(found), null, 1))
    },
  }
}

type Graph = { getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null }

/** All that modules import, and what that imports, at once and not later. */
function reach(modules: readonly string[], graph: Graph): Set<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  for (const module of modules) graph.getModuleInfo(join(import.meta.dirname, module))?.importedIds.forEach(visit)
  return found
}

const SIGNED_OUT = 'features/sign-in/signed-out.tsx'
const FRAME = 'features/shell/signed-in.tsx'
const LIST = 'features/pages/worklist/worklist.tsx'
const PREVIEW = 'features/pages/worklist/preview-pane.tsx'
/** Parts of the list that are loaded after its rows. */
const AFTER_ROWS = [
  'features/pages/worklist/list-tools.tsx',
  'features/pages/worklist/export-menu.tsx',
  'features/pages/worklist/views-menu.tsx',
  'features/pages/worklist/answer.tsx',
  'features/pages/worklist/printed.tsx',
  'features/pages/worklist/answer-words.ts',
  'features/pages/worklist/counter-lane.tsx',
  'features/pages/worklist/lane.tsx',
  'features/pages/worklist/where-words.ts',
  'features/pages/worklist/filter-chips.tsx',
  'features/pages/worklist/later-parts.ts',
  'features/pages/worklist/gone-note.tsx',
  'features/pages/worklist/pager.tsx',
  'features/pages/worklist/gone-words.ts',
  'features/pages/worklist/bulk-acts.tsx',
  'features/decision-rights/snoozing.ts',
  'features/pages/worklist/row-viewers-later.tsx',
]
/** What the frame loads by itself once the page is there. */
const AFTERWARDS = [
  'features/shell/session-guard.tsx',
  'features/shell/offline-banner.tsx',
  'features/shell/leaving.tsx',
  'features/out-of-office/away-banner.tsx',
]

/** Parts of the frame's controls that are only there once they are used. */
const CONTROLS = [
  'platform/ui/overlay/menu-body.tsx',
  'platform/ui/overlay/toast-region.tsx',
  'platform/ui/display/tooltip-bubble.tsx',
  'platform/ui/overlay/use-appearance-items.ts',
]

/** Modules that more than so many parts loaded by themselves import: left alone, they would be files of a few hundred bytes. */
function sharedBy(least: number, graph: Graph): Set<string> {
  const parts = new Set<string>()
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    const about = graph.getModuleInfo(id)
    about?.dynamicallyImportedIds.forEach((part) => parts.add(part))
    for (const next of [...(about?.importedIds ?? []), ...(about?.dynamicallyImportedIds ?? [])]) visit(next)
  }
  visit(join(import.meta.dirname, 'browser.tsx'))
  const importers = new Map<string, number>()
  for (const part of parts)
    for (const id of new Set([part, ...reach([relative(import.meta.dirname, part)], graph)]))
      importers.set(id, (importers.get(id) ?? 0) + 1)
  return new Set([...importers].flatMap(([id, count]) => (count > least ? [id] : [])))
}

const HOME = ['features/pages/home/home.tsx']
const REQUEST = ['features/pages/request/authorization.tsx']
const PEOPLE = ['features/people/users.tsx']
const DIRECTORY = ['features/pages/directory/pharmacies.tsx', 'features/pages/directory/drugs.tsx']
const PATIENT = ['features/pages/patient/profile.tsx', 'features/pages/patient/overview.tsx']
/** What is loaded with most requests, below what they are decided by. */
const EVIDENCE = [
  'features/evidence/as-sent.tsx',
  'features/evidence/evidence-cards.tsx',
  'features/medications/fills-beside.tsx',
  'features/pages/request/past-decisions.tsx',
  'features/pages/request/dose-trend.tsx',
  'features/pages/request/advice.tsx',
  'features/presence/open-here.tsx',
]
/** What the overview of a patient is made of. */
const OVERVIEW = ['features/pages/patient/overview.tsx', 'features/timeline/timeline-card.tsx']
/** What Home loads by itself for those who decide. */
const CARDS = [
  'features/pages/home/lanes.tsx',
  'features/pages/home/elsewhere-card.tsx',
  'features/pages/home/ends-soon-card.tsx',
  'features/out-of-office/covering.tsx',
]

let layers: ReturnType<typeof layersOf> | undefined

function layersOf(graph: Graph) {
  const own = (...modules: string[]) => modules.map((module) => join(import.meta.dirname, module))
  const of = (...modules: string[]) => reach(modules, graph)
  const whole = (...modules: string[]) => new Set([...of(...modules), ...own(...modules)])
  const otherDialogs = of('features/clock/snooze.tsx', 'features/out-of-office/out-of-office.tsx')
  const withoutDialogs = of(SIGNED_OUT, PREVIEW)
  const otherPages = of(...HOME, ...REQUEST)
  const shared = sharedBy(1, graph)
  const inRequest = of(...REQUEST)
  const among = (...modules: string[]) => new Set([...of(...modules)].filter((id) => shared.has(id)))
  return {
    start: whole('browser.tsx'),
    login: whole(SIGNED_OUT),
    // What the controls need is the frame's, so that they come without another page's file.
    // Facts are shown by the preview and by most pages: their styles come with the frame's.
    frame: new Set(
      [...whole(FRAME), ...of(...CONTROLS), ...own('platform/ui/list/facts.module.css')].filter(
        (id) => !own(...CONTROLS).includes(id),
      ),
    ),
    // Buttons of other pages look like the chips of the list; the lane above its rows, the preview and the print have no file of styles.
    list: new Set([
      ...whole(LIST),
      ...own(
        'platform/ui/display/chip.module.css',
        'features/pages/worklist/counter-lane.module.css',
        'features/pages/worklist/printed.module.css',
      ),
    ]),
    listAndOthers: new Set([...of(LIST)].filter((id) => otherPages.has(id))),
    // Both come after the rows of the list, and pages that show parts of them show parts of both.
    preview: new Set([...whole(PREVIEW), ...own(...AFTER_ROWS)]),
    dialogs: new Set(
      [...of('features/owners/assign.tsx')].filter(
        (id) => id.includes('/platform/ui/') && otherDialogs.has(id) && !withoutDialogs.has(id),
      ),
    ),
    controls: new Set(own(...CONTROLS)),
    afterwards: whole(...AFTERWARDS),
    ofPages: [
      new Set([...[...among(...HOME)].filter((id) => inRequest.has(id)), ...sharedBy(14, graph)]),
      ...[REQUEST, HOME, PATIENT, PEOPLE, DIRECTORY].map((modules) => among(...modules)),
      ...[EVIDENCE, CARDS, OVERVIEW].map((modules) => whole(...modules)),
    ],
  }
}

/** The files of many modules. Each takes its own with what they import, unless one before it has that. */
const files = [
  'base',
  'work',
  'worklist',
  'controls',
  'dialogs',
  'later',
  'preview',
  'pages',
  'request',
  'home',
  'patient',
  'people',
  'directory',
  'evidence',
  'cards',
  'overview',
] as const

/**
 * Few files compress better than many, and each costs a request: what the login page and the working pages both need is one
 * (`base`), what the frame of the working pages needs is another, with what the list shares with the pages people go to
 * from it (`work`), then the list itself, what menus, toasts and tooltips show (`controls`), what dialogs have in common, what the
 * frame loads afterwards (`later`), and what the list loads after its rows: the preview of one, menus, bulk acts (`preview`). Of what several
 * parts share, one file has what both Home and a request or most parts need (`pages`), and the others what is left for a request, Home, a
 * patient, users and the directory; then the cards that most requests load below their form (`evidence`), those of Home (`cards`) and of a
 * patient (`overview`). What is in
 * none of them comes with its page.
 */
function togetherWith(id: string, graph: Graph): (typeof files)[number] | null {
  const { start, login, frame, list, listAndOthers, controls, preview, afterwards, dialogs, ofPages } = (layers ??=
    layersOf(graph))
  // The index of the query library names them; only lists read by cursor use them.
  if (/[\\/](?:infiniteQueryObserver|useInfiniteQuery)\.js$/.test(id)) return null
  if (start.has(id)) return 'base'
  const isWork = frame.has(id) || listAndOthers.has(id)
  const found = [
    isWork,
    list.has(id),
    controls.has(id),
    dialogs.has(id),
    afterwards.has(id),
    preview.has(id),
    ...ofPages.map((one) => one.has(id)),
  ].indexOf(true)
  return found === -1 ? null : login.has(id) ? 'base' : files[found + 1]!
}

const named = new Set<string>([...files, 'signed-in', 'authorization', 'profile', 'find-patient'])

const classes = new Map<string, string[]>()

/** Class names as short as they can be: some letters for the file, a number for the class in it. */
function shortName(name: string, file: string): string {
  const known = classes.get(file) ?? classes.set(file, []).get(file)!
  if (!known.includes(name)) known.push(name)
  const prefix = createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64')
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 4)
  return `${prefix}${known.indexOf(name).toString(36)}`
}

/** The name of the product stands in one place, platform/brand.ts. */
function branded(): Plugin {
  return {
    name: 'branded',
    transformIndexHtml: (html) => html.replaceAll('%BRAND%', brand.name).replaceAll('%PHONE%', brand.supportPhone),
  }
}

const shared = {
  resolve: {
    alias: [
      { find: /^zod$/, replacement: join(import.meta.dirname, 'platform', 'calls', 'zod-in-browser.ts') },
      // React has the hook itself since version 18.
      { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' },
    ],
  },
  css: { modules: { generateScopedName: shortName } },
}
const version = { 'import.meta.env.VITE_VERSION': JSON.stringify(packageFile.version) }
// Data and rules do nothing by being imported: what a page does not use of them stays out of it.
const treeshake = {
  moduleSideEffects: [{ test: /\/(reference|features)\/[^?]*\.ts$/, sideEffects: false }],
}

/** Builds what renders pages on the server beside what runs in browsers: both name their classes alike. */
function forTheServer(): Plugin {
  return {
    name: 'for-the-server',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      await build({
        ...shared,
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        plugins: [react(), forTheServerOnly()],
        define: { ...version, 'process.env.NODE_ENV': JSON.stringify('production') },
        ssr: { noExternal: true },
        build: {
          ssr: 'server-page.tsx',
          outDir: join(dir, '.server'),
          emptyOutDir: true,
          target: 'node24',
          minify: true,
          reportCompressedSize: false,
          rolldownOptions: { output: { codeSplitting: false }, treeshake },
        },
      })
    },
  }
}

export default defineConfig({
  ...shared,
  plugins: [react(), branded(), forTheServerOnly(), packed(), parts(), forTheServer()],
  html: { cspNonce: noncePlaceholder },
  define: version,
  build: {
    // light-dark(), popover and dialog set the floor; nothing is rewritten for older browsers.
    target: ['chrome125', 'edge125', 'firefox129', 'safari17.5'],
    sourcemap: false,
    manifest: true,
    modulePreload: { polyfill: false },
    // The icon stays a file: the page's policy and its cache treat it as one.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Files name each other, and names do not compress: hashes as short as they can be, and words for the few large files
        // that an operator meets in a log.
        chunkFileNames: ({ name }) => (named.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'assets/[hash:6].css' : 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: files.map((file, at) => ({
            name: (id: string, graph: Graph) => (togetherWith(id, graph) === file ? file : null),
            priority: files.length - at,
          })),
        },
      },
      optimization: { inlineConst: { mode: 'all' } },
      treeshake,
    },
  },
})
