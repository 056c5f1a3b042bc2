/** The demonstration's server, in a worker of the browser (`demo-worker.ts`): opens the database, and answers the calls of every tab. */
import '#demo/page/node/globals.ts'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { cube } from '@electric-sql/pglite/contrib/cube'
import { earthdistance } from '@electric-sql/pglite/contrib/earthdistance'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Pool } from '#demo/page/pg.ts'
import { signInAs } from '#demo/page/sign-in.ts'
import { KeptFiles } from '#demo/page/kept-files.ts'
import { loadRows, makeTables, startParams } from '#demo/page/load-data.ts'
import { IN_USE, type FromWorker, type Step, type ToWorker } from '#demo/page/messages.ts'
import { fetchPacked, type BuiltFiles } from '#demo/page/packed.ts'
import { dropFiles, FOLDER, keepState, readState, type State } from '#demo/page/stored.ts'
import { startLife, usualPace, type Life } from './demo-life.ts'
import { openPagePortal, type PagePortal } from './demo-portal.ts'

declare const DEMO: { build: string; files: BuiltFiles; asOf: string; version: string; forTests: boolean }

/** So long after the last commit the database is written down; the first time later, when the first list is there. */
const QUIET_MS = 400
const FIRST_QUIET_MS = 5000
const LET_GO_MS = 4000

type Server = { pages: PagePortal; lite: PGlite; state: State; life: Life }
type Port = { postMessage(message: FromWorker): void }
export type PagePort = Port & { onmessage: ((event: MessageEvent<ToWorker>) => void) | null }

const ports = new Set<Port>()
const extensions = { btree_gist, cube, earthdistance, pg_trgm }
const files = new KeptFiles(FOLDER)

let doing: Extract<FromWorker, { kind: 'step' }> | undefined

/** Pages show what is being done. */
function say(step: Step, percent: number): void {
  if (doing?.step === step && doing.percent === percent) return
  doing = { kind: 'step', step, percent }
  for (const port of ports) port.postMessage(doing)
}

/** Of all that is done before the first answer, in percent, where each step begins. */
const begins = { program: 0, tables: 30, data: 45, start: 95 } as const satisfies Record<Step, number>

const fetched = async (file: keyof BuiltFiles): Promise<ArrayBuffer> => (await fetchPacked(DEMO.files[file]))()

async function startDatabase(): Promise<PGlite> {
  say('program', begins.program)
  const [program, share] = await Promise.all([
    fetched('program').then((bytes) => WebAssembly.compile(bytes)),
    fetched('share').then((bytes) => new Blob([bytes])),
  ])
  return PGlite.create({ extensions, startParams, fs: files, pgliteWasmModule: program, fsBundle: share })
}

async function freshDatabase(): Promise<PGlite> {
  const schema = fetched('schema')
  const starting = startDatabase()
  await schema // on its way before the data, which are much larger
  const data = fetchPacked(DEMO.files.data)
  const lite = await starting
  say('tables', begins.tables)
  await makeTables(lite, JSON.parse(new TextDecoder().decode(await schema)) as string[])
  say('data', begins.data)
  const file = new Uint8Array(await (await data)())
  await loadRows(lite, file, (part) => say('data', begins.data + Math.floor(part * (begins.start - begins.data))))
  return lite
}

async function database(kept: State | undefined): Promise<{ lite: PGlite; state: State; fresh: boolean }> {
  if (kept?.build === DEMO.build) return { lite: await startDatabase(), state: kept, fresh: false }
  await keepState(undefined)
  await dropFiles()
  const lite = await freshDatabase()
  const offsetMs = Date.parse(DEMO.asOf) - Date.now()
  return { lite, state: { build: DEMO.build, offsetMs, cookie: '', subject: undefined, billed: [] }, fresh: true }
}

/** The browser's console shows objects folded: one text says it at once. */
const logged = (...what: unknown[]): void => console.warn(JSON.stringify(what))

/** A worker of one tab has the data alone: two would write over each other. A page that was reloaded lets go of them soon. */
async function haveAlone(): Promise<void> {
  if ('onconnect' in self || !('locks' in navigator)) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const keep = () => {
    resolve()
    return new Promise(() => {}) // as long as the worker is there
  }
  navigator.locks
    .request(FOLDER, { signal: AbortSignal.timeout(LET_GO_MS) }, keep)
    .catch(() => reject(new Error(IN_USE)))
  return promise
}

async function open(): Promise<Server> {
  await haveAlone()
  const { lite, state, fresh } = await database(await readState())
  say('start', begins.start)
  let timer: ReturnType<typeof setTimeout> | undefined
  // Written down for the first time: nothing that was deleted, and no log of what is in the tables already.
  let tidy = fresh
  let writing = Promise.resolve()
  const writeDown = async () => {
    if (tidy) for (const statement of ['vacuum', 'checkpoint']) await new Pool({}).query(statement)
    tidy = false
    await files.writeDown()
    await keepState(state)
  }
  const pages = openPagePortal({
    lite,
    origin: self.location.origin,
    version: DEMO.version,
    offsetMs: state.offsetMs,
    log: { info: () => {}, warn: logged, error: logged },
    onWritten: () => {
      clearTimeout(timer)
      timer = setTimeout(() => void (writing = writing.then(writeDown).catch(logged)), tidy ? FIRST_QUIET_MS : QUIET_MS)
    },
    onMessage: (message) => life.sent(message), // long after it was started
  })
  const life: Life = startLife({
    pages,
    // Journeys know which requests there are.
    pace: DEMO.forTests ? { ...usualPace, claimMs: Infinity } : usualPace,
    remembered: state,
    visitor: () => (state.cookie === '' ? undefined : state.subject),
  })
  return { pages, lite, state, life }
}

const server = open()

async function keepCookie(state: State, cookie: string): Promise<void> {
  state.cookie = cookie
  // Until the database was written down for the first time there is nothing a state could stand beside.
  if ((await readState()) !== undefined) await keepState(state)
}

async function take(port: Port, message: ToWorker, gone: Map<number, () => void>): Promise<void> {
  const { pages, state, lite, life } = await server
  if (message.kind === 'gone') return gone.get(message.id)?.()
  if (message.kind === 'reset') {
    await keepState(undefined) // the next worker drops the files, which this one has open
    pages.jobs.stop()
    life.stop()
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
    if (cookie) {
      state.subject = message.subject
      await keepCookie(state, cookie)
    }
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
  life.called(message.request)
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
  if (doing) port.postMessage(doing)
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
