import type { IncomingMessage } from 'node:http'

/** The request cannot be a form of ours; the status says why. */
export class NotOurForm extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Refuses a form that did not come from a page of this origin. */
export function refuseOtherSites(request: IncomingMessage, ownOrigin: string): void {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  // Our own pages forbid the referrer, so browsers write the origin of their forms as "null"; Sec-Fetch-Site is exact.
  const ours = site === undefined ? [undefined, 'null', ownOrigin].includes(origin) : site === 'same-origin'
  if (!ours) throw new NotOurForm(403, 'a form of another site')
}

/** The fields of a form of at most so many bytes. */
export async function readForm(request: IncomingMessage, longest: number): Promise<URLSearchParams> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded' || request.headers['content-encoding'] !== undefined) {
    throw new NotOurForm(415, 'not a form')
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > longest) throw new NotOurForm(413, 'a form longer than we read')
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
