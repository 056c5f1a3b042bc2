/** The demonstration's server, in a worker of the browser (`demo-worker.ts`): opens the database, and answers the calls of every tab. */
import '#demo/page/node/globals.ts'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { cube } from '@electric-sql/pglite/contrib/cube'
import { earthdistance } from '@electric-sql/pglite/contrib/earthdistance'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Pool } from '#demo/page/pg.ts'
import { signInAs } from '#demo/page/sign-in.ts'
import type { FromWorker, ToWorker } from '#demo/page/messages.ts'
import { dataDir, dropFiles, keepState, readState, type State } from '#demo/page/stored.ts'
import { openPagePortal, type PagePortal } from './demo-portal.ts'

declare const DEMO: { build: string; data: string; asOf: string; version: string; forTests: boolean }

/** So long after the last commit the database is written down. */
const QUIET_MS = 400

type Server = { pages: PagePortal; lite: PGlite; state: State }
type Port = { postMessage(message: FromWorker): void }
export type PagePort = Port & { onmessage: ((event: MessageEvent<ToWorker>) => void) | null }

const ports = new Set<Port>()
const extensions = { btree_gist, cube, earthdistance, pg_trgm }

/** The files of the database as the build made them. */
async function filesOfTheBuild(): Promise<Blob> {
  const response = await fetch(DEMO.data)
  if (!response.ok || !response.body) throw new Error('The data of the demonstration could not be loaded.')
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).blob()
}

async function database(kept: State | undefined): Promise<{ lite: PGlite; state: State }> {
  const base = { extensions, relaxedDurability: true }
  if (kept?.build === DEMO.build) return { lite: await PGlite.create({ ...base, dataDir }), state: kept }
  await keepState(undefined)
  await dropFiles()
  const lite = await PGlite.create({ ...base, dataDir, loadDataDir: await filesOfTheBuild() })
  return { lite, state: { build: DEMO.build, offsetMs: Date.parse(DEMO.asOf) - Date.now(), cookie: '' } }
}

/** The browser's console shows objects folded: one text says it at once. */
const logged = (...what: unknown[]): void => console.warn(JSON.stringify(what))

async function open(): Promise<Server> {
  const { lite, state } = await database(await readState())
  let timer: ReturnType<typeof setTimeout> | undefined
  const pages = openPagePortal({
    lite,
    origin: self.location.origin,
    version: DEMO.version,
    offsetMs: state.offsetMs,
    log: { info: () => {}, warn: logged, error: logged },
    onWritten: () => {
      clearTimeout(timer)
      timer = setTimeout(() => void lite.syncToFs().then(() => keepState(state)), QUIET_MS)
    },
  })
  return { pages, lite, state }
}

const server = open()

async function keepCookie(state: State, cookie: string): Promise<void> {
  state.cookie = cookie
  await keepState(state)
}

async function take(port: Port, message: ToWorker, gone: Map<number, () => void>): Promise<void> {
  const { pages, state, lite } = await server
  if (message.kind === 'gone') return gone.get(message.id)?.()
  if (message.kind === 'reset') {
    await keepState(undefined) // the next worker drops the files, which this one has open
    pages.jobs.stop()
    await lite.close().catch(() => {})
    for (const one of ports) one.postMessage({ kind: 'reset' })
    return self.close()
  }
  const { id } = message
  if (message.kind === 'signIn') {
    const cookie = await signInAs(pages.portal, message.subject, self.navigator.userAgent).catch((error: Error) => {
      console.error(error)
      return undefined
    })
    if (cookie) await keepCookie(state, cookie)
    port.postMessage({ kind: 'head', id, status: cookie ? 200 : 403, headers: {} })
    return port.postMessage({ kind: 'end', id })
  }
  if (message.kind === 'query') {
    if (!DEMO.forTests) return
    const { rows, rowCount, failed } = await new Pool({}).query(message.text, message.values).then(
      (answer) => ({ ...answer, failed: undefined }),
      (error: Error) => ({ rows: [], rowCount: null, failed: error.message }),
    )
    return port.postMessage({ kind: 'rows', id, rows, rowCount, ...(failed !== undefined && { failed }) })
  }
  const headers = { ...message.request.headers, origin: self.location.origin, cookie: state.cookie }
  await pages.answer(
    { ...message.request, headers },
    {
      head: (status, answered) => {
        const cookie = answered['set-cookie']?.split(';', 1)[0]
        if (cookie !== undefined) void keepCookie(state, cookie.endsWith('=') ? '' : cookie)
        port.postMessage({ kind: 'head', id, status, headers: answered })
      },
      bytes: (part) => port.postMessage({ kind: 'bytes', id, part: new Uint8Array(part) }),
      end: () => {
        gone.delete(id)
        port.postMessage({ kind: 'end', id })
      },
      onGone: (heard) => void gone.set(id, heard),
    },
  )
}

/** Takes a page on: it hears when the data are there, and its messages are answered, those that came before this too. */
export function welcome(port: PagePort, early: readonly ToWorker[]): void {
  ports.add(port)
  const gone = new Map<number, () => void>()
  const takeOne = (message: ToWorker) => void take(port, message, gone).catch(console.error)
  port.onmessage = ({ data }) => takeOne(data)
  early.forEach(takeOne)
  server.then(
    ({ state }) => port.postMessage({ kind: 'open', offsetMs: state.offsetMs, isSignedIn: state.cookie !== '' }),
    (error: Error) => {
      console.error(error)
      port.postMessage({ kind: 'broken', message: error.message })
    },
  )
}
