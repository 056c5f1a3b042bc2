import type { Extent, Size } from './sizes.ts'
import { targetsOf } from './sizes.ts'

/** One business unit of a carrier: what it is called and which claims it takes. */
export type SubCarrierPlan = {
  sub: string
  name: string
  /** States it handles; empty = federal programmes. */
  states: readonly string[] | 'all'
  /** Short word in its group codes. */
  region: string
  groups: Readonly<Record<Size, number>>
}

export type CarrierPlan = {
  mc: string
  id: number
  name: string
  /** Mailboxes of its staff end in this. */
  domain: string
  zone: string
  /** P: patient and claim; E: claimant and case (S). */
  dateLabel: 'P' | 'E'
  phone: string
  sizes: readonly Size[]
  /** Share of the claims of states it handles. */
  weight: number
  subCarriers: readonly SubCarrierPlan[]
  settings: Readonly<Record<string, unknown>>
  /** Feature flags it sets otherwise than the default. */
  flags: Readonly<Record<string, boolean>>
}

const west = ['CA', 'WA', 'OR', 'NV', 'AZ', 'CO', 'UT', 'ID', 'MT', 'NM', 'HI', 'AK']
const east = ['NY', 'NJ', 'PA', 'MA', 'CT', 'RI', 'NH', 'ME', 'VT', 'MD', 'DE', 'DC']
const south = ['FL', 'GA', 'NC', 'SC', 'TN', 'AL', 'MS', 'VA', 'KY', 'LA', 'AR', 'WV']
const central = ['TX', 'IL', 'OH', 'MI', 'IN', 'WI', 'MN', 'MO', 'IA', 'KS', 'NE', 'OK', 'SD']

const every = ['test', 'demo', 'scale'] as const
const none = { test: 0 } as const

/**
 * What every carrier starts with. The first block is read by the portal's own rules, the second by the adjudication
 * engine (features/adjudication/settings.ts).
 */
const common = {
  approveAuthType: 3,
  allowPaFillLimit: true,
  eobrEnabled: true,
  dolEnabled: false,
  urRequirements: false,
  sojStateGuidelinesDisplay: true,
  rphRecommendation: true,
  teamViewEnabled: true,
  maxApprovalDays: 365,
  dualControlThreshold: 5000,
  anyoneInGroupMayDecide: true,

  safetyOverrides: true,
  formularyOverrides: true,
  costLimitPerFill: 1500,
  autoApprovalRules: [2, 4, 5],
} as const

