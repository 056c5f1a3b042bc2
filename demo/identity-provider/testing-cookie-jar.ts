/** For tests: a browser without a screen. It keeps cookies as browsers do (by host and path, ports ignored). */
export function openCookieJar() {
  const cookies: { name: string; value: string; host: string; path: string; text: string }[] = []

  async function visit(address: string, request: RequestInit = {}): Promise<Response> {
    const url = new URL(address)
    const sent = cookies.filter(({ host, path }) => host === url.hostname && isBelow(url.pathname, path))
    const headers = new Headers({ accept: 'text/html', ...Object.fromEntries(new Headers(request.headers)) })
    if (sent.length > 0) headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { ...request, headers, redirect: 'manual' })
    for (const text of response.headers.getSetCookie()) keep(url, text)
    return response
  }

  function keep(url: URL, text: string): void {
    const [pair = '', ...attributes] = text.split(/;\s*/)
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const attribute = (wanted: string) =>
      attributes.find((found) => found.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = attribute('path') ?? '/'
    const old = cookies.findIndex((kept) => kept.name === name && kept.host === url.hostname && kept.path === path)
    if (old >= 0) cookies.splice(old, 1)
    const expires = attribute('expires')
    if (expires === undefined || new Date(expires) > new Date()) {
      cookies.push({ name, value, host: url.hostname, path, text })
    }
  }

  /** Follows redirects until something else answers, or the address is one to stop at. */
  async function follow(
    address: string,
    stopAt: string,
    request?: RequestInit,
  ): Promise<{ url: string; response?: Response }> {
    let url = address
    let response = await visit(url, request)
    for (let hop = 0; hop < 10; hop++) {
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || location === null) return { url, response }
      url = new URL(location, url).href
      if (url.startsWith(stopAt)) return { url }
      response = await visit(url)
    }
    throw new Error(`too many redirects, last to ${url}`)
  }

  return { cookies, visit, follow }
}

const isBelow = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

export type CookieJar = ReturnType<typeof openCookieJar>
