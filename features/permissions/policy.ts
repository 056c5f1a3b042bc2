import type { AnyCall } from '#platform/calls/contract.ts'
import { isRestricted, mayRead, roles, type Role } from './roles.ts'

// Who may call what, as a table people can read and review. It is computed from the same contracts the
// server reads, written down in docs/policy.csv, and tried cell by cell against the running server.

/** Somebody with this one role, or with none. */
export type Column = Role | 'no role'
export const columns: readonly Column[] = [...roles, 'no role']

/**
 * `yes`; `if`: the call's own rule decides for each object; `blocked`: update functionality is blocked; `no`: the role does
 * not include it.
 */
export type Cell = 'yes' | 'if' | 'blocked' | 'no'

/** What somebody with this role may do of a call of the working pages, terms accepted and carrier chosen. */
export function cellOf(call: AnyCall, column: Column): Cell {
  if (call.gate !== 'carrier') return 'yes'
  const named: readonly string[] = column === 'no role' ? [] : [column]
  const open = call.roles === undefined || call.roles.some((role) => named.includes(role))
  // The check of a change before it is made is for users who may make it.
  const ofChange = !call.own && (call.kind === 'act' || call.refusals.includes('UPDATE_BLOCKED'))
  const isBlocked = ofChange && isRestricted({ roles: named })
  if (isBlocked && call.kind === 'act') return 'blocked'
  if (call.phi !== 'none' && !mayRead(named)) return 'no'
  if (isBlocked) return 'blocked'
  if (!open) return 'no'
  if (ofChange && column === 'nurse_case_manager' && !call.roles?.includes(column)) return 'blocked'
  return call.refusals.includes('NOT_ALLOWED') ? 'if' : 'yes'
}

const checks: Record<AnyCall['gate'], string> = {
  public: 'anybody',
  session: 'any signed-in user',
  carrier: 'terms accepted and carrier chosen',
  service: 'a service with its token',
}

/** The table as CSV: a line a call, a column a role. */
export function policyTable(calls: readonly AnyCall[]): string {
  const head = ['call', 'line', 'effect', 'who', 'condition', ...columns]
  const rows = calls
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((call) => {
      const names = [
        ...call.carrier.map((name) => `${name} is the carrier of the session`),
        ...Object.keys(call.ids).map((name) => `${name} is theirs to see`),
      ]
      const cells = columns.map((column) => (call.gate === 'carrier' ? cellOf(call, column) : ''))
      return [
        call.name,
        call.line,
        call.kind === 'act' ? 'changes' : 'reads',
        checks[call.gate],
        names.join('; '),
        ...cells,
      ]
    })
  return `${[head, ...rows].map((row) => row.map(quoted).join(',')).join('\n')}\n`
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
