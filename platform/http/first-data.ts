import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { FirstRead, FirstReads } from '../calls/first-reads.ts'
import { toRequest } from '../calls/wire.ts'
import type { Portal } from '../portal/portal.ts'
import { isPathOf } from '../session/path-pattern.ts'

/** A page waits no longer for its data; without them it asks by itself. */
const LONGEST_MS = 2000

/** The part of the page at this address, the first whose pattern it is. */
export const pageAt = (pages: readonly FirstReads[], path: string): FirstReads | undefined =>
  pages.find(({ path: pattern }) => pattern !== undefined && isPathOf(pattern, path))

type Answered = { call: string; input: FirstRead[1]; text: string }

/**
 * Only a user who opens a page in a tab gets data in it: no other site, no script, nothing that loads pages ahead. A link on
 * another site shows the page, which then asks by itself.
 */
const opensPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  ['none', 'same-origin'].includes(headers['sec-fetch-site'] as string) &&
  headers['sec-purpose'] === undefined

/**
 * Answers of the calls a page needs first, as JSON for its HTML; nothing for somebody who is not signed in. Each is the
 * call itself, with its rights, limits and audit.
 */
export function firstData(app: FastifyInstance, portal: Portal, pages: readonly FirstReads[]) {
  const everywhere = pages.filter(({ path }) => path === undefined)
  const ask = async (request: FastifyRequest, [call, input]: FirstRead): Promise<Answered | undefined> => {
    const { method, url, body } = toRequest(call, input, portal.settings.apiBase)
    const reply = await app.inject({
      method,
      url,
      remoteAddress: request.ip,
      headers: {
        cookie: request.headers.cookie ?? '',
        origin: portal.origin,
        'user-agent': request.headers['user-agent'] ?? '',
        'x-portal-request': '1',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(typeof body === 'string' && { payload: body }),
    })
    return reply.statusCode === 200 ? { call: call.name, input, text: reply.payload } : undefined
  }
  const askAll = async (request: FastifyRequest, path: string, query: string): Promise<Answered[]> => {
    const who = everywhere.find((part) => part.who)?.who
    const user = who && (await ask(request, who))
    if (!user) return []
    const found = JSON.parse(user.text) as { masterCarrier: { code: string } | null }
    if (!found.masterCarrier) return [user]
    const of = { mc: found.masterCarrier.code, query, user: found as unknown }
    const together = async (reads: readonly FirstRead[]) =>
      (await Promise.all(reads.map((one) => ask(request, one)))).filter((one) => one !== undefined)
    const ofPage = async (part: FirstReads): Promise<Answered[]> => {
      if (!part.about) return together(part.reads(of))
      const named = part.about(of.mc, path)
      const about = named && (await ask(request, named))
      return about ? [about, ...(await together(part.reads({ ...of, about: JSON.parse(about.text) })))] : []
    }
    const page = pageAt(pages, path)
    const answers = await Promise.all([
      together(everywhere.flatMap((part) => part.reads(of))),
      page ? ofPage(page) : [],
    ])
    return [user, ...answers.flat()]
  }

  return async (request: FastifyRequest): Promise<string | undefined> => {
    if (!opensPage(request)) return undefined
    const [path = '', query = ''] = (request.raw.url ?? '').split('?', 2)
    const asked = askAll(request, path, query).catch(() => [])
    const answers = await Promise.race([asked, pause(LONGEST_MS, [] as Answered[], { ref: false })])
    if (answers.length === 0) return undefined
    const written = answers.map(
      ({ call, input, text }) => `{"call":${JSON.stringify(call)},"input":${JSON.stringify(input)},"answer":${text}}`,
    )
    // Nothing in a text ends the element it stands in.
    return `[${written.join()}]`.replaceAll('<', String.raw`\u003c`)
  }
}
