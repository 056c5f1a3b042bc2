/** Chromium for tests: the machine's own, or the one that comes as an npm package. */
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

const FLAGS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** Pages of tests live for seconds: compiling their scripts once more, for speed, takes more than it gives. */
const FOR_TESTS = ['--js-flags=--no-opt,--no-maglev']
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'chrome.exe']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Milliseconds a page has for what a test waits for: a slow machine is no fault. */
const PATIENCE = 120_000

let launched: Promise<Browser> | undefined

export type TestBrowser = Pick<Browser, 'newContext'> & {
  /** Closes the contexts that were opened through this object. */
  close(): Promise<void>
}

/** The Chromium that all test files of one worker share; it is launched by the first and ends with the worker. */
export async function openBrowser(): Promise<TestBrowser> {
  if (launched && !(await launched).isConnected()) launched = undefined
  const browser = await (launched ??= launchBrowser(FOR_TESTS))
  const contexts: BrowserContext[] = []
  return {
    newContext: async (options) => {
      const context = await browser.newContext(options)
      context.setDefaultTimeout(PATIENCE)
      const close = context.close.bind(context)
      // What the page still asks for then fails: nobody waits for it.
      context.close = async (reason) => {
        await Promise.allSettled(
          [context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })),
        )
        await close(reason)
      }
      contexts.push(context)
      return context
    },
    close: async () => void (await Promise.all(contexts.map((context) => context.close()))),
  }
}

/** Launches a headless Chromium: CHROMIUM_PATH, else the machine's own, else the one of the npm package. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return launch(configured, flags)
  const paths = (process.env.PATH ?? '').split(delimiter)
  const found = [...NAMES.flatMap((name) => paths.map((path) => join(path, name))), ...PLACES].find(existsSync)
  // The program of that name may only print how to install it, as on Ubuntu.
  if (found) return launch(found, flags).catch(() => launchPackaged(flags))
  return launchPackaged(flags)
}

/** Launches the Chromium of the npm package, with its own libraries and fonts, so that no system package is needed. */
export async function launchPackaged(flags: readonly string[] = []): Promise<Browser> {
  const folder = await unpacked()
  return launch(join(folder, 'chromium'), flags, {
    ...process.env,
    LD_LIBRARY_PATH: [join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  })
}

function launch(
  executablePath: string,
  flags: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Browser> {
  const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...FLAGS, ...flags]
  return chromium.launch({ executablePath, args, env: env as Record<string, string> })
}

const PACKED = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']

/** Unpacks the package once into node_modules and returns the folder. */
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
  const [program, libraries, fonts] = await Promise.all(
    PACKED.map(async (name) => promisify(brotliDecompress)(readFileSync(join(packed, name)))),
  ).catch((reason: Error) => {
    if (existsSync(folder)) return [] // another process has unpacked it meanwhile
    throw new Error('The Chromium of the tests is gone from node_modules: delete that folder, it comes back.', {
      cause: reason,
    })
  })
  if (!program) return folder
  await writeFile(join(part, 'chromium'), program as Buffer, { mode: 0o755 })
  await untar(libraries as Buffer, part)
  await untar(fonts as Buffer, part)
  await writeFile(
    join(part, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir>` +
      `<dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  )
  await rename(part, folder).catch(() => rm(part, { recursive: true, force: true })) // another process has just unpacked it
  // Packed, it takes 67 MB beside the 204 MB it is now.
  await Promise.all(PACKED.map((name) => rm(join(packed, name), { force: true })))
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
