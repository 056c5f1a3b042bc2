/**
 * The turnaround rules as read in the law, written down a second time for the proof in oracle.test.ts. It knows nothing
 * of reference/jurisdictions, of reference/holidays.ts or of the engine beside it: where the two differ, one is wrong.
 */

type Counting =
  /** Whole local days; the day of receipt is day 0. */
  { days: number; of: 'calendar' | 'business' } | { hours: number }

export type Rule = {
  where: string
  kind: string
  /** First and last local day of receipt. */
  from?: string
  until?: string
  counting: Counting
  zone: string
  daysOff: keyof typeof daysOff
  /** Wall time by which the answer is out on the last day; midnight where the law names none. */
  close?: string
  /** After this wall time it is the next business day's request. */
  late?: string
  /** What comes on a day off is the next business day's request. */
  weekendMoves?: true
  /** A posted request is received so many days after posting. */
  postDays?: number
  /** Never later than so many calendar days after the recommendation. */
  ceiling?: number
  /** Asking for information in time makes it so many calendar days from receipt. */
  extended?: number
  /** A last day off runs on to the next working day. */
  runsOn?: true
  /** The sentence it rests on. */
  basis: string
}

const los = 'America/Los_Angeles'
const ny = 'America/New_York'
const chi = 'America/Chicago'
const den = 'America/Denver'

const california = { where: 'CA', zone: los, daysOff: 'california', postDays: 5 } as const
const texas = { where: 'TX', zone: chi, daysOff: 'texas' } as const
const texasWorking = { ...texas, close: '17:00', late: '17:00', weekendMoves: true } as const

