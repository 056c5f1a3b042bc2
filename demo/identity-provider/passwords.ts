import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'

// Each hash takes 32 MB and about 50 ms. The parameters are stored in the hash, so they can be raised without a migration.
const cost = { N: 2 ** 15, r: 8, p: 1 }

/** A password as it is stored: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, 32, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Whether the password is the stored one. Without a stored one the answer is no, and takes as long. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const [scheme, n, r, p, salt, hash] = (stored ?? '').split('$')
  if (scheme !== 'scrypt' || salt === undefined || hash === undefined) {
    await derive(password, Buffer.alloc(16), 32, cost)
    return false
  }
  const expected = Buffer.from(hash, 'base64url')
  const parameters = { N: Number(n), r: Number(r), p: Number(p) }
  const actual = await derive(password, Buffer.from(salt, 'base64url'), expected.length, parameters)
  return timingSafeEqual(actual, expected)
}

function derive(password: string, salt: Buffer, length: number, parameters: ScryptOptions): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  // Composed form: the same password typed on another keyboard is the same password (NIST SP 800-63B 5.1.1.2).
  scrypt(password.normalize('NFKC'), salt, length, { ...parameters, maxmem: 256 * 1024 * 1024 }, (error, key) => {
    if (error) reject(error)
    else resolve(key)
  })
  return promise
}
