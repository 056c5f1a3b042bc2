/** The worker of the demonstration: takes pages on while the portal is still loading, so that none is missed. */
import '#demo/page/node/globals.ts'
import type { ToWorker } from '#demo/page/messages.ts'
import type { PagePort } from './demo-server.ts'

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
