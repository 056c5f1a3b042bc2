/** `npm run demo`: serves what `npm run demo:build` made, to this machine only. Any other file server does as well. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hostFiles } from '../testing/file-host.ts'

const PORT = 4173
const folder = join(import.meta.dirname, '../dist-demo')

function portOf(words: string[]): number {
  const { values } = parseArgs({ args: words, options: { port: { type: 'string', default: String(PORT) } } })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new TypeError('Use: npm run demo -- --port 4173')
  return port
}

try {
  const port = portOf(process.argv.slice(2))
  if (!existsSync(join(folder, 'index.html')))
    throw new TypeError('There is nothing to serve: npm run demo:build first.')
  const { origin } = await hostFiles(folder, { packed: true, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new TypeError(`Port ${port} is taken: npm run demo -- --port ${port + 1}`)
  })
  console.log(`The demonstration is at ${origin}. Ctrl-C ends it.`)
} catch (reason) {
  console.error(reason instanceof TypeError ? reason.message : reason)
  process.exitCode = 1
}
