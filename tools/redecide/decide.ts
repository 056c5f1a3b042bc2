import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { adjudicate } from '#features/adjudication/rules.ts'
import type { dueAt } from '#features/deadlines/due.ts'
import type { packFor } from '#features/deadlines/which-pack.ts'
import type { Stored } from './stored.ts'

/** What stopped a submission, as far as two versions of the rules are compared. */
export type Finding = { rule: string; code: string; by: string; severity: number | null }

export type Decided = {
  tcn: string
  outcome: string
  findings: Finding[]
  /** Codes that an approval, a bypass or a rule cleared. */
  cleared: string[]
  paid: number | null
  /** The rule of its clock and the due time, were it asked for in advance. */
  clock: { state: string; pack: string; due: string } | null
}

export type Rules = { adjudicate: typeof adjudicate; packFor: typeof packFor; dueAt: typeof dueAt }

/** The rules of a checkout, by its own files. */
export async function rulesOf(checkout: string): Promise<Rules> {
  const load = async (path: string): Promise<object> => import(pathToFileURL(join(checkout, path)).href)
  const all = await Promise.all(
    ['features/adjudication/rules.ts', 'features/deadlines/which-pack.ts', 'features/deadlines/due.ts'].map(load),
  )
  return Object.assign({}, ...all) as Rules
}

/** What these rules say of a stored submission. */
export function decided(rules: Rules, { tcn, request, snapshot, at }: Stored): Decided {
  const answer = rules.adjudicate(request, snapshot, { mode: 'LIVE' })
  const state = snapshot.claim?.jurisState
  const pack = state === undefined ? undefined : rules.packFor(state, 'prospective', at)
  return {
    tcn,
    outcome: answer.outcome,
    findings: answer.rejects.map(({ sourceRule: rule, rejectCode: code, overridableBy: by, severity = null }) => ({
      rule,
      code,
      by,
      severity,
    })),
    cleared: answer.cleared.map(({ reject }) => reject.rejectCode),
    paid: answer.outcome === 'P' ? (answer.pricing?.paid ?? null) : null,
    clock:
      state === undefined || pack === undefined
        ? null
        : { state, pack: `${pack.id} v${pack.version}`, due: rules.dueAt(pack, { receivedAt: at }).dueAt },
  }
}
