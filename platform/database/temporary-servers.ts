/** The PostgreSQL servers of test runs: where their files lie, and an end to those whose run was killed. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive, isPostgresOf } from './server-process.ts'

const TEMPORARY = 'rxdocket-test-'

/** Linux keeps what is in this folder in memory. */
const MEMORY = '/dev/shm'

const foldersIn = async (place: string): Promise<string[]> =>
  existsSync(place) ? (await readdir(place)).map((name) => join(place, name)) : []

/** Whether the folder in memory and the memory itself hold the databases of a test run, 2 GB, with much to spare. */
async function isRoomy(): Promise<boolean> {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = await statfs(MEMORY)
  return bavail * bsize >= 4e9 && process.availableMemory() >= 8e9
}

/** A new folder whose name says which process made it; in memory when asked for and where there is room. */
export async function temporaryFolder(inMemory = false): Promise<string> {
  const place = inMemory && (await isRoomy()) ? MEMORY : tmpdir()
  return mkdtemp(join(place, `${TEMPORARY}${process.pid}-`))
}

/** Ends the temporary servers of test runs that were killed; the process number in the folder's name is the maker's. */
export async function sweepTemporary(): Promise<void> {
  for (const dir of [...(await foldersIn(tmpdir())), ...(await foldersIn(MEMORY))]) {
    const name = basename(dir)
    const [maker] = name.startsWith(TEMPORARY) ? name.slice(TEMPORARY.length).split('-').map(Number) : []
    if (!maker || isAlive(maker) || !existsSync(join(dir, 'postmaster.pid'))) continue
    const pid = parseInt(readFileSync(join(dir, 'postmaster.pid'), 'utf8'))
    if (process.platform !== 'linux' || !isPostgresOf(pid, dir)) continue
    process.kill(pid, 'SIGQUIT')
    while (isPostgresOf(pid, dir)) await pause(20)
    for (const left of [dir, `${dir}.password`]) await rm(left, { recursive: true, force: true })
  }
}