/** The four demo tenants. */
const demoCarriers: readonly CarrierPlan[] = [
  {
    mc: 'NWM',
    id: 101,
    name: 'Northwind Mutual',
    domain: 'northwind.example',
    zone: 'America/New_York',
    dateLabel: 'P',
    phone: '800-555-0151',
    sizes: every,
    weight: 60,
    subCarriers: [
      { sub: 'NWM01', name: 'Northwind West', states: west, region: 'WEST', groups: { test: 2, demo: 6, scale: 130 } },
      { sub: 'NWM02', name: 'Northwind East', states: east, region: 'EAST', groups: { test: 2, demo: 6, scale: 130 } },
      {
        sub: 'NWM03',
        name: 'Northwind South and Central',
        states: [...south, ...central],
        region: 'SOUTH',
        groups: { test: 3, demo: 8, scale: 180 },
      },
      {
        sub: 'NWM04',
        name: 'Northwind Public Entities',
        states: 'all',
        region: 'PUB',
        groups: { ...none, demo: 3, scale: 50 },
      },
      {
        sub: 'NWM05',
        name: 'Northwind Specialty',
        states: 'all',
        region: 'SPEC',
        groups: { ...none, demo: 2, scale: 30 },
      },
    ],
    settings: {
      ...common,
      urRequirements: true,
      passthruLabels: {
        field1: 'Claim office',
        field2: { label: 'Policy number', showOn: ['screen', 'letter'] },
        field3: { label: 'Cost center', showOn: ['extract'] },
      },
    },
    flags: {
      administration: true,
      dbClientSetupEnabled: true,
      myTeamsSupervisorViewEnabled: true,
      notificationSettings: true,
    },
  },
  {
    mc: 'CSC',
    id: 102,
    name: 'Cascade Casualty',
    domain: 'cascade.example',
    zone: 'America/Los_Angeles',
    dateLabel: 'P',
    phone: '800-555-0152',
    sizes: every,
    weight: 26,
    subCarriers: [
      {
        sub: 'CSC01',
        name: 'Cascade California',
        states: ['CA'],
        region: 'CAL',
        groups: { test: 2, demo: 6, scale: 120 },
      },
      {
        sub: 'CSC02',
        name: 'Cascade Northwest',
        states: ['WA', 'OR', 'ID', 'MT', 'AK', 'HI'],
        region: 'NWST',
        groups: { test: 1, demo: 4, scale: 70 },
      },
      {
        sub: 'CSC03',
        name: 'Cascade Southwest',
        states: ['NV', 'AZ', 'UT', 'NM', 'CO'],
        region: 'SWST',
        groups: { ...none, demo: 3, scale: 50 },
      },
    ],
    settings: {
      ...common,
      urRequirements: true,
      safetyOverrides: false,
      maxApprovalDays: 180,
      autoApprovalRules: [2, 4],
      denyAndCall: ['QTY', 'PROV', 'ELIG'],
      payBrandAtGenericPrice: true,
      // A team that works every day calls management late, and not before four hours are left.
      ladder: { escalationHours: [4, 12, 48], lastEscalationBeforeDue: 4 },
      businessCalendar: {
        days: [0, 1, 2, 3, 4, 5, 6],
        opens: '07:00',
        closes: '19:00',
        federalHolidays: true,
        daysOff: [],
      },
    },
    flags: { myTeamsSupervisorViewEnabled: true },
  },
  {
    mc: 'PTA',
    id: 103,
    name: 'Pioneer TPA',
    domain: 'pioneer.example',
    zone: 'America/Chicago',
    dateLabel: 'E',
    phone: '800-555-0153',
    sizes: ['demo', 'scale'],
    weight: 26,
    subCarriers: [
      {
        sub: 'PTA01',
        name: 'Pioneer Self-Insured',
        states: 'all',
        region: 'SELF',
        groups: { ...none, demo: 9, scale: 170 },
      },
      {
        sub: 'PTA02',
        name: 'Pioneer Municipal Pool',
        states: 'all',
        region: 'MUNI',
        groups: { ...none, demo: 8, scale: 150 },
      },
      {
        sub: 'PTA03',
        name: 'Pioneer Construction Trust',
        states: [...south, ...central, ...east],
        region: 'TRUST',
        groups: { ...none, demo: 3, scale: 80 },
      },
    ],
    settings: {
      ...common,
      costLimitPerFill: 1000,
      teamViewEnabled: false,
      denyAndCall: ['QTY', 'PROV', 'ELIG'],
      payBrandAtGenericPrice: true,
    },
    flags: { myTeamsSupervisorViewEnabled: false, patient_text_card_disabled: true },
  },
  {
    mc: 'FDW',
    id: 104,
    name: 'Federal Worker Programs',
    domain: 'fedworker.example',
    zone: 'America/New_York',
    dateLabel: 'P',
    phone: '800-555-0154',
    sizes: every,
    weight: 0,
    subCarriers: [
      {
        sub: 'FDW01',
        name: 'Federal Worker Programs',
        states: [],
        region: 'OWCP',
        groups: { test: 2, demo: 2, scale: 40 },
      },
    ],
    settings: {
      ...common,
      dolEnabled: true,
      mailDomains: ['fedworker.example'],
      dolExaminerMailbox: 'examiners@fedworker.example',
      eobrEnabled: false,
      maxApprovalDays: 180,
      opioidFirstFillDays: 7,
      opioidLetterAfterDays: 28,
      autoApprovalRules: [4],
    },
    flags: { myTeamsSupervisorViewEnabled: false, patient_text_card_disabled: true },
  },
]