const stated: readonly Rule[] = [
  {
    ...california,
    kind: 'prospective',
    from: '2018-01-01',
    counting: { days: 5, of: 'business' },
    late: '17:30',
    basis:
      '4610(i)(1): requests covered by the formulary no more than five normal business days from receipt; the formulary is in force since 2018',
  },
  {
    ...california,
    kind: 'prospective',
    from: '2013-01-01',
    until: '2017-12-31',
    counting: { days: 5, of: 'business' },
    late: '17:30',
    ceiling: 14,
    extended: 14,
    basis: 'five normal business days; fax or e-mail after 5:30 pm PT is the next business day; day 1 is the day after',
  },
  {
    ...california,
    kind: 'concurrent',
    from: '2013-01-01',
    counting: { days: 5, of: 'business' },
    ceiling: 14,
    extended: 14,
    basis: '9792.9.1(a)(1): the 5:30 rule is not for expedited or concurrent review',
  },
  { ...california, kind: 'expedited', from: '2013-01-01', counting: { hours: 72 }, basis: '72 h, no cut-off' },
  {
    ...california,
    kind: 'retrospective',
    from: '2013-01-01',
    counting: { days: 30, of: 'calendar' },
    late: '17:30',
    basis: 'retrospective 30 days',
  },
  {
    where: 'NY',
    kind: 'prospective',
    from: '2019-12-05',
    zone: ny,
    daysOff: 'none',
    counting: { days: 4, of: 'calendar' },
    basis: '4 days without response and the status turns approved',
  },
  {
    where: 'NY',
    kind: 'level2',
    from: '2019-12-05',
    zone: ny,
    daysOff: 'none',
    counting: { days: 4, of: 'calendar' },
    basis: 'per level (not verified for Level 2)',
  },
  {
    where: 'NY',
    kind: 'level3',
    from: '2019-12-05',
    zone: ny,
    daysOff: 'none',
    counting: { days: 30, of: 'calendar' },
    basis: 'Level 3 Board MDO, final and binding: its clock, not ours; asked after within 30 days',
  },
  {
    ...texasWorking,
    kind: 'prospective',
    from: '2004-03-14',
    counting: { days: 3, of: 'business' },
    basis: 'three working days: exclude the day of receipt, include the third; 102.3(d) for what comes after hours',
  },
  {
    ...texasWorking,
    kind: 'concurrent',
    from: '2004-03-14',
    counting: { days: 3, of: 'business' },
    basis: '134.600(i)(2): concurrent review within three working days',
  },
  {
    ...texasWorking,
    kind: 'inpatient',
    from: '2004-03-14',
    counting: { days: 1, of: 'business' },
    basis: 'concurrent inpatient 1 working day',
  },
  {
    ...texas,
    kind: 'retrospective',
    from: '2026-01-01',
    counting: { days: 45, of: 'calendar' },
    basis: '133.240: a complete bill within 45 days',
  },
  {
    ...texasWorking,
    kind: 'reconsideration',
    from: '2004-03-14',
    counting: { days: 30, of: 'calendar' },
    runsOn: true,
    basis: '30 days; 102.3(a)(3): a last day that is no working day is extended',
  },
  {
    where: 'FL',
    kind: 'prospective',
    from: '2003-10-01',
    zone: ny,
    daysOff: 'florida',
    counting: { days: 3, of: 'business' },
    close: '17:00',
    basis: 'by close of the third business day after receipt by the carrier',
  },
  ...['prospective', 'reconsideration'].map((kind): Rule => ({
    where: 'AZ',
    kind,
    from: '2016-10-01',
    zone: 'America/Phoenix',
    daysOff: 'federal',
    counting: { days: 7, of: 'business' },
    basis: '7 business days, begin the day after receipt',
  })),
  {
    where: 'CO',
    kind: 'prospective',
    from: '2014-01-01',
    until: '2020-12-31',
    zone: den,
    daysOff: 'federal',
    counting: { days: 7, of: 'business' },
    basis: 'was 7 business days',
  },
  {
    where: 'CO',
    kind: 'prospective',
    from: '2021-01-01',
    zone: den,
    daysOff: 'colorado',
    counting: { days: 10, of: 'calendar' },
    runsOn: true,
    basis: '10 days since 1 January 2021; C.R.S. 2-4-108(2): a last day on a Saturday, Sunday or legal holiday runs on',
  },
  {
    where: 'IN',
    kind: 'prospective',
    from: '2019-01-01',
    zone: 'America/Indiana/Indianapolis',
    daysOff: 'indiana',
    counting: { days: 5, of: 'business' },
    basis: 'notify within 5 business days',
  },
  {
    where: 'LA',
    kind: 'prospective',
    from: '2012-08-01',
    zone: chi,
    daysOff: 'louisiana',
    counting: { days: 5, of: 'business' },
    basis: 'form 1010: tacit denial after 5 days; business or calendar is open, business is counted',
  },
  {
    where: 'MT',
    kind: 'prospective',
    from: '2019-04-01',
    zone: den,
    daysOff: 'federal',
    counting: { days: 3, of: 'business' },
    basis: 'insurer answers in 3 business days',
  },
  {
    where: 'TN',
    kind: 'prospective',
    from: '2016-08-28',
    zone: chi,
    daysOff: 'tennessee',
    counting: { days: 4, of: 'business' },
    basis: '0800-02-06-.06(2): the adjuster responds within four business days of receipt',
  },
  {
    where: 'GA',
    kind: 'prospective',
    from: '2026-01-01',
    zone: ny,
    daysOff: 'federal',
    counting: { days: 5, of: 'business' },
    basis: 'Board Rule 205(b): five business days of receipt of WC-205',
  },
  {
    where: 'HI',
    kind: 'prospective',
    from: '2018-01-01',
    zone: 'Pacific/Honolulu',
    daysOff: 'none',
    counting: { days: 7, of: 'calendar' },
    basis: 'seven calendar days by memory of HAR 12-15',
  },
  {
    where: 'MA',
    kind: 'prospective',
    from: '2017-01-01',
    zone: ny,
    daysOff: 'massachusetts',
    counting: { days: 2, of: 'business' },
    basis: '452 CMR 6.04: two business days from the request',
  },
  {
    where: 'NV',
    kind: 'prospective',
    from: '2019-01-01',
    zone: los,
    daysOff: 'nevada',
    counting: { days: 5, of: 'business' },
    basis: 'NRS 616C.157: five working days after receiving the written request',
  },
  {
    where: 'UT',
    kind: 'prospective',
    from: '2024-06-01',
    zone: den,
    daysOff: 'utah',
    counting: { days: 5, of: 'business' },
    basis: 'R612-300-11: five business days after form 223',
  },
  {
    where: 'VT',
    kind: 'prospective',
    from: '2024-01-01',
    zone: ny,
    daysOff: 'none',
    counting: { days: 14, of: 'calendar' },
    extended: 45,
    basis: '21 V.S.A. 640b: 14 days after the written request; 45 when an examination or record review is arranged',
  },
  // Where the clock begins with a form, or its days are from memory, one in haste has our own 72 hours.
  ...(
    [
      ['GA', ny, '2026-01-01'],
      ['HI', 'Pacific/Honolulu', '2018-01-01'],
      ['LA', chi, '2012-08-01'],
      ['UT', den, '2024-06-01'],
    ] as const
  ).map(([where, zone, from]): Rule => ({
    where,
    kind: 'expedited',
    from,
    zone,
    daysOff: 'none',
    counting: { hours: 72 },
    basis: '72 hours, internal',
  })),
  {
    where: 'FL',
    kind: 'retrospective',
    from: '2003-10-01',
    zone: ny,
    daysOff: 'none',
    counting: { days: 45, of: 'calendar' },
    basis: '440.20(2)(b): paid, disallowed or denied within 45 days',
  },
  {
    where: 'NH',
    kind: 'retrospective',
    from: '2024-12-01',
    zone: ny,
    daysOff: 'none',
    counting: { days: 30, of: 'calendar' },
    basis: 'pay or deny in writing within 30 days',
  },
  {
    where: 'PA',
    kind: 'retrospective',
    from: '1996-06-24',
    zone: ny,
    daysOff: 'federal',
    counting: { days: 30, of: 'calendar' },
    runsOn: true,
    postDays: 3,
    basis: '127.404(b): asked for within 30 days; 127.2: calendar days, three for mail, last day rolls forward',
  },
  {
    where: 'VA',
    kind: 'retrospective',
    from: '2024-07-01',
    zone: ny,
    daysOff: 'none',
    counting: { days: 45, of: 'calendar' },
    basis: '65.2-605.1: contest within 45 days',
  },
]

