import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { AnyCall } from '../calls/contract.ts'
import type { FileAnswer, Handler, LaterFile } from '../calls/handler.ts'
import { Overdue } from '../calls/overdue.ts'
import { fromRequest, parseInput, routeOf } from '../calls/wire.ts'
import { isRetryable } from '../database/pools.ts'
import type { Tick } from '../jobs/jobs.ts'
import { withStepUp } from '../session/step-up.ts'
import { act } from './act.ts'
import { actOf } from './before-act.ts'
import { sessionHash } from '../session/cookies.ts'
import { explained } from './errors.ts'
import { fileDelivery } from './file-answer.ts'
import { Refused } from '../calls/refusal.ts'
import type { Portal } from '../portal/portal.ts'
import { read } from './read.ts'
import type { PlainRoute } from '../portal/plain-route.ts'

/** Beside its file a form holds words and boundaries. */
const FORM_REST = 128 * 1024

/** What only a call with a body is asked: a read has none, and runs without. */
const ofBodies: Pick<RouteShorthandOptions, 'preParsing' | 'preValidation'> = {
  // A call takes JSON or a form, never either; asked before a byte of the body is read.
  preParsing: (request, _reply, _payload, done) => {
    const isForm = /^multipart\//i.test(request.headers['content-type'] ?? '')
    const { form } = request.routeOptions.config.call!
    if (form && !isForm) return done(new Refused({ code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send a form.' }) as never)
    if (!form && isForm) return done(new Refused({ code: 'UNSUPPORTED_MEDIA_TYPE' }) as never)
    done()
  },
  // A body of another kind than JSON is 415, also where none is expected; an absent body is an empty object.
  preValidation: (request, _reply, done) => {
    const { 'content-type': type, 'content-length': length = '0' } = request.headers
    done(type === undefined && length !== '0' ? (new Refused({ code: 'UNSUPPORTED_MEDIA_TYPE' }) as never) : undefined)
  },
}

/** Puts every call on the app. Boot fails when one lacks its handler; `onRoute` refuses what the registry does not know. */
export function serve(
  app: FastifyInstance,
  portal: Portal,
  calls: readonly AnyCall[],
  handlers: Record<string, Handler<AnyCall>>,
  ticks: Readonly<Record<string, Tick>>,
): void {
  for (const call of calls) {
    const handler = handlers[call.name]
    if (!handler) throw new Error(`The call ${call.name} has no handler.`)
    // A one-trip read writes before its result is checked: only a call that touches the caller's own session may do that.
    if ('questions' in handler && call.kind === 'act' && !(call.gate === 'session' && call.line.startsWith('GET ')))
      throw new Error(`The act ${call.name} must look before it writes.`)
    if (call.service && !portal.services[call.service.kind])
      throw new Error(`The call ${call.name} is for ${call.service.kind}, which is no kind of service.`)
    if (call.stepUp && ('questions' in handler || call.kind !== 'act' || call.gate === 'public'))
      throw new Error(`The call ${call.name} cannot ask for a proof: it is no act of a session.`)
    for (const line of [call.line, ...call.also]) {
      const { method, url } = routeOf(line)
      app.route({
        method,
        url: `${portal.settings.apiBase}${url}`,
        config: { call },
        exposeHeadRoute: false,
        ...(method !== 'GET' && ofBodies),
        ...(call.form && { bodyLimit: call.form.maxBytes + FORM_REST }),
        handler: (request, reply) => answer(portal, call, handler, ticks, request, reply),
      })
    }
  }
  for (const name of Object.keys(handlers))
    if (!calls.some((call) => call.name === name)) throw new Error(`The handler ${name} has no call.`)
}

/** Refuses a route without its entry in the registry, at boot. */
export function watchRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { call, plain } = (route.config ?? {}) as { call?: AnyCall; plain?: PlainRoute }
    if (!call && !plain) throw new Error(`The route ${String(route.method)} ${route.url} has no entry in the registry.`)
    if (call && (!call.id || !call.summary || !call.gate || !call.phi || !call.limit))
      throw new Error(`The call ${call.name} lacks part of its entry.`)
  })
}

/** What the clock has to do first, with what it had to before; nothing when that did not help. */
function afterThat(before: Overdue | undefined, found: Overdue): Overdue | undefined {
  if (!before) return found
  const more = found.ids.filter((id) => !before.ids.includes(id))
  return found.tick === before.tick && more.length > 0 ? new Overdue(found.tick, [...before.ids, ...more]) : undefined
}

async function answer(
  portal: Portal,
  call: AnyCall,
  handler: Handler<AnyCall>,
  ticks: Readonly<Record<string, Tick>>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const session = sessionHash(portal, request)
  portal.limits.take(call.limit, request, session)
  const input = parseInput(call, fromRequest(call, request))
  const giveBack =
    call.gate === 'public' || call.gate === 'service' ? () => {} : portal.limits.takeUnknownSession(request, session)
  const leave = portal.limits.enter(call.limit, call.name, request, session)
  let isMadeUp = false
  let how: 'done' | 'refused' = 'done'
  const file = call.file === undefined ? undefined : fileDelivery(portal, call, request, input)
  let overdue: { work: Overdue; tick: Tick } | undefined
  let prepared: { handler: Parameters<typeof act>[0]['handler'] } | undefined
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (!('questions' in handler)) prepared ??= { handler: await actOf(portal, call, handler, input, request) }
        const output =
          'questions' in handler
            ? await read(portal, call, handler, input, request, file)
            : await act({ portal, call, handler: prepared!.handler, input, request, reply, file, overdue })
        if (file && output && typeof output === 'object') {
          if ('later' in output) return await file.send(reply, await (output as LaterFile).later(), call.file!)
          if ('file' in output || 'parts' in output || 'copy' in output)
            return await file.send(reply, output as FileAnswer, call.file!)
        }
        return output
      } catch (error) {
        const more = error instanceof Overdue && ticks[error.tick]?.first ? afterThat(overdue?.work, error) : undefined
        if (more) {
          overdue = { work: more, tick: ticks[more.tick]! }
          continue
        }
        // By now the call has given its connection back: noting the refusal needs one of its own.
        if (!isRetryable(error) || attempt >= 4) {
          const why = await explained(portal, call, request, await withStepUp(portal, call, input, session, error))
          isMadeUp = why instanceof Refused && why.why.code === 'SESSION_REQUIRED'
          // What went wrong once the file was leaving counts: part of it may have arrived.
          if (!reply.sent) how = 'refused'
          throw why
        }
        await pause(attempt * randomInt(2, 20)) // a random wait, so that two calls that conflicted do not conflict again
      }
    }
  } finally {
    if (!isMadeUp) giveBack()
    leave(how)
    file?.done()
  }
}
