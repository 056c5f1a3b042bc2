/** The browser of the journeys: asks nobody to install one. */
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'

const FLAGS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'chrome.exe']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** A headless Chromium: CHROMIUM_PATH, else the machine's own, else the one that comes as an npm package. */
export async function openBrowser(): Promise<Browser> {
  const asked = process.env.CHROMIUM_PATH
  if (asked) return launch(asked)
  const paths = (process.env.PATH ?? '').split(delimiter)
  const found = [...NAMES.flatMap((name) => paths.map((path) => join(path, name))), ...PLACES].find(existsSync)
  // what is found may be a mere note how to install it (Ubuntu's is)
  if (found) return launch(found).catch(openPackaged)
  return openPackaged()
}

/** The Chromium of the npm package, with its own libraries and fonts, so that a bare machine is enough. */
export async function openPackaged(): Promise<Browser> {
  const folder = await unpacked()
  return launch(join(folder, 'chromium'), {
    ...process.env,
    LD_LIBRARY_PATH: [join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  })
}

function launch(executablePath: string, env: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...FLAGS] : FLAGS
  return chromium.launch({ executablePath, args, env: env as Record<string, string> })
}

/** Unpacks the package once into node_modules and answers the folder. */
async function unpacked(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium or Chrome was found: install one, or set CHROMIUM_PATH to its program.')
  }
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const packed = join(dirname(entry), '..', 'bin')
  const { version } = JSON.parse(readFileSync(join(packed, '..', 'package.json'), 'utf8')) as { version: string }
  const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.rxdocket')
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder

  await mkdir(cache, { recursive: true })
  const part = await mkdtemp(join(cache, 'chromium-'))
  await chmod(part, 0o755)
  const read = (name: string) => promisify(brotliDecompress)(readFileSync(join(packed, name)))
  const [program, libraries, fonts] = await Promise.all(['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map(read))
  await writeFile(join(part, 'chromium'), program as Buffer, { mode: 0o755 })
  await untar(libraries as Buffer, part)
  await untar(fonts as Buffer, part)
  await writeFile(
    join(part, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir>` +
      `<dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  )
  await rename(part, folder).catch(() => rm(part, { recursive: true, force: true })) // another run was faster
  return folder
}

/** Writes the plain files of a tar archive (ustar: 512-byte headers with name, octal size and kind). */
async function untar(archive: Buffer, folder: string): Promise<void> {
  const text = (from: number, length: number) => archive.toString('latin1', from, from + length).replace(/\0.*$/s, '')
  for (let at = 0; archive[at];) {
    const size = parseInt(text(at + 124, 12), 8)
    const file = join(folder, text(at, 100))
    const plain = text(at + 156, 1) === '0' || text(at + 156, 1) === ''
    if (plain) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, archive.subarray(at + 512, at + 512 + size), { mode: 0o755 })
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
}
