import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { brand } from './platform/brand.ts'
import packageFile from './package.json' with { type: 'json' }
import { noncePlaceholder } from './platform/nonce.ts'

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
          await Promise.all([writeFile(`${path}.br`, await br(source)), writeFile(`${path}.gz`, await gz(source, { level: 9 }))])
        }),
      )
    },
  }
}

/**
 * zod can describe its schemas as JSON Schema; only the server's API document does. In the browser those two modules,
 * which every schema class refers to, are empty (docs/decisions/0008).
 */
function withoutJsonSchema(): Plugin {
  const described = /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/
  return {
    name: 'without-json-schema',
    apply: 'build',
    load: {
      filter: { id: described },
      async handler(id) {
        const names = [...(await readFile(id, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm)].map((found) => found[1])
        return { code: `const none = () => () => ({})\n${names.map((name) => `export const ${name} = none`).join('\n')}\n`, moduleSideEffects: false }
      },
    },
  }
}

/** The name of the product stands in one place, platform/brand.ts. */
function branded(): Plugin {
  return {
    name: 'branded',
    transformIndexHtml: (html) => html.replaceAll('%BRAND%', brand.name).replaceAll('%PHONE%', brand.supportPhone),
  }
}

export default defineConfig({
  plugins: [react(), branded(), withoutJsonSchema(), packed()],
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
      treeshake: { moduleSideEffects: [{ test: /\/(reference|features)\/[^?]*\.ts$/, sideEffects: false }] },
    },
  },
})
