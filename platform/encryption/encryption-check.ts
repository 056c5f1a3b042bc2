import pg from 'pg'
import { CannotStart } from '../cannot-start.ts'
import { decrypt, encrypt, type EncryptionKey } from './encrypt.ts'

const word = 'The key of this portal'
const purpose = 'encryption check'

/** Refuses a key that is not the one this database was written with; the first start on it writes the word that tells. */
export async function checkEncryptionKey(url: string, key: EncryptionKey): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Of two first starts the second reads what the first wrote.
    await client.query('insert into encryption_check (encrypted) values ($1) on conflict do nothing', [
      encrypt(key, word, purpose),
    ])
    const { rows } = await client.query<{ encrypted: string }>('select encrypted from encryption_check')
    if (decrypt(key, rows[0]!.encrypted, purpose) === word) return
  } finally {
    await client.end()
  }
  throw new CannotStart(
    'RXDOCKET_KEY (or the file `key` of the data folder) is not the key this database was written with: what is encrypted in it could not be read. Put the right key back from your backup.',
  )
}
