import type { Level } from '#features/prior-auths/levels.ts'

/** One row of the edit table. */
export type EditRow = {
  name: string
  /** Default start, and how many days before and after it the start may lie. Null: the start stays as it is. */
  start: { from: 'today' | 'dateOfService'; before: number; after: number } | null
  /** Days after the start. */
  end: { default: number; max: number; supervisorMax?: number }
  oneTime: { default: boolean; locked: boolean }
  levels: { default: Level; allowed: readonly Level[]; supervisor: readonly Level[] }
  fills: { default: number | null; max: number }
  overrideAll: boolean
}

const range = { from: 'today', before: 30, after: 30 } as const
const onDateOfService = { from: 'dateOfService', before: 0, after: 0 } as const
const lockedOnce = {
  oneTime: { default: true, locked: true },
  levels: { default: 14, allowed: [14], supervisor: [] },
  fills: { default: 1, max: 1 },
  overrideAll: false,
} as const

/** What a decision form may set, row by row, before the carrier's settings. */
export const editTable = {
  standard: {
    name: 'Non-controlled drug',
    start: range,
    end: { default: 90, max: 365 },
    oneTime: { default: false, locked: false },
    levels: { default: 10, allowed: [14, 12, 10, 8], supervisor: [6, 4] },
    fills: { default: null, max: 12 },
    overrideAll: true,
  },
  scheduleTwo: {
    name: 'Schedule II',
    start: { from: 'today', before: 0, after: 7 },
    end: { default: 14, max: 30, supervisorMax: 90 },
    oneTime: { default: true, locked: false },
    levels: { default: 14, allowed: [14], supervisor: [12] },
    fills: { default: 1, max: 3 },
    overrideAll: false,
  },
  scheduleThreeToFive: {
    name: 'Schedule III-V',
    start: range,
    end: { default: 30, max: 90 },
    oneTime: { default: true, locked: false },
    levels: { default: 14, allowed: [14, 12, 10], supervisor: [] },
    fills: { default: 1, max: 6 },
    overrideAll: false,
  },
  compound: {
    name: 'Compound',
    start: range,
    end: { default: 30, max: 90 },
    oneTime: { default: true, locked: false },
    levels: { default: 14, allowed: [14, 11], supervisor: [] },
    fills: { default: 1, max: 3 },
    overrideAll: false,
  },
  maintenance: {
    name: 'Maintenance with a letter on file',
    start: range,
    end: { default: 180, max: 365 },
    oneTime: { default: false, locked: false },
    levels: { default: 10, allowed: [14, 12, 10, 8], supervisor: [] },
    fills: { default: 6, max: 12 },
    overrideAll: true,
  },
  refillTooSoon: {
    name: 'Refill too soon only',
    ...lockedOnce,
    start: null,
    end: { default: 14, max: 14 },
  },
  firstFill: {
    name: 'First fill, claim under investigation',
    ...lockedOnce,
    start: onDateOfService,
    end: { default: 14, max: 30 },
  },
  eligibility: {
    name: 'Eligibility codes',
    ...lockedOnce,
    start: onDateOfService,
    end: { default: 7, max: 30 },
  },
  bill: {
    name: 'Bill for a drug already dispensed',
    ...lockedOnce,
    start: onDateOfService,
    end: { default: 0, max: 0 },
  },
  block: {
    name: 'Block',
    start: range,
    end: { default: 90, max: 365 },
    oneTime: { default: false, locked: false },
    levels: { default: 14, allowed: [14, 12, 10, 8], supervisor: [6, 4, 2] },
    fills: { default: null, max: 12 },
    overrideAll: false,
  },
} as const satisfies Record<string, EditRow>

export type EditSituation = keyof typeof editTable | 'determination'
