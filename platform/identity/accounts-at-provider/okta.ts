import type { Fetch } from '../outbound.ts'
import { mustBeDone, type AccountsAtProvider } from './accounts.ts'

export type OktaOptions = {
  /** The organization's own address: `https://example.okta.com`. */
  url: string
  /** An API token of an administrator who may manage these users. */
  token: string
  fetch: Fetch
}

/**
 * Accounts at Okta, by its management API: `/lifecycle/expire_password` with `/sessions` (a live Okta session would let
 * the person in without the new password), and `/lifecycle/reset_password`. The subject of its tokens is the user's id, or
 * the login where a custom authorization server says so; Okta takes either in the address.
 */
export function oktaAccounts({ url, token, fetch }: OktaOptions): AccountsAtProvider {
  const ask = async (method: 'POST' | 'DELETE', subject: string, path: string, what: string) => {
    const headers = { accept: 'application/json', authorization: `SSWS ${token}` }
    const response = await fetch(`${url}/api/v1/users/${encodeURIComponent(subject)}${path}`, { method, headers })
    mustBeDone(response, what)
  }
  return {
    expirePassword: async (subject) => {
      await ask('POST', subject, '/lifecycle/expire_password', 'expiring the password')
      await ask('DELETE', subject, '/sessions?oauthTokens=true', 'ending its sessions')
    },
    sendRecovery: (subject) =>
      ask('POST', subject, '/lifecycle/reset_password?sendEmail=true', 'sending the recovery mail'),
  }
}
