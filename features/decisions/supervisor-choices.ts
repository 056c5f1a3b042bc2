import type { Person } from '#platform/calls/person.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { money } from '#features/authorizations/figures.ts'
import type { SupervisorQuestion } from '#features/decision-rights/supervisor-questions.ts'

/** What a supervisor may be asked about here: why it fits this request, or why it does not. */
export type SupervisorChoice = { value: SupervisorQuestion; label: string; detail: string; fits: boolean }

type Of = Pick<AuthDetail, 'estimatedCost' | 'duplicates'> & {
  rejects: readonly Pick<AuthDetail['rejects'][number], 'rejectCode' | 'overridableBy' | 'canCallerOverride'>[]
}

/** The choices in their order; the first that fits is the usual one. */
export function supervisorChoices(
  { estimatedCost, duplicates, rejects }: Of,
  { approvalLimit }: Pick<Person, 'approvalLimit'>,
): readonly SupervisorChoice[] {
  const codes = [
    ...new Set(
      rejects
        .filter(({ overridableBy, canCallerOverride }) => overridableBy === 'S' && !canCallerOverride)
        .map(({ rejectCode }) => rejectCode),
    ),
  ]
  const over = approvalLimit !== null && estimatedCost !== null && estimatedCost > approvalLimit
  const other = duplicates[0]
  return [
    {
      value: 'ROLE',
      label: 'Over my role',
      fits: codes.length > 0,
      detail:
        codes.length > 0
          ? `Only a supervisor clears ${codes.join(', ')}.`
          : 'Nothing here: no code is left that only a supervisor clears.',
    },
    {
      value: 'LIMIT',
      label: 'Over my limit',
      fits: over,
      detail: over
        ? `One fill is ${money(estimatedCost)}; your limit is ${money(approvalLimit)}.`
        : 'Nothing here: the cost is within your limit.',
    },
    {
      value: 'MERGE',
      label: 'Merge two requests',
      fits: other !== undefined,
      detail: other
        ? `The same drug is pending as request ${other.referenceNumber} too.`
        : 'Nothing here: no other request for this drug is open.',
    },
    { value: 'OTHER', label: 'Another question', fits: true, detail: 'Anything else you need a supervisor for.' },
  ]
}
