import type { AnswerOf, AnyCall, InputOf } from '#platform/calls/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'

/** What keeps a pharmacy from being heard, in a sentence that says what to do. */
export class NotHeard extends Error {}

export type Portal = { ask<C extends AnyCall>(call: C, input: InputOf<C>): Promise<AnswerOf<C>> }

/** The portal as a pharmacy's system reaches it: by address and token, nothing else. */
export function portalAt(origin: string, token: string): Portal {
  return {
    async ask(call, input) {
      const { method, url, body } = toRequest(call, input as Record<string, unknown>)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      let response: Response
      try {
        response = await fetch(`${origin}${url}`, { method, headers, body: body ?? null })
      } catch {
        throw new NotHeard(
          `No portal answers at ${origin}: start it with npm start, or set PORT or RXDOCKET_ORIGIN to where it is.`,
        )
      }
      const answer = (await response.json().catch(() => null)) as {
        status?: { code?: string; message?: string }
        supportId?: string
      } | null
      if (response.ok) return call.output.parse(answer) as never
      const { code, message } = answer?.status ?? {}
      if (code === 'SESSION_REQUIRED')
        throw new NotHeard(
          `The portal at ${origin} does not know this pharmacy: set RXDOCKET_INTAKE_TOKEN to the portal's.`,
        )
      throw new NotHeard(
        `The portal answered ${response.status}: ${message ?? 'nothing one can read'}${answer?.supportId ? ` (Support Id ${answer.supportId})` : ''}`,
      )
    },
  }
}
