import type { Why } from '#platform/calls/refusal.ts'
import type { CallOutcome } from './call-outcomes.ts'

type Action = 'APPROVE' | 'REJECT' | 'APPROVE_MODIFIED' | 'P2P' | 'DEFER'
type Modified = {
  oneTime?: boolean | undefined
  days?: number | undefined
  quantity?: number | undefined
  drugLevel?: number | undefined
}

/** Advice in words, for the event log. */
export const adviceWords: Readonly<Record<Action, string>> = {
  APPROVE: 'to approve',
  REJECT: 'to reject',
  APPROVE_MODIFIED: 'to approve with changes',
  P2P: 'a call with the prescriber',
  DEFER: 'to ask for more information',
}

/** Why advice is incomplete: changes have to be named, and belong to "approve with changes" only. */
export function whyNotSo(action: Action, modified: Modified | undefined): Why<'VALIDATION'> | undefined {
  const named = Object.values(modified ?? {}).some((value) => value !== undefined && value !== false)
  if (action === 'APPROVE_MODIFIED' && !named)
    return {
      code: 'VALIDATION',
      message: 'Enter what to change: fills, days, quantity or level.',
      field: 'modified',
    }
  if (action !== 'APPROVE_MODIFIED' && action !== 'APPROVE' && named)
    return { code: 'VALIDATION', message: 'Changes apply only to an approval.', field: 'modified' }
  return undefined
}

/** The codes of a list grouped by their first characters, in the order they come; the dot does not count. */
export function rollups(
  icds: readonly { code: string; status: string }[],
  length: number,
): { rollup: string; codes: string[]; accepted: number }[] {
  const groups = new Map<string, { rollup: string; codes: string[]; accepted: number }>()
  for (const { code, status } of icds) {
    const rollup = rollupOf(code, length)
    const group = groups.get(rollup) ?? { rollup, codes: [], accepted: 0 }
    group.codes.push(code)
    if (status === 'ACCEPTED') group.accepted += 1
    groups.set(rollup, group)
  }
  return [...groups.values()]
}
/** The first characters of a code: `S33.5XXA` at 2 is `S3`, at 4 `S335`. */
export const rollupOf = (code: string, length: number): string => code.replace('.', '').slice(0, length)

/** Why a call cannot have ended so: a call back has a time, which is still to come (ISO 8601). */
export function whyNotBack(
  outcome: CallOutcome,
  backAt: string | undefined,
  now: string,
): Why<'VALIDATION'> | undefined {
  const no = (message: string) => ({ code: 'VALIDATION' as const, message, field: 'backAt' })
  if (outcome === 'CALL_BACK' && backAt === undefined) return no('Enter when the call back is.')
  if (outcome !== 'CALL_BACK' && backAt !== undefined) return no('Only a call back has a time.')
  return backAt !== undefined && Date.parse(backAt) <= Date.parse(now)
    ? no('Enter a time that is still to come.')
    : undefined
}
