import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CannotStart } from '../cannot-start.ts'
import { acceptedEncoding } from './compress.ts'
import { reportAddress, takePolicyReports } from './policy-reports.ts'
import { firstData, pageAt } from './first-data.ts'
import { firstLook } from './first-look.ts'
import { noncePlaceholder } from './nonce.ts'
import { readPageFiles, type PageFiles } from './page-files.ts'
import { rendering, type Render } from './render.ts'
import type { FirstReads } from '../calls/first-reads.ts'
import { safeReturnPath } from '../identity/return-path.ts'
import type { Portal } from '../portal/portal.ts'
import { Refused } from '../calls/refusal.ts'
import type { ShowPage } from '../session/sign-in.ts'
import { cookieOf } from '../session/cookies.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/** Names of files that are asked for by a page, a browser or a robot; every other name may be a page, as a user's is. */
const fileKinds =
  /\.(?:m?js|css|map|json|webmanifest|html?|txt|xml|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|br|gz|zip|pdf|csv)$/i

/** Whether nothing but a file can be meant: a page with a dot in its address is shown, so that a person never meets JSON. */
const isFileAddress = (path: string): boolean =>
  path.startsWith('/assets/') || path.includes('/.') || fileKinds.test(path)

type File = { type: string; plain: Buffer; br: Buffer | undefined; gzip: Buffer | undefined }

/** The browser build in memory: the shell in pieces between its nonces, and every file by its address. */
export type Pages = {
  shell: readonly string[]
  files: ReadonlyMap<string, File>
  /** The files modules need; nothing is loaded ahead where it is not known. */
  filesOf?: (...modules: readonly string[]) => PageFiles
  /** Renders pages on the server; a build without it shows them in the browser alone. */
  render?: Render
}

/** Reads the browser build. A file of a kind the build does not make stops the start. */
export async function readPages(folder: string): Promise<Pages> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  if (!found.includes('index.html'))
    throw new CannotStart(`The pages are not built (${folder} has no index.html): start the portal with npm start.`)
  const files = new Map<string, File>()
  const packed = (name: string) => (found.includes(name) ? readFile(join(folder, name)) : undefined)
  for (const name of found) {
    if (name === 'index.html' || name.startsWith('.') || /\.(br|gz)$/.test(name)) continue
    const type = types[extname(name)]
    if (!type) throw new Error(`The build holds a file of an unknown kind: ${name}`)
    files.set(`/${name}`, {
      type,
      plain: await readFile(join(folder, name)),
      br: await packed(`${name}.br`),
      gzip: await packed(`${name}.gz`),
    })
  }
  const shell = vouchedFor(await readFile(join(folder, 'index.html'), 'utf8'), files)
  // A build without the list of its files is shown too.
  const pageFiles = existsSync(join(folder, '.vite')) ? await readPageFiles(folder) : undefined
  const server = join(folder, '.server', 'server-page.js')
  return {
    shell: shell.split(noncePlaceholder),
    files,
    ...(pageFiles && { filesOf: pageFiles.filesOf }),
    ...(existsSync(server) && { render: rendering(server) }),
  }
}

const integrityOf = (file: File): string => `sha256-${createHash('sha256').update(file.plain).digest('base64')}`

/**
 * The shell with the hash of every script and style sheet it names, and of every script that is loaded later, in an import
 * map: a file that was changed on its way, or by a cache in between, is not run.
 */
function vouchedFor(shell: string, files: ReadonlyMap<string, File>): string {
  const tagged = shell.replace(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+)"[^>]*>/g, (tag, address: string) => {
    const file = files.get(address)
    return file && /\.(?:js|css)$/.test(address) ? tag.replace(/\s*\/?>$/, ` integrity="${integrityOf(file)}">`) : tag
  })
  const integrity = Object.fromEntries(
    [...files].filter(([address]) => address.endsWith('.js')).map(([address, file]) => [address, integrityOf(file)]),
  )
  // It has to come before the first script it lists.
  const map = `<script type="importmap" nonce="${noncePlaceholder}">${JSON.stringify({ integrity })}</script>`
  return tagged.replace(/<script\b|<link\b[^>]*\brel="modulepreload"/, (first) => `${map}${first}`)
}

