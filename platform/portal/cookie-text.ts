import { parseCookie, stringifySetCookie } from 'cookie'

/** A cookie of the portal as it is sent; all of them are for the whole site unless a path is given. */
export type SentCookie = {
  name: string
  value: string
  path?: string
  /** Seconds; without, the cookie goes with the browser. 0 takes it away. */
  maxAge?: number
  sameSite: 'Lax' | 'Strict' | 'None'
  secure: boolean
  /** Whether scripts of our pages may read it. */
  readable?: boolean
}

const sites = { Lax: 'lax', Strict: 'strict', None: 'none' } as const

/** The text of a Set-Cookie header. */
export const setCookieText = ({ sameSite, readable = false, path = '/', ...cookie }: SentCookie): string =>
  stringifySetCookie({ ...cookie, path, httpOnly: !readable, sameSite: sites[sameSite] })

/** The value of a cookie in a Cookie header, as it was sent; of a name sent twice the first. */
export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header === undefined ? undefined : parseCookie(header, { decode: (value) => value })[name]
