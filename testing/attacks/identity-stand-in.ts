import { randomBytes } from 'node:crypto'

/** What the stand-in for an identity provider accepts as the token of a person. */
export const tokenOf = (username: string): string => `token-of-${username}`

/** The address of the single sign-on of a carrier. */
export const hub = 'https://hub.example/sso'

/** The secret of the one browser a single sign-on is bound to here. */
export const browser = 'secret-of-the-browser'

/** In the place of the identity provider: says who a token belongs to, as `idp_subject` in the fixture world. */
export const identityStandIn = {
  accounts: { expirePassword: async () => {}, sendRecovery: async () => {} },
  identity: {
    hubs: [hub],
    logoutUrl: async () => null,
    verify: async (token: string) =>
      token.startsWith(tokenOf(''))
        ? {
            issuer: 'test',
            subject: token.slice(tokenOf('').length),
            sid: null,
            refreshHintMinutes: null,
            email: `${token.slice(tokenOf('').length + 2)}@newcomers.example`,
            emailVerified: true,
            name: null,
            issuedAt: new Date().toISOString(),
            authTime: null,
            acr: null,
            amr: [],
            secondFactor: null,
            // Here every token is a new one.
            once: { keyHash: randomBytes(32), until: new Date(Date.now() + 60_000).toISOString() },
          }
        : undefined,
    renew: () => {},
    revoke: () => {},
  },
}
