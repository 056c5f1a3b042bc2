import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { brand } from './platform/brand.ts'
import packageFile from './package.json' with { type: 'json' }
import { noncePlaceholder } from './platform/http/nonce.ts'

const br = promisify(brotliCompress)
const gz = promisify(gzip)

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
            writeFile(`${path}.br`, await br(source)),
            writeFile(`${path}.gz`, await gz(source, { level: 9 })),
          ])
        }),
      )
    },
  }
}

type Graph = { getModuleInfo(id: string): { importedIds: string[] } | null }

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

let layers: ReturnType<typeof layersOf> | undefined

function layersOf(graph: Graph) {
  const of = (...modules: string[]) => reach(modules, graph)
  const otherDialogs = of('features/clock/snooze.tsx', 'features/out-of-office/out-of-office.tsx')
  const withoutDialogs = of('features/sign-in/signed-out.tsx', 'features/pages/worklist/preview-pane.tsx')
  const otherPages = of('features/pages/home/home.tsx', 'features/pages/request/authorization.tsx')
  return {
    start: of('browser.tsx'),
    login: of('features/sign-in/signed-out.tsx'),
    frame: of('features/shell/signed-in.tsx').add(join(import.meta.dirname, 'features/shell/signed-in.tsx')),
    listAndOthers: new Set([...of('features/pages/worklist/worklist.tsx')].filter((id) => otherPages.has(id))),
    dialogs: new Set(
      [...of('features/owners/assign.tsx')].filter(
        (id) => id.includes('/platform/ui/') && otherDialogs.has(id) && !withoutDialogs.has(id),
      ),
    ),
  }
}

/**
 * Few files compress better than many: what the login page and the working pages both need is one, what the frame of
 * the working pages needs is another, with what the list shares with the pages people go to from it.
 */
function togetherWith(id: string, graph: Graph): string | null {
  const { start, login, frame, listAndOthers } = (layers ??= layersOf(graph))
  if (start.has(id)) return 'base'
  if (!frame.has(id) && !listAndOthers.has(id)) return null
  return login.has(id) ? 'base' : 'work'
}

/** What the dialogs have in common comes with the first that opens: one name instead of many in each page that has some. */
function withDialogs(id: string, graph: Graph): string | null {
  return (layers ??= layersOf(graph)).dialogs.has(id) ? 'dialogs' : null
}

/** What calls say for the server and the API's page only is of no use in the browser. */
function forTheServerOnly(): Plugin {
  return {
    name: 'for-the-server-only',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/][\w-]*contract\.ts$/ },
      handler: (code) =>
        code
          .replaceAll(/\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),/g, '')
          .replaceAll(/\bid: '[A-Z][A-Z0-9,]*',/g, '')
          .replaceAll(/\b(?:phi: '(?:none|limited|full)'|limit: '\w+'),/g, '')
          .replaceAll(/\brefusals: \[[^\]]*\],?/g, '')
          .replaceAll(/\b(?:ids|trips): \{[^}]*\},/g, ''),
    },
  }
}

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

export default defineConfig({
  plugins: [react(), branded(), forTheServerOnly(), packed()],
  resolve: {
    alias: [
      { find: /^zod$/, replacement: join(import.meta.dirname, 'platform', 'calls', 'zod-in-browser.ts') },
      // React has the hook itself since version 18.
      { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' },
    ],
  },
  css: { modules: { generateScopedName: shortName } },
  html: { cspNonce: noncePlaceholder },
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(packageFile.version) },
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
      // Data and rules do nothing by being imported: what a page does not use of them stays out of it.
      output: {
        codeSplitting: {
          groups: [
            { name: togetherWith, priority: 2 },
            { name: withDialogs, priority: 1 },
          ],
        },
      },
      optimization: { inlineConst: { mode: 'all' } },
      treeshake: { moduleSideEffects: [{ test: /\/(reference|features)\/[^?]*\.ts$/, sideEffects: false }] },
    },
  },
})
