import type { Size } from './sizes.ts'

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

const every = ['test', 'demo'] as const
const none = { test: 0 } as const

/**
 * What every carrier starts with. The first block is read by the portal's own rules, the second by the adjudication
 * engine (features/adjudication/contract.ts, CarrierSettings).
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
  // Letters on file are not part of the demo world yet; without this nobody could be treated longer (R35).
  opioidLetterAfterDays: 730,
} as const

/** The four demo tenants (domain 8.3). */
export const carriers: readonly CarrierPlan[] = [
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
      { sub: 'NWM01', name: 'Northwind West', states: west, region: 'WEST', groups: { test: 2, demo: 6 } },
      { sub: 'NWM02', name: 'Northwind East', states: east, region: 'EAST', groups: { test: 2, demo: 6 } },
      {
        sub: 'NWM03',
        name: 'Northwind South and Central',
        states: [...south, ...central],
        region: 'SOUTH',
        groups: { test: 3, demo: 8 },
      },
      { sub: 'NWM04', name: 'Northwind Public Entities', states: 'all', region: 'PUB', groups: { ...none, demo: 3 } },
      { sub: 'NWM05', name: 'Northwind Specialty', states: 'all', region: 'SPEC', groups: { ...none, demo: 2 } },
    ],
    settings: { ...common, dateLabel: 'P', urRequirements: true },
    flags: { myTeamsSupervisorViewEnabled: true },
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
      { sub: 'CSC01', name: 'Cascade California', states: ['CA'], region: 'CAL', groups: { test: 2, demo: 6 } },
      {
        sub: 'CSC02',
        name: 'Cascade Northwest',
        states: ['WA', 'OR', 'ID', 'MT', 'AK', 'HI'],
        region: 'NWST',
        groups: { test: 1, demo: 4 },
      },
      {
        sub: 'CSC03',
        name: 'Cascade Southwest',
        states: ['NV', 'AZ', 'UT', 'NM', 'CO'],
        region: 'SWST',
        groups: { ...none, demo: 3 },
      },
    ],
    settings: {
      ...common,
      dateLabel: 'P',
      urRequirements: true,
      safetyOverrides: false,
      maxApprovalDays: 180,
      autoApprovalRules: [2, 4],
      denyAndCall: ['QTY', 'PROV'],
      payBrandAtGenericPrice: true,
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
    sizes: ['demo'],
    weight: 26,
    subCarriers: [
      { sub: 'PTA01', name: 'Pioneer Self-Insured', states: 'all', region: 'SELF', groups: { ...none, demo: 9 } },
      { sub: 'PTA02', name: 'Pioneer Municipal Pool', states: 'all', region: 'MUNI', groups: { ...none, demo: 8 } },
      {
        sub: 'PTA03',
        name: 'Pioneer Construction Trust',
        states: [...south, ...central, ...east],
        region: 'TRUST',
        groups: { ...none, demo: 3 },
      },
    ],
    settings: {
      ...common,
      dateLabel: 'E',
      costLimitPerFill: 1000,
      teamViewEnabled: false,
      denyAndCall: ['QTY'],
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
      { sub: 'FDW01', name: 'Federal Worker Programs', states: [], region: 'OWCP', groups: { test: 2, demo: 2 } },
    ],
    settings: {
      ...common,
      dateLabel: 'P',
      dolEnabled: true,
      eobrEnabled: false,
      maxApprovalDays: 180,
      opioidFirstFillDays: 7,
      opioidLetterAfterDays: 28,
      autoApprovalRules: [4],
    },
    flags: { myTeamsSupervisorViewEnabled: false, patient_text_card_disabled: true },
  },
]

/** Share of all claims that belong to the federal programmes, and how they divide (domain 8.4). */
export const federalShare = 0.08
export const federalMix = [
  [85, 'US-FECA'],
  [10, 'US-EEOIC'],
  [5, 'US-BL'],
] as const

/** One card for all carriers: the group says whose claim it is (domain 3.1 step 3). */
export const cardRoute = { bin: '610014', pcn: 'WCPBM' } as const

const flag = (key: string, enabled: boolean, description: string) => ({ key, enabled, description })

