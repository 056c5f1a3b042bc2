import type { CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'

// For tests: the way of a carrier's answer through a browser, one step at a time.

export type Fields = { oktaSaml: string; oktaRelayState: string; oktaUrl: string; confirm: boolean }
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields),
})

/** The carrier's page posts its form to the portal. */
export const postAnswer = (jar: CookieJar, origin: string, samlResponse: string, relayState = ''): Promise<Response> =>
  jar.visit(`${origin}/sso/saml`, form({ SAMLResponse: samlResponse, RelayState: relayState }))

/** The post page fetches its fields. */
export const takeFields = (jar: CookieJar, origin: string, id: string): Promise<Response> =>
  jar.visit(`${origin}/api/ssoLoginOkta/id/${encodeURIComponent(id)}`, { headers: { 'x-portal-request': '1' } })

/** The id of the post page, from the redirect to it. */
export function idIn(response: Response): string {
  const id = /^\/loginOktaSaml\?id=([\w-]{43})$/.exec(response.headers.get('location') ?? '')?.[1]
  if (id === undefined) throw new Error(`sent to ${response.headers.get('location')}`)
  return id
}

/** The post page sends its form to the hub; ends at the portal's callback page, or where it is refused. */
export const postToHub = async (
  jar: CookieJar,
  origin: string,
  { oktaUrl, oktaSaml, oktaRelayState }: Omit<Fields, 'confirm'>,
): Promise<string> =>
  (await jar.follow(oktaUrl, `${origin}/login/callback#`, form({ SAMLResponse: oktaSaml, RelayState: oktaRelayState })))
    .url

/** The whole way of an answer; answers the path it ends at, without the number for support. */
export async function arrive(jar: CookieJar, origin: string, samlResponse: string, relayState = ''): Promise<string> {
  const posted = await postAnswer(jar, origin, samlResponse, relayState)
  const location = posted.headers.get('location') ?? `status ${posted.status}`
  if (!location.startsWith('/loginOktaSaml')) return withoutNumber(location)
  const fields = (await (await takeFields(jar, origin, idIn(posted))).json()) as Fields
  return withoutNumber((await postToHub(jar, origin, fields)).replace(origin, ''))
}

const withoutNumber = (path: string): string => path.replace(/&id=[\da-f-]{36}$/, '')
