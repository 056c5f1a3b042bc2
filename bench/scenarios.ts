import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { session } from '#features/sign-in/contract.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { ORIGIN, type Data, type Person } from './data.ts'

/** What is measured, by its row in the service list. */
export const scenarios = {
  user: { call: session.details, says: 'session look-up' },
  worklist: { call: worklist.search, says: 'worklist page of 25 with total' },
  card: { call: authorizations.one, says: 'decision card' },
  approve: { call: decision.approve, says: 'approve, audited' },
} as const satisfies Record<string, { call: AnyCall; says: string }>

export type Scenario = keyof typeof scenarios
export const scenarioNames = Object.keys(scenarios) as Scenario[]

export const whoAsks = (scenario: Scenario, data: Data): Person => (scenario === 'approve' ? data.decider : data.reader)

/** The inputs of a scenario; requests to approve are given out once. */
export function inputsOf(scenario: Scenario, data: Data, toApprove: readonly string[]): Record<string, unknown>[] {
  if (scenario === 'user') return [{}]
  if (scenario === 'worklist') return [{ mc: 'AAA', page: 0, size: 25 }]
  if (scenario === 'card') return data.open.slice(0, 500).map((id) => ({ id }))
  return toApprove.map((id) => ({ id, version: 1 }))
}

/** A request as a browser sends it, in full. */
export function rawRequest(scenario: Scenario, input: Record<string, unknown>, person: Person): string {
  const { method, url, body: asked = '' } = toRequest(scenarios[scenario].call, input)
  const body = typeof asked === 'string' ? asked : '' // none of these calls sends a file
  const key = scenario === 'approve' ? `idempotency-key: ${String(input['id'])}\r\n` : ''
  const sent = body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return (
    `${method} ${url} HTTP/1.1\r\nhost: localhost:3000\r\nconnection: keep-alive\r\ncookie: ${person.cookie}\r\norigin: ${ORIGIN}\r\nx-portal-request: 1\r\n` +
    `x-master-carrier: ${person.mc}\r\nx-time-zone: America/New_York\r\naccept: */*\r\nuser-agent: bench\r\n${key}${sent}\r\n${body}`
  )
}
