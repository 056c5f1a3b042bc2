import { expect, test } from 'vitest'
import { freshDatabase } from '#testing/database.ts'
import { checkEncryptionKey } from './encryption-check.ts'
import { fieldKey } from './encryption-key.ts'

test('another key than the one a database was written with is refused; the first start on it is not', async () => {
  const url = await freshDatabase()
  const [first, second] = [1, 2].map((byte) => fieldKey(new Uint8Array(32).fill(byte)))
  // Of several first starts all have the same key, or the later ones are refused.
  await Promise.all([1, 2, 3].map(() => checkEncryptionKey(url, first!)))
  await expect(checkEncryptionKey(url, second!)).rejects.toThrow('is not the key this database was written with')
  await checkEncryptionKey(url, first!)
})
