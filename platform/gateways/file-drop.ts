import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkDropName, type FileDrop } from '../calls/file-drop.ts'
import { sftpDrop, type SftpSettings } from './sftp-drop.ts'

/** Files of carriers in a folder of this machine, or of a disk that all processes share: the stand-in for a server of theirs. */
export function folderDrop(folder: string): FileDrop {
  const check = async (name: string) => {
    await drop.write(name, nothing())
    await drop.remove(name)
  }
  const fileOf = (name: string): string => join(folder, ...checkDropName(name).split('/'))
  const isThere = (error: NodeJS.ErrnoException): boolean => {
    if (error.code === 'ENOENT') return false
    throw error
  }
  const drop: FileDrop = {
    kind: 'folder',
    async write(name, pieces) {
      const file = fileOf(name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const handle = await open(file, 'w', 0o600)
      try {
        for await (const piece of pieces) await handle.writeFile(piece)
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    rename: (from, to) => rename(fileOf(from), fileOf(to)).then(() => true, isThere),
    remove: (name) => rm(fileOf(name), { force: true }),
    check: (name) =>
      check(name).then(
        () => [{ step: 'write', ok: true }],
        () => [{ step: 'write', ok: false }],
      ),
  }
  return drop
}

/** No byte. */
async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Where files of schedules go: the operator's SFTP server, else a folder beside the database. */
export const openFileDrop = (of: { folder: string; sftp: SftpSettings | undefined }): FileDrop =>
  of.sftp ? sftpDrop(of.sftp) : folderDrop(join(of.folder, 'extracts'))
