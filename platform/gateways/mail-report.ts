import PostalMime from 'postal-mime'

/** What the mail system says of a message it took: it may still come, it arrived, or it did not. */
export type MailReport = { status: 'sent' | 'delivered' | 'failed'; reason?: string }

/** The report stands before the mail it is about (RFC 6522, 3), which may be long. */
const READ_BYTES = 256 * 1024

/** What a status of RFC 3463 says of the receiver, in words; by its class and subject, else by its subject alone. */
const meanings: readonly [status: RegExp, words: string][] = [
  [/^5\.1\.[1236]$/, 'the address does not exist'],
  [/^5\.1\.10$/, 'the receiver takes no mail'],
  [/^5\.2\.1$/, 'the mailbox takes no messages'],
  [/^[45]\.2\.2$/, 'the mailbox is full'],
  [/^[45]\.2\.3$|^5\.3\.4$/, 'the message is too large for the receiver'],
  [/^[45]\.4\./, 'the mail server of the receiver was not reached'],
  [/^5\.7\./, 'the mail server of the receiver refused it'],
]

/** The fields of each block of a report: names in small letters, continued lines joined. */
const blocksOf = (report: string): Map<string, string>[] =>
  report
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map(
      (block) =>
        new Map(
          block
            .replaceAll(/\n[ \t]+/g, ' ')
            .split('\n')
            .map((line) => /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line))
            .filter((field) => field !== null)
            .map(([, name, value]) => [name!.toLowerCase(), value!.trim()] as const),
        ),
    )

/**
 * What a returned mail says became of the one we sent (RFC 3464): of several receivers the worst, of a message with no such
 * report, such as a note of absence, nothing. The server's own sentence is not passed on: it is whatever somebody wrote.
 */
export async function readMailReport(message: Uint8Array): Promise<MailReport | undefined> {
  const { attachments } = await PostalMime.parse(message.subarray(0, READ_BYTES), {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
    maxNestingDepth: 10,
  })
  const report = attachments.find(({ mimeType }) => /^message\/(global-)?delivery-status$/i.test(mimeType))
  if (!report) return undefined
  const receivers = blocksOf(report.content as string).filter((block) => block.has('action'))
  const by = (action: string) => receivers.find((block) => block.get('action')!.toLowerCase().split(/\s/)[0] === action)
  const failed = by('failed')
  if (failed) {
    const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(failed.get('status') ?? '')?.[0]
    if (status === undefined) return { status: 'failed', reason: 'it came back' }
    const words = meanings.find(([of]) => of.test(status))?.[1] ?? 'it came back'
    return { status: 'failed', reason: `${words} (${status})` }
  }
  if (by('delayed') ?? by('relayed') ?? by('expanded')) return { status: 'sent' }
  return by('delivered') ? { status: 'delivered' } : undefined
}

/** Where a returned mail goes, so that the address says which one it was: `bounces+{id}@example.com`. */
export const returnPath = (address: string, id: string): string => address.replace(/@(?=[^@]*$)/, `+${id}@`)
