import { hash as digestOf, timingSafeEqual } from 'node:crypto'

/** Which service a token belongs to. A carrier's feed has a token of that carrier. */
export type TokenOf = 'intake' | 'fax' | 'sms' | 'mail' | 'feed'

/** The tokens services prove themselves with; of each, a new one and the one it follows are valid side by side. */
export type ServiceTokens = Readonly<Record<Exclude<TokenOf, 'feed'>, readonly string[]>> & {
  /** By master carrier code; those of `*` are for every carrier, which only demonstrations and tests have. */
  readonly feeds: Readonly<Record<string, readonly string[]>>
}

export const EVERY_CARRIER = '*'

/** No service is let in. */
export const noServices: ServiceTokens = { intake: [], fax: [], sms: [], mail: [], feeds: {} }

/** One token for every service and every carrier. */
export const oneToken = (token: string): ServiceTokens => ({
  intake: [token],
  fax: [token],
  sms: [token],
  mail: [token],
  feeds: { [EVERY_CARRIER]: [token] },
})

const hash = (text: string): Buffer => digestOf('sha256', text, 'buffer')

/** Whether this is one of the tokens. Every one is compared, so that the time says nothing of which. */
export function isOneOf(given: string, tokens: readonly string[]): boolean {
  const wanted = hash(given)
  return tokens.reduce((found, token) => timingSafeEqual(wanted, hash(token)) || found, false)
}

/** The tokens that open calls of this service, whatever carrier they are about. */
export const tokensOf = (tokens: ServiceTokens, of: TokenOf): readonly string[] =>
  of === 'feed' ? Object.values(tokens.feeds).flat() : tokens[of]

/** The tokens of feeds of this carrier. */
export const feedTokensOf = (tokens: ServiceTokens, mc: unknown): readonly string[] => [
  ...(typeof mc === 'string' && Object.hasOwn(tokens.feeds, mc) ? tokens.feeds[mc]! : []),
  ...(tokens.feeds[EVERY_CARRIER] ?? []),
]
