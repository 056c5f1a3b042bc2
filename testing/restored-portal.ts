import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { freePort } from '#platform/database/free-port.ts'
import { loadEncryptionKey } from '#platform/encryption/encryption-key.ts'
import { eventually } from './eventually.ts'
import type { PortalData } from './portal-in-browser.ts'
import { beginProgram } from './program.ts'

/**
 * Starts a portal with demo data, makes a backup while it runs, removes the portal, and starts a database server on the backup,
 * as docs/guide/backup.md says.
 */
export async function restoredPortal(): Promise<{ data: PortalData; remove: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'rxdocket-restored-'))
  await chmod(home, 0o755) // PostgreSQL may run as somebody else
  const [data, copy] = [join(home, 'data'), join(home, 'copy')]
  const port = String(await freePort('localhost'))
  const first = beginProgram('server.ts', [], { RXDOCKET_DATA: data, RXDOCKET_SEED: 'test', PORT: port })
  const ready = eventually(async () => {
    const answer = await fetch(`http://localhost:${port}/readyz`)
    if (!answer.ok) throw new Error(await answer.text())
  })
  await Promise.race([ready, first.ended.then(failed)])
  const copied = await beginProgram('tools/backup.ts', [copy], { RXDOCKET_DATA: data }).ended
  if (copied.code !== 0) failed(copied)
  first.child.kill('SIGTERM')
  const ended = await first.ended
  if (ended.code !== 0) failed(ended)
  await rm(data, { recursive: true })

  const server = await startEmbedded({ dir: join(copy, 'postgres'), fast: true, log: () => {} })
  const key = await loadEncryptionKey({ key: undefined, dataFolder: copy })
  return {
    data: { databaseUrl: server.url, dataFolder: copy, key },
    remove: async () => {
      await server.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function failed({ output }: { output: string }): never {
  throw new Error(output)
}
