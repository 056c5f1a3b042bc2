/** Calls of those who are at work beside the visitor: a pharmacy, a prescriber. They reach the portal as they would a server. */
import type { AnswerOf, AnyCall, InputOf } from '#platform/calls/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import type { PageAnswer, PageRequest } from './app.ts'

class Unanswered extends Error {
  readonly status: number
  constructor(status: number, text: string) {
    super(`The portal answered ${status}: ${text.slice(0, 300)}`)
    this.status = status
  }
}

type Answer = (came: PageRequest, to: PageAnswer) => Promise<void>

export async function askPage<C extends AnyCall>(
  answer: Answer,
  call: C,
  input: InputOf<C>,
  headers: Readonly<Record<string, string>>,
): Promise<AnswerOf<C>> {
  const { method, url, body } = toRequest(call, input as Record<string, unknown>)
  const packed = body === undefined ? undefined : new Response(body)
  const type = typeof body === 'string' ? 'application/json' : packed?.headers.get('content-type')
  const parts: Uint8Array<ArrayBuffer>[] = []
  let status = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = {
    method,
    url,
    headers: { ...headers, ...(type && { 'content-type': type }) },
    body: packed && new Uint8Array(await packed.arrayBuffer()),
  }
  const to: PageAnswer = {
    head: (code) => void (status = code),
    bytes: (part) => void parts.push(new Uint8Array(part)),
    end: resolve,
    onGone: () => {},
  }
  await Promise.all([answer(request, to), promise])
  const text = await new Blob(parts).text()
  if (status !== 200) throw new Unanswered(status, text)
  return call.output.parse(JSON.parse(text)) as AnswerOf<C>
}
