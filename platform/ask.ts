import type { AnswerOf, AnyCall, InputOf } from './contract.ts'
import type { FieldProblem, RefusalCode } from './refusal.ts'
import { toRequest } from './wire.ts'

/** A call that was not carried out, as the server explained it: what happened, which fields, whose Support Id. */
export class CallFailed extends Error {
  readonly status: number
  readonly code: RefusalCode | 'OFFLINE' | 'UNREADABLE'
  readonly data: unknown
  readonly supportId: string | undefined
  readonly fields: readonly FieldProblem[]
  constructor(
    status: number,
    code: CallFailed['code'],
    message: string,
    rest: { data?: unknown; supportId?: string | undefined; fields?: readonly FieldProblem[] } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.data = rest.data
    this.supportId = rest.supportId
    this.fields = rest.fields ?? []
  }
}

/** What every request of this tab says besides its input. The carrier is the one this tab shows (ruling 7). */
export const tab: {
  carrier: string | undefined
  onSessionEnd: (code: string) => void
  onCarrierChanged: () => void
  active: boolean
} = {
  carrier: undefined,
  onSessionEnd: () => {},
  onCarrierChanged: () => {},
  active: false,
}

export const newKey = (): string => crypto.randomUUID()

/** The browser's whole knowledge of HTTP. Repeating an act with the same key is harmless. */
export async function ask<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  options: { key?: string; signal?: AbortSignal | undefined; background?: boolean } = {},
): Promise<AnswerOf<C>> {
  const { url, method, body } = toRequest(call, input as Record<string, unknown>)
  const headers: Record<string, string> = {
    'x-portal-request': '1',
    'x-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  if (tab.carrier !== undefined) headers['x-master-carrier'] = tab.carrier
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (call.kind === 'act' && method !== 'GET') headers['idempotency-key'] = options.key ?? newKey()
  if (tab.active && !options.background) {
    headers['x-user-activity'] = '1'
    tab.active = false
  }
  let response: Response
  try {
    response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers,
      ...(body !== undefined && { body }),
      ...(options.signal && { signal: options.signal }),
    })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw new CallFailed(0, 'OFFLINE', 'The portal cannot be reached. Nothing was sent or saved.')
  }
  if (response.ok && call.file !== undefined) return (await response.blob()) as AnswerOf<C>
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) {
    const parsed = call.output.safeParse(answer)
    if (parsed.success) return parsed.data as AnswerOf<C>
    throw new CallFailed(
      response.status,
      'UNREADABLE',
      'The portal answered in a way this page does not understand. Reload the page and try again.',
    )
  }
  const { status, data, supportId, fields } = (answer ?? {}) as {
    status?: { code: RefusalCode; message: string }
    data?: unknown
    supportId?: string
    fields?: FieldProblem[]
  }
  const failed = new CallFailed(
    response.status,
    status?.code ?? 'UNREADABLE',
    status?.message ?? 'The portal could not answer.',
    { data, supportId, fields },
  )
  if (response.status === 401) tab.onSessionEnd(failed.code)
  if (failed.code === 'CARRIER_CHANGED') tab.onCarrierChanged()
  throw failed
}
