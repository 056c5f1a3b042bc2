/** What a browser keeps of the demonstration between visits: the database, and of which build it is. */

const STATE = 'rxdocket-demo-state'
export const FOLDER = 'rxdocket-demo'
/** PGlite's own name for the database in this folder. */
const FILES = `/pglite/${FOLDER}`

/**
 * What stands beside the database: its build, how far its time stands from the machine's, the session cookie, whose it is, and the
 * prescriptions that the pharmacy has billed.
 */
export type State = { build: string; offsetMs: number; cookie: string; subject: string | undefined; billed: string[] }

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'))
  })

async function store(mode: IDBTransactionMode): Promise<{ of: IDBObjectStore; close: () => void }> {
  const opening = indexedDB.open(STATE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('state')
  const db = await done(opening)
  return { of: db.transaction('state', mode).objectStore('state'), close: () => db.close() }
}

export async function readState(): Promise<State | undefined> {
  const { of, close } = await store('readonly')
  const found = (await done(of.get('state'))) as State | undefined
  close()
  return found
}

export async function keepState(state: State | undefined): Promise<void> {
  const { of, close } = await store('readwrite')
  await (state ? done(of.put(state, 'state')) : done(of.delete('state')))
  close()
}

/** Deletes the files of the database; nobody may have them open. */
export async function dropFiles(): Promise<void> {
  await done(indexedDB.deleteDatabase(FILES))
}
