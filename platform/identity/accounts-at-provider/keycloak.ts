import { z } from 'zod'
import type { Fetch } from '../outbound.ts'
import { AccountsFailure, mustBeDone, type AccountsAtProvider } from './accounts.ts'

export type KeycloakOptions = {
  /** The realm's issuer: `https://login.example.com/realms/work`. */
  issuer: string
  /** The realm's administration, where it has an address of its own: `https://admin.example.com/admin/realms/work`. */
  adminUrl: string
  /** The portal's client; its service account needs the role manage-users of realm-management. */
  clientId: string
  clientSecret: string
  fetch: Fetch
}

/** Where a realm is administered, unless the operator says otherwise. */
export const adminUrlOf = (issuer: string): string => issuer.replace(/\/realms\/([^/]+)\/?$/, '/admin/realms/$1')

const Token = z.object({ access_token: z.string().min(1) })
const User = z.looseObject({ requiredActions: z.array(z.string()).optional() })
const ACTION = 'UPDATE_PASSWORD'

/** Accounts at Keycloak, by its Admin REST API and the portal's own service account. The subject of its tokens is the user's id. */
export function keycloakAccounts(options: KeycloakOptions): AccountsAtProvider {
  const { issuer, adminUrl, clientId, clientSecret, fetch } = options

  async function bearer(): Promise<string> {
    const response = await fetch(`${issuer.replace(/\/$/, '')}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from([clientId, clientSecret].map(encodeURIComponent).join(':')).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    mustBeDone(response, 'signing in as the service account')
    return (await answerOf(response, Token, 'signing in as the service account')).access_token
  }

  return {
    expirePassword: async (subject) => {
      const headers = { authorization: `Bearer ${await bearer()}`, accept: 'application/json' }
      const address = `${adminUrl}/users/${encodeURIComponent(subject)}`
      const read = await fetch(address, { headers })
      mustBeDone(read, 'reading the account')
      // Since Keycloak 24 what is left out of a PUT is cleared: the whole account goes back, with one thing more.
      const user = await answerOf(read, User, 'reading the account')
      const requiredActions = [...new Set([...(user.requiredActions ?? []), ACTION])]
      const written = await fetch(address, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...user, requiredActions }),
      })
      mustBeDone(written, 'demanding a new password')
      mustBeDone(await fetch(`${address}/logout`, { method: 'POST', headers }), 'ending its sessions')
    },
    sendRecovery: async (subject) => {
      const response = await fetch(
        `${adminUrl}/users/${encodeURIComponent(subject)}/execute-actions-email?client_id=${encodeURIComponent(clientId)}`,
        {
          method: 'PUT',
          headers: { authorization: `Bearer ${await bearer()}`, 'content-type': 'application/json' },
          body: JSON.stringify([ACTION]),
        },
      )
      mustBeDone(response, 'sending the recovery mail')
    },
  }
}

async function answerOf<T>(response: Response, shape: z.ZodType<T>, what: string): Promise<T> {
  const parsed = shape.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw new AccountsFailure('refused', `${what}: answered something else than its API says`)
  return parsed.data
}
