import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkStoreKey, type DocumentStore } from '../calls/documents.ts'
import { Refused } from '../calls/refusal.ts'
import { documentUnavailable, refuseDamaged, refuseLarger, refuseOtherBytes } from './stored-bytes.ts'

/** Documents in a folder of this machine, or of a disk that all processes share. */
export function folderStore(folder: string): DocumentStore {
  const fileOf = (key: string): string => join(folder, ...checkStoreKey(key).split('/'))
  const get = async (key: string, sha256: Uint8Array): Promise<Uint8Array> => {
    const file = fileOf(key)
    const bytes = await stat(file)
      .then(({ size }) => {
        refuseLarger(size)
        return readFile(file)
      })
      .catch((error: Error) => (error instanceof Refused ? Promise.reject(error) : documentUnavailable(error)))
    refuseDamaged(bytes, sha256)
    return bytes
  }
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
      // Only what can be read back is stored: the database gives its copy up after this.
      await get(key, sha256)
    },
    get,
  }
}
