import type { HolidaySetId } from '#reference/holiday-sets.ts'

export type Jurisdiction = {
  /** Two letters, or US-FECA, US-EEOIC, US-BL, US-LHWCA. */
  code: string
  /** FIPS state code; null for a federal programme. */
  fips: string | null
  name: string
  regulator: string
  /** IANA zone of the regulator's seat; a state with two zones counts its days here. */
  timeZone: string
  holidays: HolidaySetId
  kind: 'state' | 'territory' | 'federal'
  /** The state fund alone insures (ND, OH, WA, WY). */
  monopolistic: boolean
  /** One line on the formulary or guideline in force, shown beside a request. */
  guideline: string
}

const east = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const pacific = 'America/Los_Angeles'

const open = 'No state formulary found; direction of care by employer or carrier differs. Check carrier rules.'
const own = 'The state has treatment guidelines of its own.'
const unknown = 'No state formulary found. Check carrier rules.'

type Row = readonly [
  code: string,
  fips: string | null,
  name: string,
  regulator: string,
  timeZone: string,
  guideline: string,
  more?: { holidays?: HolidaySetId; monopolistic?: true },
]

const states: readonly Row[] = [
  ['AL', '01', 'Alabama', 'Alabama Department of Labor, Workers’ Compensation Division', central, open],
  ['AK', '02', 'Alaska', 'Alaska Division of Workers’ Compensation', 'America/Anchorage', open, { holidays: 'alaska' }],
  [
    'AZ',
    '04',
    'Arizona',
    'Industrial Commission of Arizona',
    'America/Phoenix',
    'ODG treatment guidelines and formulary.',
    { holidays: 'arizona' },
  ],
  [
    'AR',
    '05',
    'Arkansas',
    'Arkansas Workers’ Compensation Commission',
    central,
    'PECD formulary (Rule 099.41) for injuries from 07/01/2018: a drug not listed needs approval. Opioids: first 5 days and ' +
      '50 MED a day; later at most 90 days, and above 50 to 90 MED a day only with approval.',
  ],
  [
    'CA',
    '06',
    'California',
    'California Division of Workers’ Compensation',
    pacific,
    'MTUS drug list: exempt, non-exempt, unlisted; special fill and perioperative fill; compounds need review.',
    { holidays: 'california' },
  ],
  ['CO', '08', 'Colorado', 'Colorado Division of Workers’ Compensation', mountain, own, { holidays: 'colorado' }],
  ['CT', '09', 'Connecticut', 'Connecticut Workers’ Compensation Commission', east, open],
  ['DE', '10', 'Delaware', 'Delaware Office of Workers’ Compensation', east, own],
  ['DC', '11', 'District of Columbia', 'DC Office of Workers’ Compensation', east, open, { holidays: 'dc' }],
  [
    'FL',
    '12',
    'Florida',
    'Florida Division of Workers’ Compensation',
    east,
    'No closed formulary; EOBR codes of rule 69L-7.740.',
    { holidays: 'florida' },
  ],
  ['GA', '13', 'Georgia', 'Georgia State Board of Workers’ Compensation', east, open, { holidays: 'georgia' }],
  ['HI', '15', 'Hawaii', 'Hawaii Disability Compensation Division', 'Pacific/Honolulu', open, { holidays: 'hawaii' }],
  ['ID', '16', 'Idaho', 'Idaho Industrial Commission', 'America/Boise', open],
  ['IL', '17', 'Illinois', 'Illinois Workers’ Compensation Commission', central, open],
  [
    'IN',
    '18',
    'Indiana',
    'Workers’ Compensation Board of Indiana',
    'America/Indiana/Indianapolis',
    'ODG formulary: N drugs need review.',
    { holidays: 'indiana' },
  ],
  ['IA', '19', 'Iowa', 'Iowa Division of Workers’ Compensation', central, open],
  ['KS', '20', 'Kansas', 'Kansas Division of Workers Compensation', central, open],
  [
    'KY',
    '21',
    'Kentucky',
    'Kentucky Department of Workers’ Claims',
    east,
    'ODG Y/N; N and unlisted drugs need preauthorization; one 7-day fill of a Y drug in the first 7 days is payable.',
  ],
  [
    'LA',
    '22',
    'Louisiana',
    'Louisiana Office of Workers’ Compensation Administration',
    central,
    `${own} Form 1010 process; consent above $750.`,
    { holidays: 'louisiana' },
  ],
  ['ME', '23', 'Maine', 'Maine Workers’ Compensation Board', east, open],
  ['MD', '24', 'Maryland', 'Maryland Workers’ Compensation Commission', east, open],
  [
    'MA',
    '25',
    'Massachusetts',
    'Massachusetts Department of Industrial Accidents',
    east,
    own,
    { holidays: 'massachusetts' },
  ],
  ['MI', '26', 'Michigan', 'Michigan Workers’ Disability Compensation Agency', 'America/Detroit', open],
  ['MN', '27', 'Minnesota', 'Minnesota Department of Labor and Industry', central, own],
  ['MS', '28', 'Mississippi', 'Mississippi Workers’ Compensation Commission', central, open],
  ['MO', '29', 'Missouri', 'Missouri Division of Workers’ Compensation', central, open],
  [
    'MT',
    '30',
    'Montana',
    'Montana Department of Labor and Industry',
    mountain,
    'ODG-based: Y none; N within 7 days of injury up to 7 days; N, unlisted, experimental and compounds need approval.',
    { holidays: 'montana' },
  ],
  ['NE', '31', 'Nebraska', 'Nebraska Workers’ Compensation Court', central, open],
  [
    'NV',
    '32',
    'Nevada',
    'Nevada Division of Industrial Relations',
    pacific,
    'ODG formulary to be adopted by 07/01/2027 (SB 317, 2025).',
    { holidays: 'nevada' },
  ],
  ['NH', '33', 'New Hampshire', 'New Hampshire Department of Labor', east, open],
  ['NJ', '34', 'New Jersey', 'New Jersey Division of Workers’ Compensation', east, open],
  ['NM', '35', 'New Mexico', 'New Mexico Workers’ Compensation Administration', mountain, open],
  [
    'NY',
    '36',
    'New York',
    'New York State Workers’ Compensation Board',
    east,
    'Formulary phases A and B and perioperative; brand with generic, unlisted combinations and compounds need approval.',
    { holidays: 'new-york' },
  ],
  [
    'NC',
    '37',
    'North Carolina',
    'North Carolina Industrial Commission',
    east,
    'Opioid rules of 11 NCAC 23M since 05/01/2018: first prescription 5 days (7 after surgery), one short-acting opioid, 50 mg ' +
      'MED a day; acute phase 12 weeks.',
  ],
  [
    'ND',
    '38',
    'North Dakota',
    'North Dakota Workforce Safety & Insurance',
    central,
    'The state fund’s own drug list.',
    { monopolistic: true },
  ],
  [
    'OH',
    '39',
    'Ohio',
    'Ohio Bureau of Workers’ Compensation',
    east,
    'State-fund formulary (4123-6-21.3) is the complete list; exceptions by prior authorization. Self-insuring employers decide ' +
      'their own claims.',
    { monopolistic: true },
  ],
  [
    'OK',
    '40',
    'Oklahoma',
    'Oklahoma Workers’ Compensation Commission',
    central,
    'Closed formulary: ODG N, compounds and investigational drugs need approval; medical interlocutory order.',
  ],
  ['OR', '41', 'Oregon', 'Oregon Workers’ Compensation Division', pacific, open],
  [
    'PA',
    '42',
    'Pennsylvania',
    'Pennsylvania Bureau of Workers’ Compensation',
    east,
    'No duty to approve in advance; review after the fact.',
  ],
  ['RI', '44', 'Rhode Island', 'Rhode Island Workers’ Compensation Court', east, open, { holidays: 'rhode-island' }],
  ['SC', '45', 'South Carolina', 'South Carolina Workers’ Compensation Commission', east, open],
  ['SD', '46', 'South Dakota', 'South Dakota Division of Labor and Management', central, open],
  [
    'TN',
    '47',
    'Tennessee',
    'Tennessee Bureau of Workers’ Compensation',
    central,
    'ODG: N drugs need approval; any drug for up to 7 days in the first 7 days.',
    { holidays: 'tennessee' },
  ],
  [
    'TX',
    '48',
    'Texas',
    'Texas Department of Insurance, Division of Workers’ Compensation',
    central,
    'Closed formulary, as amended on 11/29/2024: ODG N, all compounds and investigational drugs need preauthorization. ' +
      'A medical interlocutory order (28 TAC 134.550) protects a drug dispensed before whose denial risks an emergency, back ' +
      'to the day of the complete request.',
    { holidays: 'texas' },
  ],
  ['UT', '49', 'Utah', 'Utah Labor Commission, Industrial Accidents Division', mountain, open, { holidays: 'utah' }],
  ['VT', '50', 'Vermont', 'Vermont Department of Labor', east, open, { holidays: 'vermont' }],
  ['VA', '51', 'Virginia', 'Virginia Workers’ Compensation Commission', east, open],
  [
    'WA',
    '53',
    'Washington',
    'Washington Department of Labor & Industries',
    pacific,
    'State-fund preferred drug list; emergency supply up to 10 days. Self-insured employers decide their own claims.',
    { monopolistic: true },
  ],
  [
    'WV',
    '54',
    'West Virginia',
    'West Virginia Offices of the Insurance Commissioner',
    east,
    'Limits by drug class (85 CSR 20-54); chronic opioids need a written report within 30 days and an agreement renewed every ' +
      '6 months (20-58).',
  ],
  ['WI', '55', 'Wisconsin', 'Wisconsin Worker’s Compensation Division', central, own],
  ['WY', '56', 'Wyoming', 'Wyoming Department of Workforce Services', mountain, own, { monopolistic: true }],
]

