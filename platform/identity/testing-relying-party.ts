import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { dropDatabase, freshDatabase } from '#testing/database.ts'
import { firstUseIn } from './first-use.ts'
import { createRelyingParty, type RelyingPartyOptions } from './relying-party.ts'
import { startScriptedProvider } from './testing-scripted-provider.ts'

// For tests: relying parties of one client, with a scripted provider and a database for what works once.

export const clientId = 'portal'
export const discoveryPath = '/.well-known/openid-configuration'

export async function openRelyingParties() {
  const provider = await startScriptedProvider(clientId)
  const url = await freshDatabase(true)
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  const encryptionKey = { id: 'k1', secret: randomBytes(32) }
  return {
    provider,
    encryptionKey,
    /** One process of the portal; each has its own memory and shares the database. */
    relyingParty: (more: Partial<RelyingPartyOptions> = {}) =>
      createRelyingParty({
        issuer: provider.issuer,
        clientId,
        clientSecret: 'a secret: with & marks',
        redirectUri: 'http://localhost:9/login/callback',
        postLogoutRedirectUri: 'http://localhost:9/logout',
        scopes: ['openid', 'profile', 'email'],
        encryptionKey,
        firstUse: firstUseIn(() => pool),
        ...more,
      }),
    /** The provider answers discovery and keys as it should, and forgets what it was asked. */
    reset() {
      provider.asked.length = 0
      provider.forms.length = 0
      provider.script[discoveryPath] = () => ({ json: provider.metadata })
      provider.script['/keys'] = () => ({ json: { keys: [provider.jwk] } })
    },
    async close() {
      await provider.close()
      await pool.end()
      await dropDatabase(url)
    },
  }
}

export type RelyingParties = Awaited<ReturnType<typeof openRelyingParties>>