/** Regions a carrier without a story divides its claims into. */
const regions = [
  ['West', west, 'WEST'],
  ['East', east, 'EAST'],
  ['South', south, 'SOUTH'],
  ['Central', central, 'CENT'],
  ['Public Entities', 'all', 'PUB'],
  ['Specialty', 'all', 'SPEC'],
] as const

/** A carrier without a story: only the scale world has it. */
const another = (at: number, mc: string, name: string, word: string, zone: string, more: object = {}): CarrierPlan => ({
  mc,
  id: 105 + at,
  name,
  domain: `${word.toLowerCase()}.example`,
  zone,
  dateLabel: at % 3 === 2 ? 'E' : 'P',
  phone: `800-555-01${55 + at}`,
  sizes: ['scale'],
  weight: 14,
  subCarriers: regions.map(([title, states, region], unit) => ({
    sub: `${mc}0${unit + 1}`,
    name: `${word} ${title}`,
    states,
    region,
    groups: { ...none, demo: 0, scale: unit < 4 ? 17 : 16 },
  })),
  settings: { ...common, urRequirements: at % 2 === 0, ...more },
  flags: { myTeamsSupervisorViewEnabled: at % 2 === 0 },
})

/** All carriers: the four of the demo first, so that the world they make is the same in every size. */
export const carriers: readonly CarrierPlan[] = [
  ...demoCarriers,
  another(0, 'HRB', 'Harborside Indemnity', 'Harborside', 'America/New_York', { payBrandAtGenericPrice: true }),
  another(1, 'GLW', 'Great Lakes Workers Fund', 'Greatlakes', 'America/Chicago', { payBrandAtGenericPrice: true }),
  another(2, 'SUN', 'Sunbelt Employers Mutual', 'Sunbelt', 'America/Chicago', { payBrandAtGenericPrice: true }),
  another(3, 'RMT', 'Rocky Mountain Trust', 'Rockymountain', 'America/Denver', { costLimitPerFill: 1000 }),
  another(4, 'MDA', 'Mid-Atlantic Assurance', 'Midatlantic', 'America/New_York', { safetyOverrides: false }),
  another(5, 'PLN', 'Plains Agricultural Pool', 'Plains', 'America/Chicago', { maxApprovalDays: 180 }),
  another(6, 'TRI', 'Tri-River Self-Insurers', 'Tririver', 'America/New_York', { denyAndCall: ['QTY'] }),
  another(7, 'CTL', 'Coastal Logistics Insurance', 'Coastal', 'America/Los_Angeles', { payBrandAtGenericPrice: true }),
]

/** Share of all claims that belong to the federal programmes, and how they divide. */
export const federalShare = 0.08
export const federalMix = [
  [85, 'US-FECA'],
  [10, 'US-EEOIC'],
  [5, 'US-BL'],
] as const

/** One card for all carriers: the group says whose claim it is. */
export const cardRoute = { bin: '610014', pcn: 'WCPBM' } as const

/** Carriers that exist in a world of this size. */
export const carriersOf = (size: Size): readonly CarrierPlan[] => carriers.filter((plan) => plan.sizes.includes(size))
/** Sub-carriers of a carrier in a world of this size. */
export const subCarriersOf = (plan: CarrierPlan, size: Size): readonly SubCarrierPlan[] =>
  plan.subCarriers.filter((sub) => sub.groups[size] > 0)

/** How many employers' groups a unit has; in a part of the scale world no fewer than in the demo, and at least one. */
export function groupsOf(sub: SubCarrierPlan, extent: Extent): number {
  const whole = sub.groups[extent.size]
  if (extent.size !== 'scale') return whole
  const share = targetsOf(extent).groups / targetsOf({ size: 'scale' }).groups
  return Math.max(1, sub.groups.demo, Math.round(whole * share))
}
