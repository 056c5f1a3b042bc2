import { rulePack } from './rule-pack.ts'

const common = {
  jurisdiction: 'NY',
  regulator: 'New York State Workers’ Compensation Board',
  timeZone: 'America/New_York',
  unit: 'calendarDays',
  amount: 4,
  lapse: 'deemed_approved',
  holidays: 'new-york',
  limits: { maxOpioidDays: 7, maxApprovalDays: 365, maxDaysPerFill: 90 },
} as const

const lapsedNotice = {
  when: 'lapsed',
  to: ['prescriber', 'pbm', 'worker', 'pharmacy'],
  within: { amount: 0, unit: 'hours' },
  written: true,
  source: 'WCB formulary FAQ',
} as const

/** The 10 days of 12 NYCRR 441.6(c) lead from Level 2 to the Board; nothing we read limits the way to Level 2. */
const levelOne = {
  ...common,
  name: 'New York: Level 1 answer by the payer or its PBM',
  kind: 'prospective',
  whoMayDeny: 'adjuster',
  appealDays: null,
  source: '12 NYCRR 441.4-441.6; wcb.ny.gov formulary FAQ; Gen. Construction Law 19, 20',
  confidence: 'M',
} as const
const levelOneText =
  'Four calendar days; the day of receipt is not counted and the fourth day runs to midnight. No answer by ' +
  'then and the request is approved by itself; prescriber, PBM and payer are told. Rests on the Board’s FAQ of ' +
  '2019-2020: calendar against business days is not verified.'

/** New York formulary review: four calendar days at the payer's levels, where silence approves; the third is the Board's. */
export const newYorkPacks = [
  rulePack({
    ...levelOne,
    id: 'NY/prospective/2019',
    version: 2,
    effectiveFrom: '2019-12-05',
    effectiveTo: '2025-07-10',
    noticeDuties: [lapsedNotice],
    text: levelOneText,
  }),
  rulePack({
    ...levelOne,
    id: 'NY/prospective/2025',
    effectiveFrom: '2025-07-11',
    noticeDuties: [
      lapsedNotice,
      {
        when: 'denied',
        to: ['worker', 'pharmacy', 'pbm'],
        within: null,
        written: true,
        source: 'Network pharmacy notice rule of 11 July 2025',
      },
    ],
    text:
      `${levelOneText} Since 11 July 2025 worker, network pharmacy and PBM are told in writing when the payer disputes ` +
      'the condition; failing to do so costs from $2,000.',
  }),
  rulePack({
    ...common,
    id: 'NY/level2/2019',
    name: 'New York: Level 2 answer by the carrier’s physician',
    kind: 'level2',
    effectiveFrom: '2019-12-05',
    whoMayDeny: 'physician',
    appealDays: 10,
    noticeDuties: [lapsedNotice],
    source: '12 NYCRR 441.5; wcb.ny.gov formulary FAQ',
    confidence: 'L',
    text:
      'Four calendar days for the carrier’s physician (not verified for Level 2). No answer approves the request. ' +
      'After a denial the provider has 10 calendar days to ask the Medical Director’s Office.',
  }),
  rulePack({
    ...common,
    id: 'NY/level3/2019',
    name: 'New York: Level 3, the Board’s Medical Director’s Office',
    kind: 'level3',
    effectiveFrom: '2019-12-05',
    amount: 30,
    lapse: 'internal_target',
    whoMayDeny: 'board',
    source: '12 NYCRR 441.6; wcb.ny.gov formulary overview',
    confidence: 'H',
    text:
      'The Medical Director’s Office decides, finally and bindingly; no clock of the payer runs and silence approves ' +
      'nothing. That the outcome is asked after within 30 days is our own target.',
  }),
] as const
