import { brand } from '../brand.ts'
import type { AnswerOf, AnyCall, InputOf } from '../calls/contract.ts'
import type { FieldProblem, RefusalCode } from '../calls/refusal.ts'
import { toRequest } from '../calls/wire.ts'
import type { LoggedOut } from './logged-out-words.ts'

/** What a page says of a failure whose answer says nothing. */
const noBody = 'Please try again or contact a representative for assistance.'

/**
 * The server's words and whom to turn to; a text that names its Support Id, and the one for users who may not write, stay
 * as they are.
 */
const explained = (code: string | undefined, said: string): string =>
  code === 'UPDATE_BLOCKED' || said.includes('Support Id:')
    ? said
    : `${said} Please try again or contact ${brand.representative} for assistance.`

/** A call that was not carried out, as the server explained it: what happened, which fields, whose Support Id. */
export class CallFailed extends Error {
  readonly status: number
  readonly code: RefusalCode | 'OFFLINE' | 'UNREADABLE'
  /** The server's own words; `message` says besides whom to turn to. */
  readonly said: string
  readonly data: unknown
  readonly supportId: string | undefined
  readonly fields: readonly FieldProblem[]
  /** Milliseconds after which a busy service wants to be asked again; 0 where it says nothing. */
  readonly afterMs: number
  constructor(
    status: number,
    code: CallFailed['code'],
    message: string,
    rest: {
      said?: string | undefined
      data?: unknown
      supportId?: string | undefined
      fields?: readonly FieldProblem[]
      afterMs?: number
    } = {},
  ) {
    super(message)
    this.said = rest.said ?? message
    this.status = status
    this.code = code
    this.data = rest.data
    this.supportId = rest.supportId
    this.fields = rest.fields ?? []
    this.afterMs = rest.afterMs ?? 0
  }
}

/** Any error as the failure a page can show. */
export const asFailed = (reason: unknown): CallFailed =>
  reason instanceof CallFailed
    ? reason
    : new CallFailed(0, 'UNREADABLE', 'The portal could not answer. Nothing was saved.')

/** What every request of this tab carries besides its input. The carrier is the one this tab shows. */
export const tab: {
  carrier: string | undefined
  onSessionEnd: (code: string) => void
  /** The session changed since this tab was loaded: another carrier, none, or new terms. */
  onGate: () => void
  /** Why another tab is ending the session, as it said before it asked the server. */
  leavingAs: LoggedOut | undefined
  /** A call of this tab is ending the session: what is heard of its end before the answer changes nothing. */
  endsHere: boolean
  /** The session changes to another carrier than this tab shows: reads in that one's name wait, and fail once it has changed. */
  changing: Promise<unknown> | undefined
  /** When the user last did something here that no request has reported yet, on the page's clock. */
  actedAt: number
} = {
  carrier: undefined,
  onSessionEnd: () => {},
  onGate: () => {},
  leavingAs: undefined,
  endsHere: false,
  changing: undefined,
  actedAt: -Infinity,
}

export const newKey = (): string => crypto.randomUUID()

const standsBefore: readonly string[] = ['CARRIER_CHANGED', 'CARRIER_REQUIRED', 'TERMS_REQUIRED']

// A request reports activity that came just before it. A later one, a poll perhaps, would make it look newer than it
// was.
const TELLS_OF_ACT_MS = 5000

/** The only place in the browser that knows HTTP. Repeating an act with the same key has no second effect. */
export async function ask<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  options: {
    /** Null where repeating the act is harmless without one. */
    key?: string | null
    signal?: AbortSignal | undefined
    background?: boolean
    /** The request continues when the page is left. */
    keepalive?: boolean
    /** Sees the bytes of a file while they come. */
    received?: (body: ReadableStream<Uint8Array<ArrayBuffer>>) => ReadableStream<Uint8Array<ArrayBuffer>>
  } = {},
): Promise<AnswerOf<C>> {
  if (tab.changing && tab.carrier !== undefined && call.kind === 'read') await tab.changing
  const { url, method, body } = toRequest(call, input as Record<string, unknown>)
  const headers: Record<string, string> = {
    'x-portal-request': '1',
    'x-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    'x-screen-version': String(import.meta.env['VITE_VERSION']),
  }
  if (tab.carrier !== undefined) headers['x-master-carrier'] = tab.carrier
  if (typeof body === 'string') headers['content-type'] = 'application/json' // the browser sets that of a form
  if (call.kind === 'act' && method !== 'GET' && options.key !== null)
    headers['idempotency-key'] = options.key ?? newKey()
  if (!options.background && performance.now() - tab.actedAt < TELLS_OF_ACT_MS) {
    headers['x-user-activity'] = '1'
    tab.actedAt = -Infinity
  }
  let response: Response
  try {
    response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers,
      ...(body !== undefined && { body }),
      ...(options.signal && { signal: options.signal }),
      ...(options.keepalive && { keepalive: true }),
    })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw new CallFailed(0, 'OFFLINE', 'The portal cannot be reached. Nothing was sent or saved.')
  }
  if (response.ok && call.file !== undefined) {
    // The name the server gave it (RFC 6266); who saves the file takes it from there.
    const [, name = ''] = response.headers.get('content-disposition')?.split("''") ?? []
    const { received } = options
    const bytes = received && response.body ? new Response(received(response.body)) : response
    return new File([await bytes.blob()], decodeURIComponent(name)) as AnswerOf<C>
  }
  const answer: unknown = await response.json().catch(() => undefined)
  if (answer === undefined || typeof answer === 'string')
    throw new CallFailed(response.status, 'UNREADABLE', answer?.includes('Support Id:') ? answer : noBody)
  if (response.ok) {
    const parsed = call.output.safeParse(answer)
    if (parsed.success) return parsed.data as AnswerOf<C>
    throw new CallFailed(
      response.status,
      'UNREADABLE',
      'The portal answered in a way this page does not understand. Reload the page and try again.',
    )
  }
  const { status, data, supportId, fields } = answer as {
    status?: { code: RefusalCode; message: string }
    data?: unknown
    supportId?: string
    fields?: FieldProblem[]
  }
  const said = status?.message ?? (typeof data === 'string' ? data : undefined)
  const failed = new CallFailed(
    response.status,
    status?.code ?? 'UNREADABLE',
    said === undefined ? noBody : explained(status?.code, said),
    { said, data, supportId, fields, afterMs: Number(response.headers.get('retry-after')) * 1000 },
  )
  // The session is valid; only this call needs a step-up.
  if (response.status === 401 && failed.code !== 'STEP_UP_REQUIRED') tab.onSessionEnd(failed.code)
  if (standsBefore.includes(failed.code)) tab.onGate()
  throw failed
}
