import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused, refusalStatus, type Refusal } from '../calls/refusal.ts'
import { parseJson } from '../calls/strict-json.ts'
import { isRetryable, isUnavailable } from '../database/pools.ts'
import { auditOf, UnitOfWork, type AuditNote } from '../database/unit-of-work.ts'
import { newId } from '../ids.ts'
import { limitHeaders } from '../portal/limits.ts'
import type { Portal } from '../portal/portal.ts'
import { kinds, type Directory, type DirectoryContext, type Kind, type Resource } from './directory.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.ts'
import { filterOf } from './filter.ts'
import { spelled } from './names.ts'
import { errorBody, etagOf, listOf, locationOf, mediaType, pageOf, patched, ScimError, shown } from './protocol.ts'

// SCIM 2.0 (RFC 7644) for the directory of a carrier, below /scim/v2: a token in place of a session, its own form of errors.

const root = '/scim/v2'
/** A group of a thousand members fits. */
const BODY_LIMIT = 512 * 1024

type Query = {
  filter?: string
  startIndex?: string
  count?: string
  attributes?: string
  excludedAttributes?: string
}
type ScimRequest = FastifyRequest<{ Params: { id: string }; Querystring: Query }>
type Answer = { status?: number; body?: unknown; headers?: Record<string, string> }
type Act = (context: DirectoryContext, request: ScimRequest) => Promise<Answer>

/** A refusal of the portal as SCIM says it. */
function asScimError({ code, message, field }: Refusal): ScimError {
  const status = refusalStatus[code]
  const detail = field ? `${field}: ${message ?? code}` : (message ?? code)
  if (code === 'SESSION_REQUIRED') return new ScimError(401, 'Send a token that is in force as Authorization: Bearer.')
  if (code === 'DUPLICATE') return new ScimError(409, detail, 'uniqueness')
  if (status === 422) return new ScimError(400, detail, 'invalidValue')
  if (status === 400) return new ScimError(400, detail, 'invalidSyntax')
  return new ScimError(status, detail)
}

