import { randomUUID } from 'node:crypto'
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { AnyCall } from '../calls/contract.ts'
import type { Handler } from '../calls/handler.ts'
import type { Tick } from '../jobs/jobs.ts'
import type { Portal } from '../portal/portal.ts'
import { Refused } from '../calls/refusal.ts'
import { clientErrorAnswer, ownHeaders, refuseBadQuery, refuseOversized } from './edge.ts'
import { parseForm } from '../calls/form-data.ts'
import { credentialOf } from './authenticate.ts'
import { sessionHash } from '../session/cookies.ts'
import { refuseCrossSite } from './cross-site.ts'
import { errorAnswer } from './errors.ts'
import { serve, watchRoutes } from './routes.ts'
import { compressAnswers } from './compress.ts'
import { finishRequests } from './closing.ts'
import { BadJson, parseJson } from '../calls/strict-json.ts'

const BODY_LIMIT = 64 * 1024
/** The headers of a request have arrived by then, its body after `requestTimeout`. */
const HEADERS_MS = 10_000

/** The HTTP side of the service layer, without any feature: features hand in their calls, handlers and plain routes. */
export function httpApp(
  portal: Portal,
  calls: readonly AnyCall[],
  handlers: Record<string, Handler<AnyCall>>,
  ticks: Readonly<Record<string, Tick>>,
  plain: (app: FastifyInstance) => void,
): FastifyInstance {
  const explain = errorAnswer(portal)
  const own = ownHeaders(portal.cookies.secure)
  const app = Fastify({
    loggerInstance: portal.log,
    logController: new LogController({ disableRequestLogging: true }), // paths and queries may hold ids; `onResponse` below logs the route's template
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false, caseSensitive: true },
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: false, // `finishRequests` closes each after its last answer
    return503OnClosing: false, // ours says when to try again, below
    // Node looks for slow clients twice a minute by default, and waits a minute for headers.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 1000 },
    exposeHeadRoutes: false,
    trustProxy: portal.settings.proxies?.length ? [...portal.settings.proxies] : false,
    frameworkErrors: (error, request, reply) => {
      reply.headers(own)
      explain(error, request, reply)
    },
    clientErrorHandler: clientErrorAnswer(own),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/json(\s*;\s*charset=utf-8)?$/i,
    { parseAs: 'buffer' },
    (_request, body, done) => {
      try {
        done(null, parseJson(body as Buffer))
      } catch (error) {
        done(asRefusal(error, 'json'), undefined)
      }
    },
  )
  app.addContentTypeParser(
    /^multipart\/form-data\s*;/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      try {
        return await parseForm(body, request.headers['content-type']!)
      } catch (error) {
        throw asRefusal(error, 'form')
      }
    },
  )
  watchRoutes(app)
  compressAnswers(app)
  app.setErrorHandler(explain)
  app.setNotFoundHandler((request, reply) => explain(new Refused({ code: 'NOT_FOUND' }), request, reply))
  const closing = finishRequests(app)
  app.addHook('onRequest', async (request, reply) => {
    // Nothing is kept by browsers or proxies, unless its route says so: the files of the pages.
    reply.headers(own).header('cache-control', 'no-store')
    if (closing.isClosing()) throw new Refused({ code: 'UNAVAILABLE' })
    portal.limits.takeAddress(request, sessionHash(portal, request))
    refuseOversized(request.raw)
    const call = request.routeOptions.config.call
    if (!call) return
    if (request.headers['content-encoding'] !== undefined) throw new Refused({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    if (!call.line.startsWith('GET ') && call.gate !== 'service') {
      try {
        refuseCrossSite(portal, request)
      } catch (error) {
        await portal.noteSecurity('malicious_csrf', request, call.name)
        throw error
      }
    }
    credentialOf(portal, call, request)
    refuseBadQuery(request.raw)
  })
  app.addHook('onResponse', async (request, reply) => {
    portal.metrics.answered(
      request.method,
      request.routeOptions.url ?? 'none',
      reply.statusCode,
      reply.elapsedTime / 1000,
    )
    portal.monitoring.span({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
      requestId: request.id,
      traceparent: request.headers['traceparent']?.toString(),
    })
    portal.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
  serve(app, portal, calls, handlers, ticks)
  plain(app)
  return app
}

/** A body that cannot be parsed is a 400. */
const asRefusal = (error: unknown, code: 'json' | 'form'): Error =>
  error instanceof BadJson
    ? (new Refused({
        code: 'VALIDATION',
        message: error.message,
        fields: [{ path: '', code, message: error.message }],
      }) as unknown as Error)
    : (error as Error)
