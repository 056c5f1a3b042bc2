import { clockSettingTable } from '#features/deadlines/plan.ts'
import { engineSettingTable } from '#features/adjudication/settings.ts'
import { status } from '#features/authorizations/statuses.ts'
import { dualControl } from '#features/decisions/approval.ts'
import {
  decisionSettingTable,
  decisionSettings,
  type DecisionSettings,
} from '#features/permissions/decision-settings.ts'
import { addDays, addMonths, daysBetween } from '#platform/dates/day.ts'
import { ncpdp } from '#reference/ncpdp.ts'

// What a change of a setting would have meant for the requests that were completed last month.

/** At most so many requests are judged, the latest. */
export const MOST_JUDGED = 5000
/** Requests behind a figure that are named. */
const MOST_NAMED = 50

/** A request that was completed last month, and the decision in force. */
export type Completed = {
  id: string
  reference_number: string
  sub_carrier: string
  gpi: string
  estimated_cost: number | null
  compound: boolean
  reject_codes: string[]
  letter: boolean
  /** The statuses it came through. */
  went: number[]
  decision: string | null
  one_time: boolean
  start_date: string | null
  end_date: string | null
  max_fill: number | null
  approval_limit: number | null
}

/** The calendar month before the day: its first and last day. */
export function lastMonth(today: string): { from: string; to: string } {
  const begins = `${today.slice(0, 8)}01`
  return { from: addMonths(begins, -1), to: addDays(begins, -1) }
}

type Test = { words: string; differs: (row: Completed, before: Values, after: Values) => boolean }
type Values = { decisions: DecisionSettings; costLimit: number }

const approved = (row: Completed): boolean => row.decision === 'APPROVE'
const dual = (row: Completed, { decisions }: Values): boolean =>
  approved(row) && dualControl({ approvalLimit: row.approval_limit }, row, decisions)
const tooLong = ({ one_time, start_date, end_date }: Completed, { decisions }: Values): boolean =>
  !one_time &&
  start_date !== null &&
  end_date !== null &&
  decisions.maxApprovalDays !== null &&
  daysBetween(start_date, end_date) > decisions.maxApprovalDays
/** Whether the form offers the kind of approval that was given. */
const offered = ({ one_time }: Completed, { decisions: { approveAuthType: type } }: Values): boolean =>
  one_time ? type !== 2 && type !== 4 : type !== 1
const hasFills = ({ one_time, max_fill }: Completed): boolean => !one_time && max_fill !== null
const costly = (row: Completed, { costLimit }: Values): boolean =>
  !row.compound && (row.estimated_cost ?? 0) > costLimit
const went = (row: Completed, to: number): boolean => row.went.includes(to)

const secondApprover: readonly Test[] = [
  {
    words: 'approvals would have needed a second approver',
    differs: (row, before, after) => !dual(row, before) && dual(row, after),
  },
  {
    words: 'approvals would not have needed a second approver',
    differs: (row, before, after) => dual(row, before) && !dual(row, after),
  },
]
const tests: Readonly<Record<string, readonly Test[]>> = {
  dualControlThreshold: secondApprover,
  dualControlDrugs: secondApprover,
  maxApprovalDays: [
    {
      words: 'approvals ran longer than the new limit',
      differs: (row, before, after) => approved(row) && !tooLong(row, before) && tooLong(row, after),
    },
  ],
  approveAuthType: [
    {
      words: 'approvals were of a kind that the form would not have offered',
      differs: (row, before, after) => approved(row) && offered(row, before) && !offered(row, after),
    },
  ],
  allowPaFillLimit: [
    {
      words: 'approvals named a number of fills, which the form would not have offered',
      differs: (row, { decisions: before }, { decisions: after }) =>
        approved(row) &&
        hasFills(row) &&
        before.allowPaFillLimit &&
        !after.allowPaFillLimit &&
        after.approveAuthType !== 4,
    },
  ],
  lettersDisabled: [
    {
      words: 'requests had a letter that could not have been asked for',
      differs: (row, before, after) =>
        row.letter && !before.decisions.lettersDisabled && after.decisions.lettersDisabled,
    },
  ],
  clinicalService: [
    {
      words: 'requests went to a pharmacist, which would not have been possible',
      differs: (row, before, after) =>
        went(row, status.PENDING_CLINICAL) && before.decisions.clinicalService && !after.decisions.clinicalService,
    },
  ],
  urRequirements: [
    {
      words: 'requests went to utilization review, which would not have been possible',
      differs: (row, before, after) =>
        went(row, status.PENDING_UR) && before.decisions.urRequirements && !after.decisions.urRequirements,
    },
  ],
  costLimitPerFill: [
    {
      words: 'requests would not have had reject 78',
      differs: (row, before, after) =>
        row.reject_codes.includes(ncpdp.COST_OVER_MAXIMUM) && costly(row, before) && !costly(row, after),
    },
  ],
}

/** Why a change of this setting is not counted, in a sentence; undefined where it is. */
export function whyNotCounted(key: string, before: unknown, after: unknown): string | undefined {
  if (key === 'costLimitPerFill' && typeof after === 'number' && typeof before === 'number' && after < before)
    return 'A lower limit stops fills that were paid. Those cannot be counted from last month’s requests.'
  if (Object.hasOwn(tests, key)) return undefined
  if (Object.hasOwn(engineSettingTable, key))
    return 'Each fill is adjudicated again for this: the preview of submissions counts it.'
  if (Object.hasOwn(decisionSettingTable, key) || Object.hasOwn(clockSettingTable, key))
    return 'This cannot be counted: it depends on who would have acted, and when.'
  return 'This setting changes pages, messages or access. It changes no request.'
}

export type Counted = {
  words: string
  count: number
  /** The latest of them. */
  requests: { authorizationId: string; reference: string }[]
}
/** How many of these requests would have been different. `settingsOf`: what a sub-carrier has, before and after. */
export function countDifferent(
  key: string,
  rows: readonly Completed[],
  settingsOf: (subCarrier: string) => Readonly<Record<'before' | 'after', Readonly<Record<string, unknown>>>>,
): Counted[] {
  const values = new Map<string, Readonly<Record<'before' | 'after', Values>>>()
  const valuesOf = (subCarrier: string) => {
    const known = values.get(subCarrier)
    if (known) return known
    const { before, after } = settingsOf(subCarrier)
    const made = { before: read(before), after: read(after) }
    values.set(subCarrier, made)
    return made
  }
  return (tests[key] ?? []).map(({ words, differs }) => {
    const found = rows.filter((row) => {
      const { before, after } = valuesOf(row.sub_carrier)
      return differs(row, before, after)
    })
    const named = found.slice(0, MOST_NAMED)
    return {
      words,
      count: found.length,
      requests: named.map((row) => ({ authorizationId: row.id, reference: row.reference_number })),
    }
  })
}

const read = (settings: Readonly<Record<string, unknown>>): Values => {
  const limit = settings['costLimitPerFill']
  return {
    decisions: decisionSettings({ settings }),
    costLimit: typeof limit === 'number' ? limit : engineSettingTable.costLimitPerFill.default,
  }
}
