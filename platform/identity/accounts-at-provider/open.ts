import { createOutbound, type Fetch } from '../outbound.ts'
import type { AccountsAtProvider } from './accounts.ts'
import { fewAtOnce } from './few-at-once.ts'
import { adminUrlOf, keycloakAccounts } from './keycloak.ts'
import { oktaAccounts } from './okta.ts'

/** How to reach the accounts of the operator's own provider; see docs/guide/settings.md. */
export type AccountsSettings =
  | { kind: 'okta'; url: string | undefined; token: string }
  | { kind: 'keycloak'; url: string | undefined }

export type OpenAccounts = {
  accounts: AccountsSettings
  issuer: string
  clientId: string
  clientSecret: string
  /** Takes the place of our own http client; for tests. */
  fetch?: Fetch
  totalMs?: number
}

/** The accounts at the operator's own provider. */
export function openAccounts({ accounts, issuer, clientId, clientSecret, ...more }: OpenAccounts): AccountsAtProvider {
  const base = accounts.url ?? (accounts.kind === 'okta' ? new URL(issuer).origin : adminUrlOf(issuer))
  const fetch = createOutbound({
    // As sign-in does: plain http for this machine alone.
    plainHttpToThisMachine: new URL(issuer).protocol === 'http:',
    totalMs: more.totalMs ?? 5_000,
    fetch: more.fetch,
  })
  return fewAtOnce(
    accounts.kind === 'okta'
      ? oktaAccounts({ url: base, token: accounts.token, fetch })
      : keycloakAccounts({ issuer, adminUrl: base, clientId, clientSecret, fetch }),
  )
}
