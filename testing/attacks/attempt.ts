import { gunzipSync } from 'node:zlib'
import type { AnyCall } from '#platform/calls/contract.ts'
import { isUpload } from '#platform/calls/upload.ts'
import { placesOf, toRequest } from '#platform/calls/wire.ts'
import { browser } from './identity-stand-in.ts'
import { INTAKE_TOKEN, ORIGIN, type Answer, type TestApi, type Refusal, type Visitor } from '../api.ts'

/** A request as it goes over the wire, to be bent before it is sent. */
export type Attempt = {
  method: string
  url: string
  headers: Record<string, string>
  payload: string | undefined
  /** The name of the call it was made for. */
  call?: string
}

/** Who sends it: a person's session with the carrier their tab shows, or the pharmacy network, or nobody. */
export type Sender = { cookie?: string | undefined; carrier?: string | undefined; bearer?: string | undefined }
export const pharmacy: Sender = { bearer: INTAKE_TOKEN }
export const nobody: Sender = {}
export const sender = (visitor: Visitor, carrier?: string): Sender => ({ cookie: visitor.cookie, carrier })

/** A request that is right in every respect. */
export function attempt(call: AnyCall, input: Record<string, unknown>, by: Sender): Attempt {
  const { method, url, body: made } = toRequest(call, input)
  const body = typeof made === 'object' ? formText(call, input) : made
  // Only before anybody is signed in does the browser itself matter: a single sign-on is bound to it.
  const cookies = [by.cookie, call.gate === 'public' ? `rxdocket-sso=${browser}` : undefined].filter(
    (cookie) => cookie !== undefined,
  )
  return {
    method,
    url,
    call: call.name,
    payload: body,
    headers: {
      'x-portal-request': '1',
      origin: ORIGIN,
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...(by.carrier !== undefined && { 'x-master-carrier': by.carrier }),
      ...(by.bearer !== undefined && { authorization: `Bearer ${by.bearer}` }),
      ...(body !== undefined && {
        'content-type': call.form ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json',
      }),
    },
  }
}

/** What an answer says: the base64 of a page's picture can spell any four letters, and its words stand beside it as text. */
export const wordsOf = (answer: { text: string }): string => answer.text.replaceAll(/"picture":"[^"]*"/g, '')

const BOUNDARY = 'boundary-of-the-attack'
/** A form as text; the files of the samples are text too. */
function formText(call: AnyCall, input: Record<string, unknown>): string {
  const { inPath, inQuery } = placesOf(call)
  const parts = Object.entries(input)
    .filter(([name, value]) => value !== undefined && !inPath.includes(name) && !inQuery.includes(name))
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) =>
        isUpload(one)
          ? `content-disposition: form-data; name="${name}"; filename="${one.name}"\r\ncontent-type: ${one.type}\r\n\r\n${Buffer.from(one.bytes).toString('latin1')}`
          : `content-disposition: form-data; name="${name}"\r\n\r\n${String(one)}`,
      ),
    )
  return [...parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`), `--${BOUNDARY}--\r\n`].join('')
}

/** How many requests a call was sent since the last file was counted. */
export const requestsSent = new Map<string, number>()

/** Sends it as it is: exactly these headers, this text. */
export async function send(
  api: TestApi,
  { method, url, headers, payload, call }: Omit<Attempt, 'payload'> & { payload?: string | Buffer | undefined },
): Promise<Answer> {
  if (call !== undefined) requestsSent.set(call, (requestsSent.get(call) ?? 0) + 1)
  const reply = await api.built.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload !== undefined && { payload }),
  })
  const text = reply.headers['content-encoding'] === 'gzip' ? gunzipSync(reply.rawPayload).toString() : reply.payload
  const json = String(reply.headers['content-type'] ?? '').includes('json') && text !== '' // the answer to HEAD has no body
  return {
    status: reply.statusCode,
    headers: reply.headers,
    bytes: reply.rawPayload,
    text,
    body: json ? (JSON.parse(text) as unknown) : text,
  }
}

export const codeOf = (answer: Answer): string | undefined => (answer.body as Partial<Refusal> | null)?.status?.code

/** An answer without what differs each time. */
export const withoutSupportId = (answer: Answer): string =>
  answer.text.replace(/"supportId":"[0-9a-f-]{36}"/, '"supportId":""')

/** The tables the portal's roles or its sign-in could change; the two journals of who did what are left out. */
async function changeable(api: TestApi): Promise<string[]> {
  const { rows } = await api.db.query<{ name: string }>(`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname not in ('access_audit', 'security_event')
       and (has_any_column_privilege('rxdocket_app', c.oid, 'insert, update')
         or has_table_privilege('rxdocket_app', c.oid, 'delete')
         or c.relname in ('session', 'login_event', 'app_user', 'terms_acceptance'))
     order by 1`)
  return rows.map(({ name }) => name)
}
const prints = new WeakMap<TestApi, Promise<string>>()
/**
 * A row that is written again carries the number of the transaction that wrote it, a higher one than before: how many rows there are
 * and the sum of these numbers tell every insert, update and delete, without reading what stands in the rows.
 */
const printOf = async (api: TestApi): Promise<string> =>
  (await changeable(api))
    .map(
      (name) =>
        `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(t.xmin::text::bigint), 0) as print from ${name} t`,
    )
    .join(' union all ')

/** A fingerprint of every table that could have been written to. */
export async function contents(api: TestApi): Promise<Record<string, string>> {
  const known = prints.get(api) ?? printOf(api)
  prints.set(api, known)
  const text = await known
  const { rows } = await api.db.query<{ name: string; print: string }>({ name: 'contents', text })
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}
