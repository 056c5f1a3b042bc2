import { DAY_MS, later } from '../../dates/instant.ts'
import type { Pool } from 'pg'
import { newSelfSigned, type KeyWithCertificate } from '../../encryption/self-signed.ts'
import { encrypt, decrypt, type EncryptionKey } from '../../encryption/encrypt.ts'

const purpose = 'our key towards carriers'
const year = 365 * DAY_MS

type Row = { private_key_sealed: string; certificate: string }

/**
 * Our own key towards carriers' providers, with its certificate for our metadata. It is made when it is first needed and
 * is encrypted in the database, the same for every process; one that cannot be opened any more (another RXDOCKET_KEY) is
 * replaced, and carriers then need our metadata again.
 */
export function ownKey(pool: () => Pool, key: EncryptionKey, now: () => Date): () => Promise<KeyWithCertificate> {
  const opened = (row: Row | undefined): KeyWithCertificate | undefined => {
    const privateKey = row && decrypt(key, row.private_key_sealed, purpose)
    return row && privateKey ? { privateKey, certificate: row.certificate } : undefined
  }
  async function find(): Promise<KeyWithCertificate> {
    const kept = (await pool().query<Row>('select * from own_sso_key()')).rows[0]
    const known = opened(kept)
    if (known) return known
    const made = await newSelfSigned({ commonName: 'Portal', from: now(), to: later(now(), 10 * year) })
    const { rows } = await pool().query<Row>('select * from keep_own_sso_key($1, $2, $3)', [
      encrypt(key, made.privateKey, purpose),
      made.certificate,
      kept?.private_key_sealed ?? '',
    ])
    const won = opened(rows[0])
    if (!won) throw new Error('the key towards carriers is encrypted with another key')
    return won
  }
  let found: Promise<KeyWithCertificate> | undefined
  return () =>
    (found ??= find().catch((error: unknown) => {
      found = undefined
      throw error
    }))
}