/** Flags of domain 6.24 with their defaults. */
export const featureFlags = [
  flag('patient_show_filecab', true, 'File cabinet on the patient profile'),
  flag('mn_mac', false, 'Minnesota maximum-allowable-cost note'),
  flag('claim_selection_enabled', true, 'Choose among the claims of a person'),
  flag('pdfExportEnabled', true, 'Export as PDF'),
  flag('safetyRejectEnabled', true, 'Show safety rejects as such'),
  flag('safetyOverrideEnabled', false, 'Let a claims desk ask to clear safety rejects'),
  flag('lomnAutoFax', true, 'Send letters of medical necessity by fax'),
  flag('dbClientSetupEnabled', false, 'Change client settings in the portal'),
  flag('careRiskScoreDisabled', false, 'Hide the care risk score'),
  flag('patient_request_lomn_disabled', false, 'Hide the request for a letter of medical necessity'),
  flag('auth_search_addn_opts', true, 'More search keys on the worklist'),
  flag('add_prescriber', false, 'Add a prescriber who is not on file'),
  flag('create_prior_auth', true, 'Create a prior authorization'),
  flag('patient_send_card_disabled', false, 'Hide sending the pharmacy card'),
  flag('patient_view_card_disabled', false, 'Hide viewing the pharmacy card'),
  flag('patient_text_card_disabled', false, 'Hide texting the pharmacy card'),
  flag('patient_pending_auth_snooze_disabled', false, 'Hide snoozing'),
  flag('patient_add_note_enabled', true, 'Add notes to a claim'),
  flag('edit_patient_mc_disabled', false, 'Hide editing a patient'),
  flag('add_patient_mc_disabled', false, 'Hide adding a patient'),
  flag('PatientSearchFlag', true, 'Patient search'),
  flag('TransactionHistoryFlag', true, 'Transaction history'),
  flag('myTeamsSupervisorViewEnabled', false, 'Team view for supervisors'),
] as const

/** Carriers that exist in a world of this size. */
export const carriersOf = (size: Size): readonly CarrierPlan[] => carriers.filter((plan) => plan.sizes.includes(size))
/** Sub-carriers of a carrier in a world of this size. */
export const subCarriersOf = (plan: CarrierPlan, size: Size): readonly SubCarrierPlan[] =>
  plan.subCarriers.filter((sub) => sub.groups[size] > 0)

/** Made-up employers by trade; a group belongs to one. */
export const employerNames = [
  'Delta Freight Co',
  'Harborline Shipping',
  'Copper Canyon Mining',
  'Bluebird Bakeries',
  'Granite State Builders',
  'Evergreen Timber Works',
  'Sunrise Care Homes',
  'Lakeside School District',
  'Ironbridge Fabrication',
  'Prairie Wind Power',
  'Silver Fox Logistics',
  'Meadowlark Foods',
  'Cardinal Roofing',
  'Northstar Airlines Ground',
  'Orchard Valley Packing',
  'Beacon Hospital Group',
  'Stonewall Masonry',
  'Tidewater Seafood',
  'Red Mesa Ranches',
  'Quicksilver Couriers',
  'Maple Leaf Landscaping',
  'Anchor Point Marina',
  'Summit Ski Resorts',
  'Juniper Hotels',
  'Old Mill Paper',
  'Riverbend Transit',
  'Golden Grain Elevators',
  'Highland Steel',
  'Coral Bay Cruises',
  'Pinecrest Nursing',
  'Whitewater Utilities',
  'Amber Glassworks',
  'Foxglove Florists',
  'Clearwater Pools',
  'Bramble Wine Estates',
  'City of Eastmarch',
  'County of Willow Bend',
  'Town of Saltmarsh',
  'Village of Kettle Falls',
  'Port of Gull Harbor',
  'Metro Fire Authority',
  'Regional Water Board',
  'Parks and Trails District',
  'Postal Facilities East',
  'Postal Facilities West',
  'Forest Lands Service',
  'Veterans Campus Kitchens',
  'Nuclear Site Remediation',
  'Coal Workers Registry',
  'Harvest Moon Farms',
  'Lantern Electric',
  'Twin Rivers Casino',
  'Oxbow Trucking',
  'Kingfisher Printing',
  'Larkspur Cleaning',
  'Sandstone Quarries',
  'Thistle Wool Mills',
  'Cobalt Chemicals',
  'Marigold Catering',
  'Dovetail Joinery',
  'Windrose Aviation',
  'Pebble Creek Stores',
  'Hollow Oak Distilling',
  'Mulberry Textiles',
] as const
