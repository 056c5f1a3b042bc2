import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** A named AES-256 key; the name is kept with the encrypted text, so that keys can change while old texts still decrypt. */
export type EncryptionKey = { id: string; secret: Uint8Array }

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts a text so that only we can read or change it; `purpose` must be given again to open it. */
export function encrypt(key: EncryptionKey, text: string, purpose: string): string {
  checkKey(key)
  // 96 random bits per text: safe for 2^32 texts under one key (NIST SP 800-38D 8.3).
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce)
  cipher.setAAD(associatedData(key.id, purpose))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [version, key.id, nonce.toString('base64url'), encrypted.toString('base64url')].join('.')
}

/** Decrypts what `encrypt` made for the same purpose, or null when it was changed, made for something else or by an unknown key. */
export function decrypt(
  keys: EncryptionKey | readonly EncryptionKey[],
  encrypted: string,
  purpose: string,
): string | null {
  const [foundVersion, keyId, nonceText, bodyText, ...rest] = encrypted.split('.')
  if (foundVersion !== version || keyId === undefined || rest.length > 0) return null
  const key = asList(keys).find((candidate) => candidate.id === keyId)
  const nonce = fromBase64url(nonceText)
  const body = fromBase64url(bodyText)
  if (!key || !nonce || !body || nonce.length !== nonceBytes || body.length < tagBytes) return null
  checkKey(key)
  const decipher = createDecipheriv('aes-256-gcm', key.secret, nonce, { authTagLength: tagBytes })
  decipher.setAAD(associatedData(keyId, purpose))
  decipher.setAuthTag(body.subarray(body.length - tagBytes))
  try {
    return Buffer.concat([decipher.update(body.subarray(0, body.length - tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** A key made from a configured secret of at least 32 characters; the same secret always gives the same key and id. */
export function encryptionKeyFrom(secret: string): EncryptionKey {
  // The two labels below never change: stored texts are encrypted with keys derived from them.
  if (secret.length < 32) throw new Error('an encryption secret needs at least 32 characters')
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', 'seal aes-256-gcm', 32))
  return { id: createHash('sha256').update('seal key id').update(bytes).digest('hex').slice(0, 8), secret: bytes }
}

/** The key new texts are encrypted with: the first of the list. */
export function loadEncryptionKey(keys: EncryptionKey | readonly EncryptionKey[]): EncryptionKey {
  const first = asList(keys)[0]
  if (!first) throw new Error('no encryption key configured')
  return first
}

const asList = (keys: EncryptionKey | readonly EncryptionKey[]): readonly EncryptionKey[] =>
  'secret' in keys ? [keys] : keys

const associatedData = (keyId: string, purpose: string): Buffer =>
  Buffer.from(`${version}\n${keyId}\n${purpose}`, 'utf8')

function checkKey(key: EncryptionKey): void {
  if (key.secret.length !== 32) throw new Error('an encryption key has 32 bytes')
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(key.id)) throw new Error('an encryption key id is 1 to 32 letters, digits, _ or -')
}

/** Strict: Node ignores stray characters and spare bits, which would let two texts decrypt to the same value. */
function fromBase64url(text: string | undefined): Buffer | null {
  if (text === undefined) return null
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}