/** The sheets made of a build, for a portal that is opened on the same again: packing them takes a good part of its start. */
const sheetsOf = new WeakMap<Pages['files'], Map<string, File>>()

/**
 * Style sheets as one: each by itself is a request of about 1 KB (docs/decisions/0871-one-sheet-for-a-page.md). Its name has its content's
 * hash, as those of the build have.
 */
function together(made: Map<string, File>, styles: readonly File[]): [address: string, sheet: File] {
  const plain = Buffer.concat(styles.flatMap((style) => [style.plain, Buffer.from('\n')]))
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 10)
  const address = `/assets/${hash}.css`
  const before = made.get(address)
  if (before) return [address, before]
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  const sheet = { type: types['.css']!, plain, br, gzip: gzipSync(plain, { level: 9 }) }
  made.set(address, sheet)
  return [address, sheet]
}

/**
 * Tags that load these files at once, but for those the shell names itself, and the style sheet they name. The sheets it is made of
 * are named as not wanted: what loads a part of a page later takes them for loaded, and no browser asks for them (Chromium looks ahead of the
 * page and would fetch a disabled one, but none for a medium it is not).
 */
function loadedAhead(
  { shell, files }: Pages,
  { scripts, styles }: PageFiles,
): { tags: string; sheets: [string, File][] } {
  const named = shell.join('')
  const made = sheetsOf.get(files) ?? new Map<string, File>()
  sheetsOf.set(files, made)
  const missing = (names: readonly string[]) =>
    names.flatMap((name) => {
      const [address, file] = [`/${name}`, files.get(`/${name}`)]
      return file && !named.includes(`href="${address}"`) && !named.includes(`src="${address}"`)
        ? [[address, file] as [string, File]]
        : []
    })
  const tag =
    (rel: string) =>
    ([address, file]: [string, File]) =>
      `<link rel="${rel}" crossorigin href="${address}" integrity="${integrityOf(file)}" nonce="${noncePlaceholder}">`
  const parts = missing(styles)
  const sheets =
    parts.length > 1
      ? [
          together(
            made,
            parts.map(([, file]) => file),
          ),
        ]
      : parts
  const unwanted =
    parts.length > 1
      ? parts.map(([address]) => `<link rel="stylesheet" disabled media="not all" href="${address}">`)
      : []
  return {
    tags: [...missing(scripts).map(tag('modulepreload')), ...sheets.map(tag('stylesheet')), ...unwanted].join(''),
    sheets,
  }
}

export type PagesOptions = {
  pages: Pages
  /** Origin of the identity provider: where a form may lead. */
  providerOrigin: string
  /** Addresses anybody may open; every other one leads a visitor without a session to the login page. */
  isPublic: (path: string) => boolean
  /** Patterns of the pages there are. */
  returnPaths: readonly string[]
  /** What the HTML of a signed-in user's page brings along. */
  first?: readonly FirstReads[]
}

