/**
 * Runs before every script: installs the packages when they are not those of package-lock.json and, with `--web`,
 * builds the pages when their sources changed. Plain JavaScript without packages, for whatever Node the machine has;
 * everything after it runs under the Node 24 that comes as a package.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
const stampOfPages = join(root, 'node_modules', '.rxdocket', 'pages')
const lockFile = join(tmpdir(), `rxdocket-bootstrap-${sha(root, String(process.getuid?.() ?? ''))}`)
const WEB = process.argv.includes('--web')
const major = (version) => Number(version.replace('v', '').split('.')[0])

process.chdir(root)
if (major(process.version) < 20) fail(`RxDocket needs Node 20 or newer to begin with, and this is ${process.version}.`)
if (!installed() || (WEB && !built())) {
  const release = await waitForTurn()
  try {
    if (!installed()) await install()
    if (WEB && !built()) await build()
  } finally {
    release()
  }
}
if (!node()) {
  fail(
    `There is no Node 24 for this machine (${process.platform} ${process.arch}) among the packages and the one ` +
      `installed is ${process.version}: install Node 24 or newer.`,
  )
}

/** The Node to run everything else with: the package's, or this one when it is new enough. */
function node() {
  const own = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  return existsSync(own) ? own : major(process.version) >= 24 ? process.execPath : undefined
}

/**
 * Whether node_modules is what package-lock.json asks for. npm writes what it installed into node_modules as its last
 * act; packages of other platforms, all optional, are missing there by right.
 */
function installed() {
  const asked = read('package-lock.json')?.packages
  const present = read('node_modules/.package-lock.json')?.packages
  if (!asked) fail('package-lock.json is missing or broken: restore it from the repository.')
  if (!present) return false
  const fitsHere = ({ os, cpu }) => fits(os, process.platform) && fits(cpu, process.arch)
  const same = (path) =>
    asked[path]?.version === present[path].version && asked[path].integrity === present[path].integrity
  return (
    Object.keys(present).every((path) => same(path) && fitsHere(present[path])) &&
    Object.keys(asked).every((path) => path === '' || asked[path].optional || path in present)
  )
}

function fits(allowed, value) {
  return !allowed || allowed.includes(value) || (allowed[0].startsWith('!') && !allowed.includes(`!${value}`))
}

async function install() {
  const own = process.env.npm_execpath
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const command = own && basename(own) === 'npm-cli.js' ? [process.execPath, own, ...args] : ['npm', ...args]
  await work('Installing the packages', 'Installed the packages', command)
}

/** Whether dist/ holds the pages of the present sources. */
function built() {
  return existsSync('dist/index.html') && existsSync(stampOfPages) && readFileSync(stampOfPages, 'utf8') === sources()
}

async function build() {
  const now = sources()
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await work('Building the pages', 'Built the pages', [node() ?? process.execPath, vite, 'build', '--logLevel', 'warn'])
  mkdirSync(join(stampOfPages, '..'), { recursive: true })
  writeFileSync(stampOfPages, now)
}

function sources() {
  const files = []
  const collect = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) collect(`${path}/${name}`)
    else if (!/\.(test\.tsx?|sql|md)$/.test(path)) files.push(path)
  }
  const places = [
    'index.html',
    'browser.tsx',
    'server-page.tsx',
    'screens.ts',
    'vite.config.ts',
    'package-lock.json',
    'public',
    'features',
    'platform',
    'reference',
  ]
  for (const place of places) collect(place)
  return sha(...files.flatMap((file) => [file, readFileSync(file)]))
}

/** Only one command at a time installs or builds; the file's age tells whether who holds it still lives. */
async function waitForTurn() {
  for (let told = false; ; told = true) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
      break
    } catch (reason) {
      if (reason.code !== 'EEXIST') throw reason
    }
    if (abandoned()) rmSync(lockFile, { force: true })
    else if (!told) console.error('Waiting for another command that is installing or building')
    await new Promise((done) => setTimeout(done, 100))
  }
  const beat = setInterval(() => utimesSync(lockFile, new Date(), new Date()), 1000)
  const release = () => {
    clearInterval(beat)
    rmSync(lockFile, { force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      release()
      process.exit(130)
    })
  }
  return release
}

function abandoned() {
  try {
    if (Date.now() - statSync(lockFile).mtimeMs > 15_000) return true
    process.kill(Number(readFileSync(lockFile, 'utf8')) || process.pid, 0)
    return false
  } catch (reason) {
    return reason.code === 'ESRCH'
  }
}

/** Runs a command, showing that time passes; its output is shown when it fails. */
async function work(doing, done, [command, ...args]) {
  const began = performance.now()
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
  const live = process.stdout.isTTY
  process.stdout.write(live ? `${doing} ...` : `${doing} ...\n`)
  const ticker = setInterval(() => live && process.stdout.write(`\r${doing} ... ${seconds()} `), 500)
  const shell = process.platform === 'win32' && !command.endsWith('.exe')
  const child = spawn(shell ? `"${command}"` : command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell })
  const output = []
  child.stdout.on('data', (part) => output.push(part))
  child.stderr.on('data', (part) => output.push(part))
  const code = await new Promise((end) => child.on('error', end).on('close', end))
  clearInterval(ticker)
  if (code !== 0) {
    process.stdout.write('\n')
    process.stderr.write(Buffer.concat(output))
    rmSync(lockFile, { force: true })
    fail(`${doing} failed${code instanceof Error ? ` (${code.message})` : ''}: the reason is above.`)
  }
  process.stdout.write(`${live ? '\r' : ''}${done} in ${seconds()}    \n`)
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function sha(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 24)
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
