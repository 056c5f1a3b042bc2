import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encrypt, loadEncryptionKey, encryptionKeyFrom, decrypt } from './encrypt.ts'

const key = { id: 'k1', secret: randomBytes(32) }
const other = { id: 'k2', secret: randomBytes(32) }

test('an encrypted text decrypts to itself for any text and purpose', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, purpose) => {
      expect(decrypt(key, encrypt(key, text, purpose), purpose)).toBe(Buffer.from(text, 'utf8').toString('utf8'))
    }),
  )
})

test('encrypting the same text twice never gives the same string', () => {
  const encrypted = new Set(Array.from({ length: 1000 }, () => encrypt(key, 'same', 'purpose')))
  expect(encrypted.size).toBe(1000)
})

test('a change of any one character closes it for good', () => {
  const encrypted = encrypt(key, 'state=1;nonce=2', 'purpose')
  for (let position = 0; position < encrypted.length; position++) {
    for (const replacement of ['A', 'B', '.', '=']) {
      if (encrypted[position] === replacement) continue
      const changed = encrypted.slice(0, position) + replacement + encrypted.slice(position + 1)
      expect([position, replacement, decrypt([key, other], changed, 'purpose')]).toEqual([position, replacement, null])
    }
  }
})

test('cut, extended, empty and foreign strings do not open', () => {
  const encrypted = encrypt(key, 'text', 'purpose')
  for (const bad of [
    '',
    '.',
    '....',
    encrypted.slice(0, -1),
    `${encrypted}A`,
    `${encrypted}.x`,
    ` ${encrypted}`,
    `${encrypted}\n`,
    'v1.k1..',
  ])
    expect([bad, decrypt(key, bad, 'purpose')]).toEqual([bad, null])
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(decrypt(key, text, 'purpose')).toBeNull()
    }),
  )
})

test('a text encrypted for one purpose does not decrypt for another', () => {
  expect(decrypt(key, encrypt(key, 'text', 'sign-in'), 'password')).toBeNull()
})

test('an older key still decrypts its texts, a removed or renamed one does not', () => {
  const encrypted = encrypt(key, 'text', 'purpose')
  expect(decrypt([other, key], encrypted, 'purpose')).toBe('text')
  expect(decrypt([other], encrypted, 'purpose')).toBeNull()
  expect(decrypt([{ id: 'k1', secret: other.secret }], encrypted, 'purpose')).toBeNull()
  expect(decrypt([{ id: 'k3', secret: key.secret }], encrypted.replace('.k1.', '.k3.'), 'purpose')).toBeNull()
  expect(loadEncryptionKey([other, key])).toBe(other)
})

test('a key comes from a secret of 32 characters or more, always the same', () => {
  const secret = 'a secret of more than thirty-two characters'
  expect(encryptionKeyFrom(secret)).toEqual(encryptionKeyFrom(secret))
  expect(encryptionKeyFrom(secret).id).not.toBe(encryptionKeyFrom(`${secret}.`).id)
  expect(() => encryptionKeyFrom('short')).toThrow('at least 32')
  expect(() => encrypt({ id: 'k', secret: randomBytes(16) }, 'text', 'purpose')).toThrow('32 bytes')
  expect(() => encrypt({ id: 'a.b', secret: randomBytes(32) }, 'text', 'purpose')).toThrow('key id')
})
