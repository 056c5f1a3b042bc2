import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sealingKey } from './encryption-key.ts'

describe('the sealing key', () => {
  test('is made once, kept where only its owner can read it, and a broken one is refused', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'rxdocket-key-'))
    const key = await sealingKey({ key: undefined, dataFolder })
    expect(key).toHaveLength(32)
    expect(await sealingKey({ key: undefined, dataFolder })).toEqual(key)
    expect(readFileSync(join(dataFolder, 'key'), 'utf8').trim()).toBe(Buffer.from(key).toString('hex'))
    expect(statSync(join(dataFolder, 'key')).mode & 0o077).toBe(0)
    expect(await sealingKey({ key: new Uint8Array(32), dataFolder })).toEqual(new Uint8Array(32))

    writeFileSync(join(dataFolder, 'key'), 'cut off')
    await expect(sealingKey({ key: undefined, dataFolder })).rejects.toThrow(/is not the key of this portal/)
    await expect(sealingKey({ key: undefined, dataFolder: join(dataFolder, 'key') })).rejects.toThrow(
      /cannot be written/,
    )
    rmSync(dataFolder, { recursive: true })
  })
})
