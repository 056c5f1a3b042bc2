import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkStoreKey, type DocumentStore } from '../calls/documents.ts'
import { documentUnavailable, refuseOtherBytes } from './stored-bytes.ts'

/** Documents in a folder of this machine, or of a disk that all processes share. */
export function folderStore(folder: string): DocumentStore {
  const fileOf = (key: string): string => join(folder, ...checkStoreKey(key).split('/'))
  return {
    async put(key, bytes, sha256) {
      refuseOtherBytes(bytes, sha256)
      const file = fileOf(key)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      // Written beside its place and renamed: a process that dies leaves no part of a document under its name.
      const draft = `${file}.${randomBytes(6).toString('hex')}`
      try {
        const handle = await open(draft, 'wx', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async get(key, sha256) {
      const bytes = await readFile(fileOf(key)).catch((error: NodeJS.ErrnoException) => documentUnavailable(error))
      refuseOtherBytes(bytes, sha256)
      return bytes
    },
  }
}
