import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** For tests: the user management of Okta and Keycloak as far as it is asked, on a real port. Close it at the end. */
export async function openProviderApi() {
  const secrets = { token: 'okta-api-token', clientId: 'portal', clientSecret: 'a secret & more: 100%' }
  const users = new Map([
    [
      'sub-dana',
      { id: 'sub-dana', username: 'dana', email: 'u1@northwind.example', requiredActions: ['VERIFY_EMAIL'] },
    ],
  ])
  const asked: string[] = []
  const sessions = new Set(['sub-dana'])
  const expired = new Set<string>()
  const mails: string[] = []
  /** What it does instead of its work, from the asking at which it begins. */
  let trouble: { status?: number; silent?: boolean; text?: string; from: RegExp } | undefined

  const basic = `Basic ${Buffer.from([secrets.clientId, secrets.clientSecret].map(encodeURIComponent).join(':')).toString('base64')}`
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const url = new URL(request.url ?? '/', 'http://api')
    const line = `${request.method} ${url.pathname}${url.search}`
    asked.push(line)
    const answer = (status: number, body?: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body === undefined ? '' : JSON.stringify(body))
    if (trouble?.from.test(line)) {
      if (trouble.silent) return undefined
      return trouble.text === undefined
        ? answer(trouble.status!, { errorCode: 'E0000001' })
        : response.writeHead(trouble.status ?? 200).end(trouble.text)
    }
    const body = await textOf(request)
    const authorization = request.headers.authorization
    const user = users.get(decodeURIComponent(url.pathname.split('/users/')[1]?.split('/')[0] ?? ''))

    if (line === 'POST /realms/work/protocol/openid-connect/token') {
      if (authorization !== basic || body !== 'grant_type=client_credentials')
        return answer(401, { error: 'unauthorized_client' })
      return answer(200, { access_token: 'service-account', token_type: 'Bearer', expires_in: 60 })
    }
    const known = url.pathname.startsWith('/admin/') ? 'Bearer service-account' : `SSWS ${secrets.token}`
    if (authorization !== known) return answer(401)
    if (!user) return answer(404)
    const what = `${request.method} ${url.pathname.split(`/users/${user.id}`)[1]}${url.search}`
    switch (what) {
      case 'POST /lifecycle/expire_password':
        expired.add(user.id)
        return answer(200, user)
      case 'DELETE /sessions?oauthTokens=true':
      case 'POST /logout':
        sessions.delete(user.id)
        return answer(204)
      case 'POST /lifecycle/reset_password?sendEmail=true':
        mails.push(user.email)
        return answer(200, {})
      case 'GET ':
        return answer(200, user)
      case 'PUT ': {
        const next = JSON.parse(body) as typeof user
        users.set(user.id, next)
        if (next.requiredActions.includes('UPDATE_PASSWORD')) expired.add(user.id)
        return answer(204)
      }
      case 'PUT /execute-actions-email?client_id=portal':
        if (body !== '["UPDATE_PASSWORD"]') return answer(400)
        mails.push(user.email)
        return answer(204)
      default:
        return answer(405)
    }
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    url,
    secrets,
    users,
    asked,
    sessions,
    expired,
    mails,
    fail: (status: number, from = /./) => void (trouble = { status, from }),
    say: (text: string, from: RegExp) => void (trouble = { text, from }),
    keepSilent: (from = /./) => void (trouble = { silent: true, from }),
    recover: () => void (trouble = undefined),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type ProviderApi = Awaited<ReturnType<typeof openProviderApi>>

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}
