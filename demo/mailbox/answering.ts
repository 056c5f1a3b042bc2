import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Settings } from '#platform/start/settings.ts'

const MOST_BYTES = 2000
/** Letters of one text message. */
export const MOST_LETTERS = 160
const TIMEOUT_MS = 10_000

/** Stands in for a text message gateway: reads what somebody typed as the worker, and hands it to the portal. */
export type Answering = {
  /** The answer in a posted form; undefined where there is none, or it is too long. */
  read(request: IncomingMessage): Promise<string | undefined>
  /** Hands over what this number (ten digits) texts; whether the portal took it. */
  send(from: string, text: string): Promise<boolean>
}

/** The ten digits of a number however it was typed. */
export const digitsOf = (address: string): string => address.replaceAll(/\D/g, '').slice(-10)

/** Only a form of our own page is taken, not one of another site. */
export const isFromHere = ({ headers }: IncomingMessage, origin: string): boolean =>
  headers.origin === origin || (headers.origin === undefined && headers['sec-fetch-site'] === 'same-origin')

/** Answers texts over the call a gateway uses, with its token. */
export const openAnswering = (of: Pick<Settings, 'origin' | 'serviceTokens'> & { apiBase: string }): Answering => ({
  read: async (request) => {
    let body = ''
    for await (const chunk of request) {
      body += String(chunk)
      if (body.length > MOST_BYTES) return undefined
    }
    const text = (new URLSearchParams(body).get('text') ?? '').trim()
    return text === '' || text.length > MOST_LETTERS ? undefined : text
  },
  send: async (from, text) => {
    const answer = await fetch(`${of.origin}${of.apiBase}/sms/inbound`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${of.serviceTokens.sms[0] ?? ''}` },
      body: JSON.stringify({ id: randomUUID(), from, text }),
    })
    return answer.ok
  },
})