/** Places and kinds for which no turnaround is known: three business days of our own, 72 hours when expedited. */
const unknown: readonly [where: string, zone: string, off: keyof typeof daysOff][] = [
  ['CA', los, 'california'],
  ['TX', chi, 'texas'],
  ['NY', ny, 'newYork'],
  ['FL', ny, 'florida'],
  ['AZ', 'America/Phoenix', 'federal'],
  ['CO', den, 'colorado'],
  ['IN', 'America/Indiana/Indianapolis', 'indiana'],
  ['TN', chi, 'tennessee'],
  ['GA', ny, 'federal'],
  ['MA', ny, 'massachusetts'],
  ['DC', ny, 'columbia'],
  ['UT', den, 'utah'],
  ['IL', chi, 'federal'],
  ['ID', 'America/Boise', 'federal'],
  ['OR', los, 'federal'],
  ['OH', ny, 'federal'],
  ['OK', chi, 'federal'],
  ['PA', ny, 'federal'],
  ['WA', los, 'federal'],
  ['GU', 'Pacific/Guam', 'federal'],
  ['KY', ny, 'federal'],
  ['LA', chi, 'louisiana'],
  ['NV', los, 'nevada'],
  ['VT', ny, 'federal'],
  ['NH', ny, 'federal'],
  ['VA', ny, 'federal'],
  ['NC', ny, 'federal'],
  ['MS', chi, 'federal'],
  ['US-FECA', ny, 'federal'],
  ['US-EEOIC', ny, 'federal'],
  ['US-BL', ny, 'federal'],
  ['US-LHWCA', ny, 'federal'],
  ['ZZ', ny, 'federal'],
]

const ownTargets: readonly Rule[] = unknown.flatMap(([where, zone, off]): Rule[] => [
  {
    where,
    kind: 'prospective',
    zone,
    daysOff: off,
    counting: { days: 3, of: 'business' },
    basis: 'default due 3 business days, internal',
  },
  { where, kind: 'expedited', zone, daysOff: off, counting: { hours: 72 }, basis: '72 hours, internal' },
  ...['reconsideration', 'level2'].map((kind): Rule => ({
    where,
    kind,
    zone,
    daysOff: off,
    counting: { days: 3, of: 'business' },
    basis: 'no state says how fast a denial is looked at again: 3 business days, internal',
  })),
  ...(
    [
      ['retrospective', 'bill payment 30-45 days, assumed by state: the shorter'],
      ['level3', 'a board or court decides, we only record: asked after within 30 days'],
    ] as const
  ).map(([kind, basis]): Rule => ({
    where,
    kind,
    zone,
    daysOff: off,
    counting: { days: 30, of: 'calendar' },
    basis,
  })),
])