const territories: readonly Row[] = [
  ['AS', '60', 'American Samoa', 'American Samoa Workmen’s Compensation Commission', 'Pacific/Pago_Pago', unknown],
  ['GU', '66', 'Guam', 'Guam Worker’s Compensation Commission', 'Pacific/Guam', unknown],
  ['MP', '69', 'Northern Mariana Islands', 'CNMI Workers’ Compensation Office', 'Pacific/Guam', unknown],
  [
    'PR',
    '72',
    'Puerto Rico',
    'State Insurance Fund Corporation',
    'America/Puerto_Rico',
    unknown,
    { holidays: 'puerto-rico' },
  ],
  ['VI', '78', 'U.S. Virgin Islands', 'Virgin Islands Department of Labor', 'America/St_Thomas', unknown],
]

const owcp = 'U.S. Department of Labor, Office of Workers’ Compensation Programs'
const programmes: readonly Row[] = [
  [
    'US-FECA',
    null,
    'Federal Employees’ Compensation',
    owcp,
    east,
    'FECA formulary; exception by PARF; opioids 7-day fills, letter after 28 days; compounds on CA-26.',
  ],
  [
    'US-EEOIC',
    null,
    'Energy Employees Occupational Illness',
    owcp,
    east,
    'Compounds need approval on OWCP-26 since 11/04/2024.',
  ],
  ['US-BL', null, 'Black Lung', owcp, east, unknown],
  ['US-LHWCA', null, 'Longshore and Harbor Workers', owcp, east, unknown],
]

const asJurisdiction =
  (kind: Jurisdiction['kind']) =>
  ([code, fips, name, regulator, timeZone, guideline, more]: Row) =>
    ({
      code,
      fips,
      name,
      regulator,
      timeZone,
      holidays: more?.holidays ?? 'federal',
      kind,
      monopolistic: more?.monopolistic ?? false,
      guideline,
    }) satisfies Jurisdiction

/** Every jurisdiction a claim may fall under: 50 states, DC, five territories, four federal programmes. */
export const jurisdictions: readonly Jurisdiction[] = [
  ...states.map(asJurisdiction('state')),
  ...territories.map(asJurisdiction('territory')),
  ...programmes.map(asJurisdiction('federal')),
]

const byCode = new Map(jurisdictions.map((jurisdiction) => [jurisdiction.code, jurisdiction]))

/** The jurisdiction with this code ('NY', 'US-FECA'), if there is one. */
export function jurisdictionOf(code: string): Jurisdiction | undefined {
  return byCode.get(code)
}
