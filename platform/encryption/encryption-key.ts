import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import { encryptionKeyFrom, type EncryptionKey } from './encrypt.ts'

/** The 32 bytes that encrypt cookies and fields: those of RXDOCKET_KEY, else those kept in the data folder, made once. */
export async function loadEncryptionKey(settings: {
  key: Uint8Array | undefined
  dataFolder: string
}): Promise<Uint8Array> {
  if (settings.key) return settings.key
  const file = join(settings.dataFolder, 'key')
  const cannot = ({ code }: NodeJS.ErrnoException) =>
    new CannotStart(`The folder ${settings.dataFolder} cannot be written (${code}): set RXDOCKET_DATA to one that can.`)
  await mkdir(settings.dataFolder, { recursive: true }).catch((reason: NodeJS.ErrnoException) => {
    throw cannot(reason)
  })
  const made = `${randomBytes(32).toString('hex')}\n`
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((reason: NodeJS.ErrnoException) => {
    if (reason.code !== 'EEXIST') throw cannot(reason)
  })
  const text = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (!/^[\da-f]{64}$/.test(text)) {
    throw new CannotStart(
      `The file ${file} is not the key of this portal: put it back from your backup, or set RXDOCKET_KEY.`,
    )
  }
  return Buffer.from(text, 'hex')
}

/** The secret for one purpose, derived from the portal's key. */
export const secretFor = (key: Uint8Array, purpose: string): string =>
  createHmac('sha256', key).update(purpose).digest('base64url')

/** What fields of the database are encrypted with. */
export const fieldKey = (key: Uint8Array): EncryptionKey => encryptionKeyFrom(secretFor(key, 'fields'))
