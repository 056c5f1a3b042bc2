/** The demonstration's server, in a worker of the browser (`demo-worker.ts`): opens the database, and answers the calls of every tab. */
import '#demo/page/node/globals.ts'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { Pool } from '#demo/page/pg.ts'
import { signInAs } from '#demo/page/sign-in.ts'
import { KeptFiles } from '#demo/page/kept-files.ts'
import { extensions, loadRows, startParams } from '#demo/page/load-data.ts'
import { IN_USE, type FromWorker, type Keeping, type Step, type ToWorker } from '#demo/page/messages.ts'
import type { BuiltFiles } from '#demo/page/fetched.ts'
import { fetchPacked } from '#demo/page/packed.ts'
import { dropFiles, FOLDER, keepState, readState, type State } from '#demo/page/stored.ts'
import { UnderWay } from '#demo/page/under-way.ts'
import { WriteDown } from '#demo/page/write-down.ts'
import { startLife, usualPace, type Life } from './demo-life.ts'
import { openPagePortal, type PagePortal } from './demo-portal.ts'

declare const DEMO: { build: string; files: BuiltFiles; asOf: string; version: string; forTests: boolean }

/** So long after the last commit the database is written down; the first time later, when the first list is there. */
const waits = { quietMs: 400, firstQuietMs: 5000 }
const LET_GO_MS = 4000

type Server = { pages: PagePortal; lite: PGlite; state: State; life: Life; writing: WriteDown }
type Port = { postMessage(message: FromWorker): void }
export type PagePort = Port &
  Pick<EventTarget, 'addEventListener'> & { onmessage: ((event: MessageEvent<ToWorker>) => void) | null }

const ports = new Set<Port>()
const files = new KeptFiles(FOLDER)

let doing: Extract<FromWorker, { kind: 'step' }> | undefined

/** Pages show what is being done. */
function say(step: Step, percent: number): void {
  if (doing?.step === step && doing.percent === percent) return
  doing = { kind: 'step', step, percent }
  for (const port of ports) port.postMessage(doing)
}

/** The browser's console shows objects folded: one text says it at once. */
const logged = (...what: unknown[]): void => console.warn(JSON.stringify(what))

let keeping: Keeping = 'kept'

/** Pages say where what is done is not kept. */
function sayKeeping(now: Keeping): void {
  if (keeping === now) return
  keeping = now
  for (const port of ports) port.postMessage({ kind: 'keeping', keeping })
}

/** Of all that is done before the first answer, in percent, where each step begins. */
const begins = { program: 0, tables: 35, data: 45, start: 95 } as const satisfies Record<Step, number>

const unpacked = async (file: keyof BuiltFiles): Promise<Uint8Array<ArrayBuffer>> =>
  (await fetchPacked(DEMO.files[file]))()

async function program(): Promise<Pick<PGliteOptions, 'pgliteWasmModule' | 'fsBundle'>> {
  say('program', begins.program)
  const [pgliteWasmModule, fsBundle] = await Promise.all([
    unpacked('program').then((bytes) => WebAssembly.compile(bytes)),
    unpacked('share').then((bytes) => new Blob([bytes])),
  ])
  return { pgliteWasmModule, fsBundle }
}

/** A browser without a place for it has it in memory. */
const startDatabase = (parts: PGliteOptions): Promise<PGlite> =>
  PGlite.create({ extensions, startParams, ...parts, ...(keeping !== 'nowhere' && { fs: files }) })

const startAnyhow = (parts: PGliteOptions): Promise<PGlite> =>
  startDatabase(parts).catch((error: Error) => {
    if (keeping === 'nowhere') throw error
    logged(error.message)
    sayKeeping('nowhere')
    return startDatabase(parts)
  })

async function freshDatabase(): Promise<PGlite> {
  const tables = unpacked('tables')
  tables.catch(() => {}) // what fails first is what is said
  const parts = await program()
  const loadDataDir = new Blob([await tables])
  say('tables', begins.tables)
  const data = fetchPacked(DEMO.files.data)
  const lite = await startAnyhow({ ...parts, loadDataDir })
  say('data', begins.data)
  const file = await (await data)()
  await loadRows(lite, file, (part) => say('data', begins.data + Math.floor(part * (begins.start - begins.data))))
  return lite
}

