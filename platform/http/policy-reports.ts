import type { FastifyInstance } from 'fastify'
import type { Portal } from '../portal/portal.ts'

/** Takes the browsers' reports of violations of the content policy. */
export const reportAddress = '/csp-report'

const longestReport = 16 * 1024

type Report = Record<string, unknown>

/** Takes reports and writes a line for each into the log: what was forbidden, and from where it would have come. */
export function takePolicyReports(app: FastifyInstance, portal: Portal): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: longestReport },
      (_request, body, done) => done(null, parsed(String(body))),
    )
    const plain = {
      name: 'policy report',
      summary: 'A browser says what a content policy stopped',
      effect: 'public',
    } as const
    scope.post(reportAddress, { config: { plain }, bodyLimit: longestReport }, async (request, reply) => {
      portal.limits.take('telemetry', request, undefined)
      for (const { directive, blocked, source } of reportsIn(request.body)) {
        portal.log.warn({ requestId: request.id, code: 'CSP', directive, blocked, source }, 'content policy')
      }
      return reply.code(204).send()
    })
  })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The reports of either kind there is (CSP 2 and the Reporting API), at most ten. */
function reportsIn(body: unknown): { directive: string; blocked: string; source: string }[] {
  const given = Array.isArray(body)
    ? body.slice(0, 10).map((one: Report) => one?.['body'])
    : [(body as Report)?.['csp-report']]
  return given
    .filter((report): report is Report => typeof report === 'object' && report !== null)
    .map((report) => ({
      directive: word(report['effective-directive'] ?? report['effectiveDirective'] ?? report['violated-directive']),
      blocked: place(report['blocked-uri'] ?? report['blockedURL']),
      source: place(report['source-file'] ?? report['sourceFile']),
    }))
}

const word = (value: unknown): string => (typeof value === 'string' && /^[\w -]{1,60}$/.test(value) ? value : 'other')

/** Where something came from, without what an address may hold of a person: the origin, or CSP's own word (`inline`). */
function place(value: unknown): string {
  if (typeof value !== 'string' || value === '') return 'none'
  if (/^[\w-]{1,30}$/.test(value)) return value
  return URL.parse(value)?.origin ?? 'other'
}
