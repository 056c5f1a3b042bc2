// Prints the registry: every call with its guards, as the server, the documentation and the attack matrix read it.
import { everyCall } from '#registry'

const rows = everyCall.map((call) => ({
  id: call.id,
  name: call.name,
  line: call.line,
  also: call.also,
  effect:
    call.gate === 'public' ? 'public' : call.gate === 'session' ? 'session' : call.kind === 'act' ? 'write' : 'read',
  gate: call.gate,
  roles: call.roles ?? 'any',
  tenant: call.carrier.length > 0 ? call.carrier : 'session',
  ids: call.ids,
  phi: call.phi,
  audit: call.phi === 'none' ? 'none' : call.name,
  limit: call.limit,
  refusals: call.refusals,
  summary: call.summary,
}))
process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
