import { createTransport } from 'nodemailer'
import { isThisMachine } from '../this-machine.ts'
import { returnPath } from './mail-report.ts'
import { RefusedAddress } from './refused-address.ts'

/** A message that leaves the portal. `id` stays the same when a message is tried again. */
export type Outgoing = {
  id: string
  to: string
  subject: string
  text: string
  /** Pages that go with it. */
  attachment?: { name: string; type: string; bytes: Uint8Array } | undefined
}
/**
 * Takes a message. 'delivered' where it is known to have arrived; else the gateway may say so later. Throws
 * `RefusedAddress` where the gateway refuses the address, anything else where it could not be reached.
 */
export type Gateway = { send: (message: Outgoing) => Promise<'taken' | 'delivered'> }
export type Gateways = { readonly MAIL: Gateway; readonly FAX: Gateway; readonly SMS: Gateway; readonly POST: Gateway }

/** Delivers into the portal's own table of outside messages, which the demo mailbox shows: nothing further to do. */
const standIn: Gateway = { send: () => Promise.resolve('delivered') }

export const standIns: Gateways = { MAIL: standIn, FAX: standIn, SMS: standIn, POST: standIn }

const TIMEOUT_MS = 10_000

/** Whether a mail server has to encrypt before it gets a message; one of this machine and an address with `ignoreTLS` do without. */
export function mustEncrypt(address: string): boolean {
  const url = new URL(address)
  return !isThisMachine(url) && url.searchParams.get('ignoreTLS') !== 'true'
}

/**
 * Mail by SMTP. The message id is ours, so that a server that deduplicates does. What does not arrive comes back to the address
 * of `bounces`, with the id of the message in it; without one to the sender.
 */
export function mailGateway(url: string, from: string, bounces?: string): Gateway {
  const transport = createTransport({
    url,
    requireTLS: mustEncrypt(url),
    connectionTimeout: 2000,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ id, to, subject, text, attachment }) => {
      try {
        await transport.sendMail({
          from,
          to,
          ...(bounces !== undefined && { envelope: { from: returnPath(bounces, id), to } }),
          subject: subject.replaceAll(/[\r\n]/g, ' '),
          text,
          // No absence note answers it (RFC 3834, 5.1).
          headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
          messageId: `<${id}@${from.split('@').at(-1)!.replace('>', '')}>`,
          ...(attachment && {
            attachments: [
              { filename: attachment.name, contentType: attachment.type, content: Buffer.from(attachment.bytes) },
            ],
          }),
        })
      } catch (error) {
        // RFC 5321 4.2.1: 5yz is permanent, 4yz temporary. A reply before the recipient was named is not about the address.
        const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
        if (code === 'EENVELOPE' && command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500)
          throw new RefusedAddress(`The mail server refused the address (${responseCode}).`)
        throw error
      }
      return 'taken'
    },
  }
}

/**
 * Statuses that are about this message; all others (a wrong key, too many requests, a fault) say nothing about its address.
 */
const refusing: ReadonlySet<number> = new Set([400, 404, 410, 422])

/**
 * Faxes, text messages or letters on paper by a provider that takes JSON over HTTP, with our id as its key against repeats.
 */
export function httpGateway(url: string): Gateway {
  return {
    send: async ({ id, to, subject, text, attachment }) => {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify({
          id,
          to,
          subject,
          text,
          ...(attachment && {
            attachments: [
              {
                name: attachment.name,
                type: attachment.type,
                base64: Buffer.from(attachment.bytes).toString('base64'),
              },
            ],
          }),
        }),
      })
      if (refusing.has(answer.status)) throw new RefusedAddress(`The gateway refused the address (${answer.status}).`)
      if (!answer.ok) throw new Error(`The gateway answered ${answer.status}.`)
      return 'taken'
    },
  }
}

export type GatewaySettings = {
  smtpUrl?: string | undefined
  faxUrl?: string | undefined
  smsUrl?: string | undefined
  postUrl?: string | undefined
  mailFrom: string
  mailBounces?: string | undefined
}

/** The gateways the operator configured; a local stand-in for each that is not. */
export const openGateways = ({
  smtpUrl,
  faxUrl,
  smsUrl,
  postUrl,
  mailFrom,
  mailBounces,
}: GatewaySettings): Gateways => ({
  MAIL: smtpUrl ? mailGateway(smtpUrl, mailFrom, mailBounces) : standIn,
  FAX: faxUrl ? httpGateway(faxUrl) : standIn,
  SMS: smsUrl ? httpGateway(smsUrl) : standIn,
  POST: postUrl ? httpGateway(postUrl) : standIn,
})
