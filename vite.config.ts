import { writeFile } from 'node:fs/promises'
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

/** The name of the product stands in one place, platform/brand.ts. */
function branded(): Plugin {
  return {
    name: 'branded',
    transformIndexHtml: (html) => html.replaceAll('%BRAND%', brand.name).replaceAll('%PHONE%', brand.supportPhone),
  }
}

export default defineConfig({
  plugins: [react(), branded(), packed()],
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
  },
})
