/**
 * The turnaround rules as read in the law, written down a second time for the proof in oracle.test.ts. It knows nothing
 * of reference/jurisdictions, of reference/holidays.ts or of the engine beside it: where the two differ, one is wrong.
 */
import type { daysOff } from './days-off.ts'
import { unknown } from './places-without-a-rule.ts'

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
    daysOff: 'arizona',
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
    daysOff: 'montana',
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
    daysOff: 'georgia',
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
  // Where the clock begins with a form, its days are from memory or a week and more, one in haste has our own 72 hours.
  ...(
    [
      ['GA', ny, '2026-01-01'],
      ['HI', 'Pacific/Honolulu', '2018-01-01'],
      ['LA', chi, '2012-08-01'],
      ['UT', den, '2024-06-01'],
      ['CO', den, '2014-01-01'],
      ['VT', ny, '2024-01-01'],
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