export function scimRoutes(http: FastifyInstance, portal: Portal, directory: Directory): void {
  const { origin } = portal

  /** Runs a request in a transaction of the token's carrier. */
  async function run(request: ScimRequest, call: string, writes: boolean, work: Act): Promise<Answer> {
    const token = /^Bearer ([\w.~+/=-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!token) throw new Refused({ code: 'SESSION_REQUIRED' })
    const tokenHash = hash('sha256', token, 'buffer')
    portal.limits.take('directory', request, tokenHash)
    const giveBack = portal.limits.takeUnknownSession(request, tokenHash)
    const now = portal.clock.now()
    for (let attempt = 1; ; attempt += 1)
      try {
        return await UnitOfWork.run(portal.pools.app, async (unit) => {
          const { db } = unit
          let noted: AuditNote | undefined
          const [owner] = await db.all(
            directory.enter({
              hash: tokenHash,
              call,
              request: request.id,
              ip: request.ip,
              now: portal.clock.moved ? now.toISOString() : null,
            }),
          )
          portal.limits.know(tokenHash, owner!.token_id)
          if (writes) {
            const [, token] = await Promise.all([db.all(directory.lock()), db.one(directory.inForce(owner!.token_id))])
            if (!token!.there) throw new Refused({ code: 'SESSION_REQUIRED' })
          }
          const answer = await work(
            {
              db,
              owner: owner!,
              now,
              newId: () => newId(now, portal.random),
              write: unit.write,
              note: (given) => void (noted = given),
              origin,
            },
            request,
          )
          await unit.commit({ audit: noted && auditOf(noted) })
          giveBack()
          return answer
        })
      } catch (error) {
        const { code, message } = error as { code?: string; message?: string }
        if (code === 'RX001') {
          await portal.noteSecurity('authn_login_fail', request, call)
          throw new Refused({ code: message === 'SESSION_REQUIRED' ? message : 'NOT_ALLOWED' })
        }
        if (!isRetryable(error) || attempt >= 4) throw error
      }
  }

  const found = (kind: Kind, resource: Resource, query: Query = {}): Answer => ({
    body: shown(origin, kind, resource, query),
    headers: { etag: etagOf(resource), location: locationOf(origin, kind, resource.id) },
  })
  const there = async (context: DirectoryContext, kind: Kind, id: string): Promise<Resource> => {
    const resource = /^[\da-f-]{36}$/i.test(id) ? await directory[kind].one(context, id) : undefined
    if (!resource) throw new ScimError(404, 'There is no such resource.')
    return resource
  }
  /** Refuses a change of another version than the one the directory has seen (RFC 7644, section 3.14). */
  const refuseStale = (request: ScimRequest, resource: Resource): void => {
    const seen = request.headers['if-match']
    if (seen !== undefined && seen !== '*' && !seen.split(',').some((one) => one.trim() === etagOf(resource)))
      throw new ScimError(412, 'Somebody else changed it first. Read it again.')
  }

  http.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      /^application\/(scim\+)?json(\s*;\s*charset=utf-8)?$/i,
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, body, done) => {
        try {
          done(null, body.length === 0 ? undefined : parseJson(body as Buffer))
        } catch {
          done(new ScimError(400, 'The body is not valid JSON.', 'invalidSyntax'), undefined)
        }
      },
    )
    app.setErrorHandler((error, request, reply) => {
      const said = toScim(portal, error, request)
      if (error instanceof Refused && error.why.limit) reply.headers(limitHeaders(error.why.limit))
      if (said.status === 503) reply.header('retry-after', '2')
      if (said.status === 401) reply.header('www-authenticate', 'Bearer realm="scim"')
      return send(reply, { status: said.status, body: errorBody(said) })
    })

    const route = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, summary: string, work: Act) => {
      const name = `scim ${method} ${path}`
      const verbs = { GET: 'read', POST: 'create', PUT: 'replace', PATCH: 'change', DELETE: 'remove' }
      const call = `scim.${verbs[method]}${path.split('/')[1]}`
      app.route({
        method,
        url: `${root}${path}`,
        config: { plain: { name, summary, effect: 'token' } },
        bodyLimit: BODY_LIMIT,
        handler: async (request, reply) => send(reply, await run(request as ScimRequest, call, method !== 'GET', work)),
      })
    }

    route('GET', '/ServiceProviderConfig', 'What is supported', async () => ({ body: serviceProviderConfig(origin) }))
    for (const [path, all] of [
      ['/ResourceTypes', resourceTypes(origin)],
      ['/Schemas', schemas(origin)],
    ] as const) {
      route('GET', path, 'The kinds of resources and their attributes', async () => ({ body: listOf(all) }))
      route('GET', `${path}/:id`, 'One of them', async (_context, { params }) => {
        const body = (all as readonly { id: string }[]).find(({ id }) => id === params.id)
        if (!body) throw new ScimError(404, 'There is no such resource.')
        return { body }
      })
    }
    for (const kind of kinds) {
      const part = directory[kind]
      route('GET', `/${kind}`, `The ${kind.toLowerCase()} of the directory`, async (context, { query }) => {
        const page = pageOf(query)
        const { total, found: resources } = await part.list(context, { filter: filterOf(query.filter), ...page })
        return {
          body: listOf(
            resources.map((one) => shown(origin, kind, one, query)),
            total,
            page.offset + 1,
          ),
        }
      })
      route('POST', `/${kind}`, 'Adds one', async (context, { body }) => ({
        ...found(kind, await part.create(context, spelled(body))),
        status: 201,
      }))
      route('GET', `/${kind}/:id`, 'One of them', async (context, { params, query, headers }) => {
        const resource = await there(context, kind, params.id)
        return headers['if-none-match'] === etagOf(resource)
          ? { status: 304, headers: { etag: etagOf(resource) } }
          : found(kind, resource, query)
      })
      route('PUT', `/${kind}/:id`, 'Replaces one', async (context, request) => {
        const before = await there(context, kind, request.params.id)
        refuseStale(request, before)
        return found(kind, await part.replace(context, before, spelled(request.body)))
      })
      route('PATCH', `/${kind}/:id`, 'Changes one', async (context, request) => {
        const before = await there(context, kind, request.params.id)
        refuseStale(request, before)
        return found(
          kind,
          await part.replace(context, before, patched(before.attributes, request.body, part.attributes)),
        )
      })
      route('DELETE', `/${kind}/:id`, 'Removes one', async (context, request) => {
        const before = await there(context, kind, request.params.id)
        refuseStale(request, before)
        await part.remove(context, before)
        return { status: 204 }
      })
    }
  })
}

const send = (reply: FastifyReply, { status = 200, body, headers = {} }: Answer) =>
  body === undefined
    ? reply.code(status).headers(headers).send()
    : reply.code(status).headers(headers).header('content-type', mediaType).send(JSON.stringify(body))

function toScim(portal: Portal, error: unknown, request: FastifyRequest): ScimError {
  if (error instanceof ScimError) return error
  if (error instanceof Refused) return asScimError(error.why)
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (isUnavailable(error) || isRetryable(error)) return new ScimError(503, 'Not available now. Try again.')
  if (code === '23505') return new ScimError(409, 'There is one already.', 'uniqueness')
  if (statusCode === 413) return new ScimError(413, 'The body is too large.')
  if (statusCode === 415) return new ScimError(415, 'Send application/scim+json.')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ScimError(statusCode, 'This is not a valid request.', 'invalidSyntax')
  portal.log.error({ requestId: request.id, code, err: { type: (error as Error).name } }, 'fault')
  return new ScimError(500, `Support Id: ${request.id}`)
}
