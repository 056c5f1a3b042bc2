import { chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { CannotStart } from '../cannot-start.ts'

/** Files of a running PostgreSQL that a copy must not have, or makes by itself (PostgreSQL 18, 25.3.4). */
const notCopied = new Set(['postmaster.pid', 'postmaster.opts', 'server.log', 'pg_replslot', 'pg_wal'])

/**
 * Copies the files of a PostgreSQL that is running, as of the end of the copy; nobody has to wait. `url`: its superuser; `to`:
 * an empty folder or none yet. A server started on the copy plays back what was written meanwhile and is consistent.
 */
export async function copyRunningPostgres(url: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ from: string }>(`select current_setting('data_directory') as from`)
    const { from } = rows[0]!
    // A slot keeps the records that were written during the copy until they are copied, too.
    await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
    await client.query(`select pg_backup_start('copy', true)`)
    await copyFolder(from, to, (name) => !notCopied.has(name))
    const ended = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    )
    for (const folder of ['pg_wal', 'pg_replslot']) await makeLike(join(from, folder), join(to, folder))
    await copyFolder(join(from, 'pg_wal'), join(to, 'pg_wal'))
    const label = join(to, 'backup_label')
    await writeFile(label, ended.rows[0]!.label, { mode: 0o600 })
    const { uid, gid } = await stat(from)
    await ownedBy(label, uid, gid)
  } finally {
    await client.end()
  }
}

/**
 * Copies a folder with all that is in it, for the owner of the folder. A file that is gone before it is copied was not needed
 * any more.
 */
export async function copyFolder(from: string, to: string, wanted = (_name: string): boolean => true): Promise<void> {
  await makeLike(from, to)
  const { uid, gid } = await stat(from)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!wanted(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target).catch(ignoreGone)
    else if (entry.isFile())
      await copyFile(source, target)
        .then(() => ownedBy(target, uid, gid))
        .catch(ignoreGone)
    else throw new CannotStart(`${source} is neither a file nor a folder and cannot be copied.`)
  }
}

async function makeLike(from: string, to: string): Promise<void> {
  const { mode, uid, gid } = await stat(from)
  await mkdir(dirname(to), { recursive: true })
  await mkdir(to, { mode: mode & 0o777 }).catch((reason: NodeJS.ErrnoException) => {
    if (reason.code !== 'EEXIST') throw reason
  })
  await ownedBy(to, uid, gid)
}

/** Gives a file to somebody, where that may be done. */
const ownedBy = async (path: string, uid: number, gid: number): Promise<void> =>
  process.getuid?.() === 0 ? chown(path, uid, gid) : undefined

const ignoreGone = (reason: NodeJS.ErrnoException): void => {
  if (reason.code !== 'ENOENT') throw reason
}
