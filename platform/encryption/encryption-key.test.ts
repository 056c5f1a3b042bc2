import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadEncryptionKey } from './encryption-key.ts'

describe('the encryption key', () => {
  test('is made once, kept where only its owner can read it, and a broken one is refused', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'rxdocket-key-'))
    const key = await loadEncryptionKey({ key: undefined, dataFolder })
    expect(key).toHaveLength(32)
    expect(await loadEncryptionKey({ key: undefined, dataFolder })).toEqual(key)
    expect(readFileSync(join(dataFolder, 'key'), 'utf8').trim()).toBe(Buffer.from(key).toString('hex'))
    expect(statSync(join(dataFolder, 'key')).mode & 0o077).toBe(0)
    expect(await loadEncryptionKey({ key: new Uint8Array(32), dataFolder })).toEqual(new Uint8Array(32))

    writeFileSync(join(dataFolder, 'key'), 'cut off')
    await expect(loadEncryptionKey({ key: undefined, dataFolder })).rejects.toThrow(/is not the key of this portal/)
    await expect(loadEncryptionKey({ key: undefined, dataFolder: join(dataFolder, 'key') })).rejects.toThrow(
      /cannot be written/,
    )
    rmSync(dataFolder, { recursive: true })
  })
})
