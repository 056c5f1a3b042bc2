import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Pool } from 'pg'
import { ownHeaders } from '#platform/http/edge.ts'
import type { Settings } from '#platform/start/settings.ts'
import { digitsOf, isFromHere, openAnswering, type Answering } from './answering.ts'
import { listPage, messagePage, query, sentencePage, type Setting } from './pages.ts'
import { channels, holdsDemoData, message, messages, pagesOf, type Filter, type Place } from './store.ts'
import { contentSecurityPolicy } from './style.ts'

const PAGE = 50

/** Where the mailbox lives below the portal. */
export const DEMO_MAILBOX = '/demo-mailbox'

type Log = { error: (details: object, words: string) => void }
export type DemoMailbox = { handler: (request: IncomingMessage, response: ServerResponse) => void }

/**
 * Whether messages may be shown to anybody who opens a page: only where nothing leaves the portal, of demo accounts and
 * demo data, and never where NODE_ENV says production.
 */
export function mailboxAllowed(
  settings: Pick<Settings, 'production' | 'seed' | 'identityProvider'> & {
    gateways: Pick<Settings['gateways'], 'smtpUrl' | 'faxUrl' | 'smsUrl' | 'postUrl'>
  },
): boolean {
  const { smtpUrl, faxUrl, smsUrl, postUrl } = settings.gateways
  const leaves = [smtpUrl, faxUrl, smsUrl, postUrl].some((url) => url !== undefined)
  return !settings.production && settings.seed !== 'none' && settings.identityProvider === undefined && !leaves
}

/** The mailbox, where it is allowed and the database holds the demo data; undefined otherwise. */
export async function openDemoMailbox(of: {
  settings: Parameters<typeof mailboxAllowed>[0] & Pick<Settings, 'origin' | 'serviceTokens'>
  /** Where the calls are below the origin. */
  apiBase: string
  pool: Pool
  brand: string
  log: Log
}): Promise<DemoMailbox | undefined> {
  if (!mailboxAllowed(of.settings) || !(await holdsDemoData(of.pool))) return undefined
  return createDemoMailbox({
    ...of,
    origin: of.settings.origin,
    answering: openAnswering({ ...of.settings, apiBase: of.apiBase }),
  })
}

const filterOf = (asked: URLSearchParams): Filter => ({
  channel: channels.find((one) => one === asked.get('channel')),
  to: (asked.get('to') ?? '').trim().slice(0, 100),
})

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const placeForm = new RegExp(`^(\\d{1,17})_(${uuid})$`)
const messageForm = new RegExp(`^/([A-Z0-9]{2,6})/(${uuid})(/pages|/answer)?$`)

function placeOf(text: string | null): Place | undefined {
  const [, at, id] = placeForm.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? undefined : { at, id }
}

/** The pages of the mailbox. They read, hand over what somebody answers to a text, and run no script. */
export function createDemoMailbox(of: {
  origin: string
  pool: Pool
  brand: string
  log: Log
  answering: Answering
}): DemoMailbox {
  const { origin, pool, brand, log, answering } = of
  const setting: Setting = { brand, origin, room: DEMO_MAILBOX }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', origin)
    const path = address.pathname.slice(DEMO_MAILBOX.length).replace(/\/$/, '')
    if (request.method === 'POST' && path.endsWith('/answer')) return take(request, response, path)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return send(response, 405, sentencePage(setting, 'Nothing to send', 'These pages only show messages.'))
    }
    const filter = filterOf(address.searchParams)
    const before = placeOf(address.searchParams.get('before'))
    const kept = before && `${before.at}_${before.id}`
    if (!address.pathname.startsWith(DEMO_MAILBOX)) return missing(response)
    if (path === '') {
      const { lines, more } = await messages(pool, filter, before, PAGE)
      const last = lines.at(-1)
      const older = more && last ? `${last.at}_${last.id}` : undefined
      return send(response, 200, listPage(setting, { filter, lines, before: kept, older }))
    }
    const [, mc, id, more] = messageForm.exec(path) ?? []
    if (mc === undefined || id === undefined || more === '/answer') return missing(response)
    if (more === '/pages') {
      const file = await pagesOf(pool, mc, id)
      if (!file) return missing(response)
      return send(response, 200, file.content, {
        'content-type': file.mime,
        'content-disposition': `attachment; filename="${file.name.replaceAll(/[^\w. -]/g, '_')}"`,
      })
    }
    const found = await message(pool, mc, id)
    return found ? send(response, 200, messagePage(setting, found, query(filter, kept))) : missing(response)
  }

  /** What somebody types as the worker goes the way a gateway's message goes: through the portal's own call. */
  async function take(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (!isFromHere(request, origin))
      return send(response, 403, sentencePage(setting, 'Not from here', 'Answer on the page of the text itself.'))
    const [, mc, id] = messageForm.exec(path) ?? []
    const found = mc !== undefined && id !== undefined ? await message(pool, mc, id) : undefined
    if (found?.channel !== 'SMS') return missing(response)
    const said = await answering.read(request)
    if (said === undefined)
      return send(
        response,
        400,
        sentencePage(setting, 'Nothing to send', 'Enter the patient’s answer, 160 characters at most.'),
      )
    const heard = await answering.send(digitsOf(found.address), said)
    return send(
      response,
      heard ? 200 : 502,
      heard
        ? sentencePage(
            setting,
            'Sent',
            'The patient\u2019s answer has arrived. If one goes back, it is among the messages in a moment.',
          )
        : sentencePage(setting, 'Not sent', 'The portal did not take the answer: no patient has this number now.'),
    )
  }

  const missing = (response: ServerResponse): void =>
    send(response, 404, sentencePage(setting, 'No such message', 'There is no such message here.'))

  function send(
    response: ServerResponse,
    status: number,
    body: string | Buffer,
    more: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' },
  ): void {
    response.writeHead(status, {
      ...more,
      ...ownHeaders(origin.startsWith('https:')),
      'content-security-policy': contentSecurityPolicy,
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
    response.end(body)
  }

  return {
    handler: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        log.error({ code: (error as { code?: string }).code }, 'demo mailbox failed')
        if (response.headersSent) response.destroy()
        else send(response, 500, sentencePage(setting, 'Not now', 'The messages could not be read. Try again.'))
      })
    },
  }
}