/** The content policy of a page: it runs scripts with this answer's nonce, and connects to the portal only. */
const contentPolicy = (nonce: string, providerOrigin: string): string =>
  [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `form-action 'self' ${providerOrigin}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
    // The older directive: browsers report at once, with the newer one after a minute.
    `report-uri ${reportAddress}`,
  ].join('; ')

/** Serves the browser build: its files, and the shell for every address that is a page. Answers how to show the shell. */
export function servePages(app: FastifyInstance, portal: Portal, options: PagesOptions): ShowPage {
  const { pages, providerOrigin, isPublic, returnPaths, first = [] } = options
  const { apiBase } = portal.settings

  const data = firstData(app, portal, first)
  const modulesOf = (of?: FirstReads) =>
    first.filter((page) => page.path === undefined || page === of).flatMap(({ modules }) => modules)
  const sheets = new Map<string, File>()
  const ahead = (of?: FirstReads): string => {
    if (!pages.filesOf) return ''
    const { tags, sheets: found } = loadedAhead(pages, pages.filesOf(...modulesOf(of)))
    for (const [address, sheet] of found) sheets.set(address, sheet)
    return tags
  }
  /** What is loaded ahead on the pages with data of their own, and on all others. */
  const heads = new Map(first.flatMap((page) => (page.path === undefined ? [] : [[page, ahead(page)]])))
  const otherHead = ahead()
  const shown = (reply: FastifyReply, head: string, body: string, html?: string) => {
    const nonce = Buffer.from(portal.random.bytes(18)).toString('base64url')
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentPolicy(nonce, providerOrigin),
        'x-frame-options': 'DENY',
        'x-robots-tag': 'noindex',
      })
      .send(
        pages.shell
          .join(nonce)
          .replace('</head>', () => `${head.replaceAll(noncePlaceholder, nonce)}</head>`)
          .replace('<div id="root"></div>', (empty) => (html === undefined ? empty : firstLook(html, nonce)))
          .replace('</body>', () => `${body}</body>`),
      )
  }
  const show: ShowPage = (_request, reply) => shown(reply, '', '')
  /** A page of a signed-in user: its files are loaded at once, and what it asks first is in it. */
  const showSignedIn = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const answers = await data(request)
    const page = pageAt(first, path)
    return shown(
      reply,
      heads.get(page!) ?? otherHead,
      answers === undefined ? '' : `<script type="application/json" id="first-answers">${answers}</script>`,
      answers === undefined || page === undefined ? undefined : await rendered(request, path, answers),
    )
  }
  /** The first look of a page that brings data of its own, but on phones. A page that cannot be rendered is shown by the browser alone. */
  const rendered = async (request: FastifyRequest, path: string, answers: string): Promise<string | undefined> => {
    if (request.headers['sec-ch-ua-mobile'] === '?1') return undefined
    const [, search = ''] = (request.raw.url ?? '').split('?', 2)
    const now = portal.clock.now().getTime()
    try {
      return await pages.render?.({ path, search, first: answers, now })
    } catch (error) {
      request.log.error(error)
      return undefined
    }
  }

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const address = request.raw.url ?? '/'
    const path = address.split('?', 1)[0]!
    const file = pages.files.get(path) ?? sheets.get(path)
    if (file) return send(request, reply, path, file)
    const isApi = path === apiBase || path.startsWith(`${apiBase}/`)
    if (isApi || isFileAddress(path)) throw new Refused({ code: 'NOT_FOUND' })
    // Only a click on Log In begins a sign-in; a link alone leads to the login page.
    if (!isPublic(path) && cookieOf(request, portal.cookies.session) === undefined) {
      const wanted = safeReturnPath(address, returnPaths)
      const location = wanted === '/' ? '/login' : `/login?referrer=${encodeURIComponent(wanted)}`
      return reply.code(302).header('cache-control', 'no-store').header('location', location).send()
    }
    return isPublic(path) ? show(request, reply) : showSignedIn(request, reply, path)
  }
  takePolicyReports(app, portal)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { plain: { name: 'pages', summary: 'The pages and their files', effect: 'public' } },
    handler: answer,
  })
  return show
}

function send(request: FastifyRequest, reply: FastifyReply, path: string, file: File) {
  const packed = (['br', 'gzip'] as const).filter((encoding) => file[encoding])
  const encoding = acceptedEncoding(request.headers['accept-encoding'], packed)
  if (encoding) void reply.header('content-encoding', encoding)
  return reply
    .headers({
      'content-type': file.type,
      vary: 'accept-encoding',
      // What stands under /assets/ has its content's hash in its name.
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    .send(encoding ? file[encoding] : file.plain)
}