async function database(kept: State | undefined): Promise<{ lite: PGlite; state: State; fresh: boolean }> {
  if (kept?.build === DEMO.build) {
    const parts = await program()
    const lite = await startDatabase(parts).catch(async (error: Error) => {
      await keepState(undefined) // what cannot be opened now never can: the next worker begins with the data of the build
      throw error
    })
    return { lite, state: kept, fresh: false }
  }
  if (keeping === 'kept') {
    await keepState(undefined)
    await dropFiles()
  }
  const lite = await freshDatabase()
  const offsetMs = Date.parse(DEMO.asOf) - Date.now()
  return { lite, state: { build: DEMO.build, offsetMs, cookie: '', subject: undefined, billed: [] }, fresh: true }
}

/**
 * Two workers would write over each other's data: tabs of two versions of the build have one each, as have all tabs where browsers cannot
 * share workers. One whose last page was closed lets go of the data when another asks for them; a page that was reloaded does so soon.
 */
async function haveAlone(): Promise<void> {
  if (!('locks' in navigator)) return
  const others = new BroadcastChannel(FOLDER)
  others.onmessage = () => void letGo()
  others.postMessage('')
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

async function letGo(): Promise<void> {
  if (ports.size > 0) return
  await server.then(
    ({ writing }) => writing.finish(),
    () => {},
  )
  if (ports.size === 0) self.close()
}

/** What the browser has kept; nothing where it has no place for this site, as private windows of some have not. */
async function keptState(): Promise<State | undefined> {
  try {
    return await readState()
  } catch {
    sayKeeping('nowhere')
    return undefined
  }
}

async function open(): Promise<Server> {
  await haveAlone()
  const { lite, state, fresh } = await database(await keptState())
  say('start', begins.start)
  const writing = new WriteDown(
    fresh,
    waits,
    async (isFirst) => {
      // The first time: analyzed, nothing that was deleted, and no log of what is in the tables already.
      if (isFirst) for (const statement of ['vacuum analyze', 'checkpoint']) await new Pool({}).query(statement)
      await files.writeDown()
      await keepState(state)
    },
    (failed) => {
      if (failed) logged(failed.message)
      sayKeeping(failed ? 'full' : 'kept')
    },
  )
  const pages = openPagePortal({
    lite,
    origin: self.location.origin,
    version: DEMO.version,
    offsetMs: state.offsetMs,
    log: { info: () => {}, warn: logged, error: logged },
    onWritten: () => {
      if (keeping !== 'nowhere') writing.changed()
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
  return { pages, lite, state, life, writing }
}

const server = open()
// Pages that try again get another worker.
server.catch(() => setTimeout(() => self.close()))

async function keepCookie(state: State, cookie: string): Promise<void> {
  state.cookie = cookie
  if (keeping === 'nowhere') return
  try {
    // Until the database was written down for the first time there is nothing a state could stand beside.
    if ((await readState()) !== undefined) await keepState(state)
  } catch (error) {
    logged((error as Error).message)
    sayKeeping('full')
  }
}

/** Drops the data, for all tabs. */
async function startOver({ pages, lite, life, writing }: Server): Promise<void> {
  pages.jobs.stop()
  life.stop()
  await writing.drop()
  if (keeping !== 'nowhere') await keepState(undefined) // the next worker drops the files, which this one has open
  await lite.close().catch(() => {})
  for (const one of ports) one.postMessage({ kind: 'reset' })
  self.close()
}

async function take(port: Port, message: Exclude<ToWorker, { kind: 'left' }>, underWay: UnderWay): Promise<void> {
  if (message.kind === 'gone') return underWay.gone(message.id)
  if (message.kind === 'request') underWay.begin(message.id)
  const opened = await server
  if (message.kind === 'reset') return startOver(opened)
  const { pages, state, life, writing } = opened
  const { id } = message
  if (message.kind === 'write') {
    await writing.now()
    return port.postMessage({ kind: 'end', id })
  }
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
        underWay.end(id)
        port.postMessage({ kind: 'end', id })
      },
      onGone: (heard) => underWay.onGone(id, heard),
    },
  )
}

/** Takes a page on: it hears when the data are there, and its messages are answered, those that came before this too. */
export function welcome(port: PagePort, early: readonly ToWorker[]): void {
  ports.add(port)
  if (doing) port.postMessage(doing)
  if (keeping !== 'kept') port.postMessage({ kind: 'keeping', keeping })
  const underWay = new UnderWay()
  const left = () => {
    ports.delete(port)
    underWay.allGone()
  }
  // Said by the page; where it was ended before it could, some browsers say so.
  port.addEventListener('close', left)
  const takeOne = (message: ToWorker) => {
    if (message.kind === 'left') return left()
    take(port, message, underWay).catch(console.error)
  }
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