/** What is not asked in advance for the first time: it never has the clock of what is. */
const afterwards = new Set(['retrospective', 'reconsideration', 'level2', 'level3'])

/**
 * A state's rule for a kind of request received on a local day. In haste or in a hospital bed, a state without a rule of
 * its own for that has the one for asking in advance; bills and second looks do not.
 */
export function ruleFor(where: string, kind: string, dayIn: (zone: string) => string): Rule {
  const inForce = (rule: Rule): boolean => {
    const day = dayIn(rule.zone)
    return rule.where === where && (rule.from ?? '') <= day && day <= (rule.until ?? '9999')
  }
  for (const [rules, wanted] of [
    [stated, kind],
    [stated, kind === 'inpatient' ? 'concurrent' : 'prospective'],
    [stated, 'prospective'],
    [ownTargets, kind],
    [ownTargets, 'prospective'],
  ] as const) {
    if (wanted !== kind && afterwards.has(kind)) continue
    const found = rules.find((rule) => rule.kind === wanted && inForce(rule))
    if (found) return found
  }
  throw new Error(`No rule for ${kind} in ${where}.`)
}

const federal: Record<number, string> = {
  2019: '01-01 01-21 02-18 05-27 07-04 09-02 10-14 11-11 11-28 12-25',
  2020: '01-01 01-20 02-17 05-25 07-03 09-07 10-12 11-11 11-26 12-25',
  2021: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
  2022: '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
  2023: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
  2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2026: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
}

const dates = (...tables: Record<number, string>[]): ReadonlySet<string> =>
  new Set(
    tables.flatMap((table) =>
      Object.entries(table).flatMap(([year, days]) => days.split(' ').map((day) => `${year}-${day}`)),
    ),
  )

