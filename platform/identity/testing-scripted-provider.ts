import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose'

/** What the scripted provider was asked. */
type ScriptedQuestion = { url: URL; form: URLSearchParams }

/** One answer of the scripted provider: a value for JSON, or the raw parts. */
type ScriptedAnswer = { status?: number; headers?: Record<string, string>; json?: unknown; raw?: string }

/** For tests: an OpenID provider that answers exactly what the test tells it, right or wrong, and writes down who asked. */
export async function startScriptedProvider(clientId: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'good', alg: 'RS256', use: 'sig' }
  const asked: string[] = []
  const forms: URLSearchParams[] = []
  const script: Record<
    string,
    ScriptedAnswer | ((asked: ScriptedQuestion) => ScriptedAnswer | Promise<ScriptedAnswer>)
  > = {}
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const metadata: Record<string, unknown> = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    code_challenge_methods_supported: ['S256'],
  }
  script['/.well-known/openid-configuration'] = () => ({ json: metadata })
  script['/keys'] = () => ({ json: { keys: [jwk] } })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    const path = url.pathname
    asked.push(path)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const form = new URLSearchParams(body)
    if (path === '/token') forms.push(form)
    const scripted = script[path]
    const {
      status = 200,
      headers = {},
      json,
      raw,
    } = (typeof scripted === 'function' ? await scripted({ url, form }) : scripted) ?? {
      status: 404,
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(raw ?? (json === undefined ? '' : JSON.stringify(json)))
  }

  /** Claims of a token that is right in every way. */
  const goodClaims = (now: Date, nonce: string): JWTPayload => {
    const at = Math.floor(now.getTime() / 1000)
    return {
      iss: issuer,
      aud: clientId,
      sub: 'person-1',
      iat: at,
      exp: at + 300,
      nonce,
      auth_time: at - 5,
      sid: 'session-1',
      amr: ['pwd', 'otp'],
      acr: 'urn:two',
      email: 'u1@northwind.example',
      name: 'Dana Ruiz',
      refresh_hint: 45,
    }
  }

  const sign = (claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}, key: CryptoKey = privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'good', ...header }).sign(key)

  return {
    issuer,
    metadata,
    jwk,
    privateKey,
    publicKey,
    asked,
    forms,
    script,
    goodClaims,
    sign,
    /** The next exchange of a code answers this ID token. */
    answerWith(idToken: string) {
      script['/token'] = {
        json: { access_token: 'opaque-access', token_type: 'Bearer', expires_in: 60, id_token: idToken },
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type ScriptedProvider = Awaited<ReturnType<typeof startScriptedProvider>>

/** The claims but for some. */
export const without = (claims: JWTPayload, ...names: string[]): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)))
