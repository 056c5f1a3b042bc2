import { createRemoteJWKSet, customFetch as keysFetch, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  None,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client'
import { systemClock } from '../dates/clock.ts'
import { createOutbound, isThisMachine, OutboundFailure, type Fetch } from './outbound.ts'

/** The provider cannot be used now; trying again later may help. The message is fit for a log. */
export class ProviderUnreachable extends Error {
  readonly code = 'PROVIDER_UNREACHABLE'

  constructor(detail: string, cause?: unknown) {
    super(detail, { cause })
    this.name = 'ProviderUnreachable'
  }
}

/** What the provider says about itself, with its keys. */
export type Discovered = {
  metadata: Readonly<ServerMetadata>
  /** The provider's public keys, from the one address its discovery document names. */
  keys: JWTVerifyGetKey
  /** The client for one request, with `now` as its clock. */
  clientAt: (now: Date) => Configuration
}

export type DiscoveryOptions = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  clockSkewSeconds: number
  fetch: Fetch | undefined
  now: () => Date
}

const freshForMs = 60 * 60_000

/**
 * Answers with the provider's metadata, read when first needed and again every hour. While the provider is away an
 * older answer serves on; without one the call throws `ProviderUnreachable` and the next call tries again.
 */
export function createDiscovery(options: DiscoveryOptions): () => Promise<Discovered> {
  const issuer = new URL(options.issuer)
  const plainHttp = issuer.protocol === 'http:'
  if (issuer.protocol !== 'https:' && !(plainHttp && isThisMachine(issuer.hostname))) {
    throw new Error(`the issuer ${issuer.href} must be https; http is for this machine only`)
  }
  const outbound = createOutbound({ plainHttpToThisMachine: plainHttp, fetch: options.fetch })
  let known: { value: Discovered; at: number } | undefined
  let asking: Promise<Discovered> | undefined

  async function ask(): Promise<Discovered> {
    const value = await discover(options, issuer, plainHttp, outbound, known?.value)
    known = { value, at: options.now().getTime() }
    return value
  }

  return async () => {
    if (known && Math.abs(options.now().getTime() - known.at) < freshForMs) return known.value
    asking ??= ask().finally(() => (asking = undefined))
    if (!known) return asking
    // Stale metadata is used while it is refreshed; a failure is handled by the next call.
    asking.catch(() => {})
    return known.value
  }
}

async function discover(
  options: DiscoveryOptions,
  issuer: URL,
  plainHttp: boolean,
  outbound: Fetch,
  before: Discovered | undefined,
): Promise<Discovered> {
  const execute = plainHttp ? [allowInsecureRequests] : []
  const ask: CustomFetch = (url, request) => outbound(url, request as RequestInit)
  let metadata: ServerMetadata
  try {
    const found = await discovery(issuer, options.clientId, undefined, None(), { execute, [customFetch]: ask })
    metadata = found.serverMetadata()
  } catch (error) {
    throw new ProviderUnreachable(`discovery of ${issuer.host}: ${reasonOf(error)}`, error)
  }
  // openid-client compares parsed addresses; a slash more is another issuer to us.
  if (metadata.issuer !== options.issuer) throw new ProviderUnreachable(`${issuer.host} calls itself another issuer`)
  if (!metadata.authorization_endpoint || !metadata.token_endpoint || !metadata.jwks_uri) {
    throw new ProviderUnreachable(`${issuer.host} names no authorization, token or key address`)
  }
  const sameKeys = before?.metadata.jwks_uri === metadata.jwks_uri
  return {
    metadata,
    keys: sameKeys
      ? before.keys
      : createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: 10_000, [keysFetch]: outbound }),
    clientAt: (now) => {
      const client = new Configuration(
        metadata,
        options.clientId,
        {
          // openid-client reads the clock itself: so it is given the difference to ours.
          [clockSkew]: Math.round((now.getTime() - systemClock.now().getTime()) / 1000),
          [clockTolerance]: options.clockSkewSeconds,
        },
        authentication(options.clientSecret, metadata.token_endpoint_auth_methods_supported),
      )
      client[customFetch] = ask
      for (const extension of execute) extension(client)
      return client
    },
  }
}

function authentication(secret: string | undefined, supported: readonly string[] = ['client_secret_basic']) {
  if (secret === undefined) return None()
  const onlyPost = supported.includes('client_secret_post') && !supported.includes('client_secret_basic')
  return onlyPost ? ClientSecretPost(secret) : ClientSecretBasic(secret)
}

/** The outbound failure behind an error, wherever a library wrapped it. */
export function outboundFailureOf(error: unknown): OutboundFailure | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof OutboundFailure) return at
  return undefined
}

/** An error in words that hold nothing of a token: the libraries' own sentences, one line, 300 characters. */
export function reasonOf(error: unknown): string {
  const sentences: string[] = []
  for (let at = error; at instanceof Error && sentences.length < 4; at = at.cause) sentences.push(at.message)
  return printable(sentences.join(': '), 300)
}

/** Text from outside made fit for one line of a log. */
const printable = (text: string, longest: number): string => text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, longest)