/** Weekdays on which nobody works, from the calendars of the years 2019 to 2029. */
export const daysOff = {
  none: dates(),
  federal: dates(federal),
  california: dates({
    2019: '01-01 01-21 02-18 04-01 05-27 07-04 09-02 11-11 11-28 11-29 12-25',
    2020: '01-01 01-20 02-17 03-31 05-25 09-07 11-11 11-26 11-27 12-25',
    2021: '01-01 01-18 02-15 03-31 05-31 07-05 09-06 11-11 11-25 11-26',
    2022: '01-17 02-21 03-31 05-30 07-04 09-05 11-11 11-24 11-25 12-26',
    2023: '01-02 01-16 02-20 03-31 05-29 07-04 09-04 11-10 11-23 11-24 12-25',
    2024: '01-01 01-15 02-19 04-01 05-27 07-04 09-02 11-11 11-28 11-29 12-25',
    2025: '01-01 01-20 02-17 03-31 05-26 07-04 09-01 11-11 11-27 11-28 12-25',
    2026: '01-01 01-19 02-16 03-31 05-25 09-07 11-11 11-26 11-27 12-25',
    2027: '01-01 01-18 02-15 03-31 05-31 07-05 09-06 11-11 11-25 11-26',
    2028: '01-17 02-21 03-31 05-29 07-04 09-04 11-10 11-23 11-24 12-25',
    2029: '01-01 01-15 02-19 05-28 07-04 09-03 11-12 11-22 11-23 12-25',
  }),
  texas: dates({
    2019: '01-01 01-21 02-18 05-27 07-04 09-02 11-11 11-28 11-29 12-24 12-25 12-26',
    2020: '01-01 01-20 02-17 05-25 09-07 11-11 11-26 11-27 12-24 12-25',
    2021: '01-01 01-18 02-15 05-31 09-06 11-11 11-25 11-26 12-24',
    2022: '01-17 02-21 05-30 07-04 09-05 11-11 11-24 11-25 12-26',
    2023: '01-16 02-20 05-29 07-04 09-04 11-23 11-24 12-25 12-26',
    2024: '01-01 01-15 02-19 05-27 07-04 09-02 11-11 11-28 11-29 12-24 12-25 12-26',
    2025: '01-01 01-20 02-17 05-26 07-04 09-01 11-11 11-27 11-28 12-24 12-25 12-26',
    2026: '01-01 01-19 02-16 05-25 09-07 11-11 11-26 11-27 12-24 12-25',
    2027: '01-01 01-18 02-15 05-31 09-06 11-11 11-25 11-26 12-24',
    2028: '01-17 02-21 05-29 07-04 09-04 11-23 11-24 12-25 12-26',
    2029: '01-01 01-15 02-19 05-28 07-04 09-03 11-22 11-23 12-24 12-25 12-26',
  }),
  newYork: dates({
    2019: '01-01 01-21 02-12 02-18 05-27 07-04 09-02 10-14 11-11 11-28 12-25',
    2020: '01-01 01-20 02-12 02-17 05-25 09-07 10-12 11-11 11-26 12-25',
    2021: '01-01 01-18 02-12 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
    2022: '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
    2023: '01-02 01-16 02-13 02-20 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
    2024: '01-01 01-15 02-12 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
    2025: '01-01 01-20 02-12 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
    2026: '01-01 01-19 02-12 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25',
    2027: '01-01 01-18 02-12 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
    2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
    2029: '01-01 01-15 02-12 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  }),
  massachusetts: dates(federal, {
    2019: '04-15',
    2020: '04-20',
    2021: '04-19',
    2022: '04-18',
    2023: '04-17',
    2024: '04-15',
    2025: '04-21',
    2026: '04-20',
    2027: '04-19',
    2028: '04-17',
    2029: '04-16',
  }),
  utah: dates(federal, {
    2019: '07-24',
    2020: '07-24',
    2021: '07-23',
    2022: '07-25',
    2023: '07-24',
    2024: '07-24',
    2025: '07-24',
    2026: '07-24',
    2027: '07-23',
    2028: '07-24',
    2029: '07-24',
  }),
  columbia: dates(federal, {
    2019: '04-16',
    2020: '04-16',
    2021: '04-16',
    2022: '04-15',
    2023: '04-17',
    2024: '04-16',
    2025: '04-16',
    2026: '04-16',
    2027: '04-16',
    2028: '04-17',
    2029: '04-16',
  }),
  florida: dates({
    2019: '01-01 01-21 05-27 07-04 09-02 11-11 11-28 11-29 12-25',
    2020: '01-01 01-20 05-25 07-03 09-07 11-11 11-26 11-27 12-25',
    2021: '01-01 01-18 05-31 07-05 09-06 11-11 11-25 11-26 12-24 12-31',
    2022: '01-17 05-30 07-04 09-05 11-11 11-24 11-25 12-26',
    2023: '01-02 01-16 05-29 07-04 09-04 11-10 11-23 11-24 12-25',
    2024: '01-01 01-15 05-27 07-04 09-02 11-11 11-28 11-29 12-25',
    2025: '01-01 01-20 05-26 07-04 09-01 11-11 11-27 11-28 12-25',
    2026: '01-01 01-19 05-25 07-03 09-07 11-11 11-26 11-27 12-25',
    2027: '01-01 01-18 05-31 07-05 09-06 11-11 11-25 11-26 12-24 12-31',
    2028: '01-17 05-29 07-04 09-04 11-10 11-23 11-24 12-25',
    2029: '01-01 01-15 05-28 07-04 09-03 11-12 11-22 11-23 12-25',
  }),
  indiana: dates({
    2019: '01-01 01-21 04-19 05-07 05-27 07-04 09-02 10-14 11-05 11-11 11-28 11-29 12-24 12-25',
    2020: '01-01 01-20 04-10 05-05 05-25 07-03 09-07 10-12 11-03 11-11 11-26 11-27 12-24 12-25',
    2021: '01-01 01-18 04-02 05-31 07-05 09-06 10-11 11-11 11-25 11-26 12-24 12-31',
    2022: '01-17 04-15 05-03 05-30 07-04 09-05 10-10 11-08 11-11 11-24 11-25 12-26',
    2023: '01-02 01-16 04-07 05-02 05-29 07-04 09-04 10-09 11-07 11-10 11-23 11-24 12-25',
    2024: '01-01 01-15 03-29 05-07 05-27 07-04 09-02 10-14 11-05 11-11 11-28 11-29 12-24 12-25',
    2025: '01-01 01-20 04-18 05-26 07-04 09-01 10-13 11-11 11-27 11-28 12-24 12-25',
    2026: '01-01 01-19 04-03 05-05 05-25 07-03 09-07 10-12 11-03 11-11 11-26 11-27 12-24 12-25',
    2027: '01-01 01-18 03-26 05-04 05-31 07-05 09-06 10-11 11-02 11-11 11-25 11-26 12-24 12-31',
    2028: '01-17 04-14 05-02 05-29 07-04 09-04 10-09 11-07 11-10 11-23 11-24 12-25',
    2029: '01-01 01-15 03-30 05-28 07-04 09-03 10-08 11-12 11-22 11-23 12-24 12-25',
  }),
  tennessee: dates({
    2019: '01-01 01-21 02-18 04-19 05-27 07-04 09-02 10-14 11-11 11-28 12-25',
    2020: '01-01 01-20 02-17 04-10 05-25 07-03 09-07 10-12 11-11 11-26 12-25',
    2021: '01-01 01-18 02-15 04-02 05-31 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
    2022: '01-17 02-21 04-15 05-30 07-04 09-05 10-10 11-11 11-24 12-26',
    2023: '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
    2024: '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
    2025: '01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
    2026: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
    2027: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
    2028: '01-17 02-21 04-14 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
    2029: '01-01 01-15 02-19 03-30 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  }),
  louisiana: dates({
    2019: '01-01 01-08 01-21 02-18 03-05 04-19 05-27 06-03 07-04 08-30 09-02 10-14 11-01 11-11 11-28 12-25',
    2020: '01-01 01-08 01-20 02-17 02-25 04-10 05-25 06-03 09-07 10-12 11-11 11-26 12-25',
    2021: '01-01 01-08 01-18 01-19 02-15 02-16 04-02 05-31 06-03 08-30 09-06 10-11 11-01 11-11 11-25',
    2022: '01-17 01-19 02-21 03-01 04-15 05-30 06-03 07-04 08-30 09-05 10-10 11-01 11-11 11-24',
    2023: '01-16 02-20 02-21 04-07 05-29 07-04 08-30 09-04 10-09 11-01 11-23 12-25',
    2024: '01-01 01-08 01-15 02-13 02-19 03-29 05-27 07-04 08-30 09-02 10-14 11-01 11-11 11-28 12-25',
    2025: '01-01 01-08 01-20 02-17 03-04 04-18 05-26 07-04 09-01 10-13 11-11 11-27 12-25',
    2026: '01-01 01-08 01-19 02-16 02-17 04-03 05-25 09-07 10-12 11-11 11-26 12-25',
    2027: '01-01 01-08 01-18 02-09 02-15 03-26 05-31 08-30 09-06 10-11 11-01 11-11 11-25',
    2028: '01-17 02-21 02-29 04-14 05-29 07-04 08-30 09-04 10-09 11-01 11-23 12-25',
    2029: '01-01 01-08 01-15 02-13 02-19 03-30 05-28 07-04 08-30 09-03 10-08 11-01 11-22 12-25',
  }),
  colorado: dates({
    2019: '01-01 01-21 02-18 05-27 07-04 09-02 10-14 11-11 11-28 12-25',
    2020: '01-01 01-20 02-17 05-25 09-07 10-05 11-11 11-26 12-25',
    2021: '01-01 01-18 02-15 05-31 07-05 09-06 10-04 11-11 11-25',
    2022: '01-17 02-21 05-30 06-20 07-04 09-05 10-03 11-11 11-24 12-26',
    2023: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-02 11-23 12-25',
    2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-07 11-11 11-28 12-25',
    2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-06 11-11 11-27 12-25',
    2026: '01-01 01-19 02-16 05-25 06-19 09-07 10-05 11-11 11-26 12-25',
    2027: '01-01 01-18 02-15 05-31 07-05 09-06 10-04 11-11 11-25',
    2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-02 11-23 12-25',
    2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-01 11-12 11-22 12-25',
  }),
  nevada: dates({
    2019: '01-01 01-21 02-18 05-27 07-04 09-02 10-25 11-11 11-28 11-29 12-25',
    2020: '01-01 01-20 02-17 05-25 07-03 09-07 10-30 11-11 11-26 11-27 12-25',
    2021: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-29 11-11 11-25 11-26 12-24 12-31',
    2022: '01-17 02-21 05-30 06-20 07-04 09-05 10-28 11-11 11-24 11-25 12-26',
    2023: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-27 11-10 11-23 11-24 12-25',
    2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-25 11-11 11-28 11-29 12-25',
    2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-31 11-11 11-27 11-28 12-25',
    2026: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-30 11-11 11-26 11-27 12-25',
    2027: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-29 11-11 11-25 11-26 12-24 12-31',
    2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-27 11-10 11-23 11-24 12-25',
    2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-26 11-12 11-22 11-23 12-25',
  }),
}
