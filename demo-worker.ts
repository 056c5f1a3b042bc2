/** The worker of the demonstration: takes pages on while the portal is still loading, so that none is missed. */
import '#demo/page/node/globals.ts'
import { beginToFetch, type BuiltFiles } from '#demo/page/fetched.ts'
import type { ToWorker } from '#demo/page/messages.ts'
import { readState } from '#demo/page/stored.ts'
import type { PagePort } from './demo-server.ts'

declare const DEMO: { build: string; files: BuiltFiles }

/** What is large is on its way while the code of the server is: PostgreSQL first, then the data, where they are not kept. */
async function fetchAhead({ build, files }: typeof DEMO): Promise<void> {
  const program = [beginToFetch(files.program), beginToFetch(files.share)]
  const kept = await readState().catch(() => undefined)
  if (kept?.build === build) return
  void beginToFetch(files.tables)
  await Promise.all(program)
  void beginToFetch(files.data)
}
void fetchAhead(DEMO)

const loading = import('./demo-server.ts')

function take(port: PagePort): void {
  const early: ToWorker[] = []
  port.onmessage = ({ data }) => void early.push(data)
  loading.then(
    ({ welcome }) => welcome(port, early),
    (error: Error) => {
      port.postMessage({ kind: 'broken', message: error.message })
      self.close() // pages that try again get another worker
    },
  )
}

// A worker of all tabs gets a port for each; one of a single tab is the port.
if ('onconnect' in self)
  Object.assign(self, { onconnect: (event: MessageEvent) => take(event.ports[0] as unknown as MessagePort) })
else take(self as unknown as MessagePort)
