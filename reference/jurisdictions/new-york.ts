import { rulePack } from './rule-pack.ts'

const common = {
  jurisdiction: 'NY',
  regulator: 'New York State Workers’ Compensation Board',
  timeZone: 'America/New_York',
  unit: 'calendarDays',
  amount: 4,
  lapse: 'deemed_approved',
  holidays: 'new-york',
  limits: { maxApprovalDays: 365, maxDaysPerFill: 90 },
  sourceUrl: 'https://www.wcb.ny.gov',
  open: [
    'Calendar or business days: the Board’s FAQ of 2019-2020 says “days”, and the text of 441.5 was not available; confirm before relying on it.',
    'Whether a last day on a weekend or public holiday moves to the next business day (Gen. Constr. Law 25-a).',
  ],
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
  name: 'New York: Level 1 review by payer or PBM',
  kind: 'prospective',
  whoMayDeny: 'adjuster',
  appealDays: null,
  source: '12 NYCRR 441.4-441.6; wcb.ny.gov formulary FAQ; Gen. Construction Law 19, 20',
  confidence: 'M',
} as const
const levelOneText =
  'Four calendar days; the day of receipt is not counted and the fourth day runs to midnight. With no answer by then the ' +
  'request is deemed approved; prescriber, PBM and payer are notified. In Phase A controlled substances and muscle relaxants ' +
  'are limited to one 7-day supply. Refills came under the formulary on 06/05/2020.'

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
        source: 'Network pharmacy notice rule of July 11, 2025',
      },
    ],
    text:
      `${levelOneText} Since 07/11/2025 the worker, network pharmacy and PBM must be notified in writing when the payer disputes ` +
      'the condition. Penalties start at $2,000.',
  }),
  rulePack({
    ...common,
    id: 'NY/level2/2019',
    name: 'New York: Level 2 review by the carrier’s physician',
    kind: 'level2',
    effectiveFrom: '2019-12-05',
    whoMayDeny: 'physician',
    appealDays: 10,
    noticeDuties: [lapsedNotice],
    source: '12 NYCRR 441.1(g), 441.5; wcb.ny.gov formulary FAQ',
    confidence: 'L',
    open: [...common.open, 'The four days, and what silence does, at Level 2.'],
    text:
      'Internal target: 4 calendar days for the carrier’s physician, as at Level 1. After a denial the provider has 10 ' +
      'calendar days to ask the Medical Director’s Office.',
  }),
  rulePack({
    ...common,
    id: 'NY/level3/2019',
    name: 'New York: Level 3, the Board’s Medical Director’s Office (internal target)',
    kind: 'level3',
    effectiveFrom: '2019-12-05',
    amount: 30,
    lapse: 'internal_target',
    whoMayDeny: 'board',
    ownTarget: true,
    open: [],
    source: '12 NYCRR 441.6(e); wcb.ny.gov formulary overview',
    confidence: 'H',
    text:
      'The Medical Director’s Office decides; the decision is final for provider, carrier and pharmacy, and the claimant may ' +
      'still ask the Board to look at it again. No clock of the payer runs. Internal target: the outcome is asked after ' +
      'within 30 days.',
  }),
] as const
