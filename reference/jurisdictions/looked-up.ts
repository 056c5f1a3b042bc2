import type { Denier } from './rule-pack.ts'
import { LOOKED_UP } from './rule-pack.ts'

/**
 * What was looked at to find the time a jurisdiction gives for an answer to a request for a drug, and what was found.
 * Where `found` is null, no rule was found in what was looked at; most copies end after their first page, so that does not
 * say that the law has none.
 */
export type LookUp = {
  code: string
  /** Provisions, agency pages and notes that were looked at. */
  lookedAt: string
  found: string | null
  /** Day the rule found took effect ('YYYY-MM-DD'), where a source says it. */
  effectiveFrom: string | null
  /** Date of the copy that was read, as exact as it is known; null where the copy has none. */
  asOf: string | null
  /** H: the section or the agency's own page was read; M: secondary; L: from memory, or nothing usable was read. */
  confidence: 'H' | 'M' | 'L'
  /** Site of the copy; null where none is on record. */
  site: string | null
  lookedOn: string
  /** Who may deny for lack of medical need, where a source says it and no rule pack does. */
  denier: { who: Denier; source: string } | null
}

type Row = readonly [
  code: string,
  lookedAt: string,
  found: string | null,
  confidence: LookUp['confidence'],
  more?: Partial<Pick<LookUp, 'effectiveFrom' | 'asOf' | 'site' | 'denier'>>,
]

const casetext = 'casetext.com'
const justia = 'law.justia.com'
const cornell = 'www.law.cornell.edu'

const rows: readonly Row[] = [
  [
    'AL',
    'Ala. Admin. Code 480-5-5-.06, .08, .23; Ala. Code 25-5-293(k), 27-3A-5; the agency’s utilization management page',
    null,
    'H',
    {
      asOf: '2024-05',
      site: casetext,
      denier: { who: 'physician', source: 'Ala. Admin. Code 480-5-5-.06, .08: a technical reviewer may not deny' },
    },
  ],
  ['AK', 'AS 23.30.097; title of HB 79 (2018)', null, 'L', { site: 'www.akleg.gov' }],
  [
    'AZ',
    'A.A.C. R20-5-1309, -1310',
    '7 business days from the day after receipt, also for an incomplete request',
    'H',
    { effectiveFrom: '2016-10-01', asOf: '2024-12-13' },
  ],
  [
    'AR',
    'AWCC Rule 099.41; trade notes on it (Rule 099.30 was not read)',
    null,
    'H',
    {
      asOf: '2024-09',
      site: justia,
      denier: { who: 'ur', source: 'AWCC Rule 099.41: a reviewing pharmacist, with a physician behind' },
    },
  ],
  [
    'CA',
    'Labor Code 4600.4, 4610(i); 8 CCR 9792.6.1, 9792.9.1, 9792.12, 9792.27.1-.23',
    '5 normal business days from receipt for a drug under the formulary; 72 hours expedited; 30 days for a bill',
    'H',
    { effectiveFrom: '2018-01-01', asOf: '2024-11', site: 'www.dir.ca.gov' },
  ],
  [
    'CO',
    '7 CCR 1101-3 Rule 16; C.R.S. 2-4-108; law-firm notes',
    '10 days from receipt; no answer is an authorization',
    'M',
    { effectiveFrom: '2021-01-01', site: 'colorado.public.law' },
  ],
  ['CT', 'C.G.S. 31-279(c), (d); the Commission’s annotations (Regs. 31-279-10 was cut off)', null, 'M'],
  [
    'DE',
    '19 Del. C. 2322F(j); 19 DE Admin. Code 1341-5.0',
    null,
    'H',
    {
      asOf: '2024-12',
      site: casetext,
      denier: {
        who: 'ur',
        source: '19 DE Admin. Code 1341-5.0: a utilization review company under contract with the state',
      },
    },
  ],
  [
    'DC',
    '7 DCMR 126, 232; D.C. Code 32-1507(b)(6), 1-623.23(a-2)',
    'for the District’s own employees 60 days from the request for review, approved at 120; for other employers none',
    'H',
    {
      site: 'elaws (7 DCMR), legalfix.com (1-623.23)',
      denier: { who: 'ur', source: '7 DCMR 232; D.C. Code 32-1507(b)(6): a certified reviewer' },
    },
  ],
  [
    'FL',
    'F.S. 440.13(3)(d), (i); F.S. 110.117',
    'close of the third business day after receipt',
    'H',
    { effectiveFrom: '2003-10-01', asOf: '2025', site: 'www.syfert.com' },
  ],
  [
    'GA',
    'Board Rule 205(b); form WC-205; O.C.G.A. 34-9; a law-firm note',
    '5 business days from receipt of form WC-205; asking in advance is voluntary',
    'H',
  ],
  [
    'HI',
    'HRS 386-21.2; HB 1509 CD1 (2026)',
    'an objection with evidence, or the treatment plan counts as accepted; 10 days under HB 1509',
    'M',
    { asOf: '2026-05-07', site: 'data.capitol.hawaii.gov' },
  ],
  ['ID', 'IDAPA 17.01.01, .305, .803 (definitions and file rules)', null, 'L'],
  [
    'IL',
    '820 ILCS 305/8.7, 12, 19(l); HB 5228 as passed on May 31, 2026; law-firm notes',
    null,
    'M',
    { asOf: '2026-06-01' },
  ],
  [
    'IN',
    'IC 22-3-3-4.7, 22-3-7-17.6; a law-firm note',
    '5 business days from receipt for an ODG N drug; no notice approves one prescription order',
    'H',
    { effectiveFrom: '2019-01-01' },
  ],
  ['IA', 'Iowa Code 85.27', null, 'L'],
  ['KS', 'K.S.A. 44-510i, 510j; a law-firm note of 2018', null, 'M', { asOf: '2018' }],
  ['KY', '803 KAR 25:190, 25:195E; the agency’s statement on 25:260', null, 'M', { asOf: '2024-09' }],
  [
    'LA',
    'LAC 40:I.2715; trade note of 2020; law-firm note of 2012; R.S. 1:55',
    '5 days from receipt of form 1010; no answer is a denial',
    'M',
    { asOf: '2020', site: 'legis.la.gov (R.S. 1:55)' },
  ],
  [
    'ME',
    '90-351 C.M.R. ch. 7 § 3 (ch. 5 could not be read)',
    null,
    'H',
    { asOf: '2024-12', denier: { who: 'ur', source: '90-351 C.M.R. ch. 7 § 3: a utilization review agent' } },
  ],
  ['MD', 'COMAR 14.09.06.02, 14.09.08 (official abstracts)', null, 'M'],
  [
    'MA',
    '452 CMR 6.01, 6.04; the agency’s pages',
    '2 business days from the request; utilization review before any denial',
    'M',
    { asOf: '2024-09', site: 'www.mass.gov' },
  ],
  ['MI', 'R 418.10101 ff', null, 'M', { asOf: '2024-11' }],
  [
    'MN',
    'Minn. R. 5221.6050 subp. 9 (cut off); the agency’s page on days; a carrier’s note on surgery',
    null,
    'L',
    { site: `${casetext}, ${justia}` },
  ],
  [
    'MS',
    '20 Miss. Code R. 2, pre-certification rules II and IV; drugs are not on their list of services',
    null,
    'H',
    {
      asOf: '2024-06',
      site: casetext,
      denier: {
        who: 'physician',
        source: '20 Miss. Code R. 2, pre-certification rule IV: a physician licensed in Mississippi must concur',
      },
    },
  ],
  ['MO', 'R.S.Mo. 287.140; 8 CSR 50-2.030', null, 'L'],
  [
    'MT',
    'ARM 24.29.1624(5)-(7)',
    '3 business days from receipt for N, unlisted, compound and investigational drugs',
    'H',
    { effectiveFrom: '2019-04-01' },
  ],
  ['NE', 'Neb. Rev. Stat. 48-120, 48-120.02; Court Rule 53; LB 1005 (2016), LB 487 (2020)', null, 'M'],
  [
    'NV',
    'NRS 616C.157; NAC 616C.094; a trade note on SB 317 (2025)',
    '5 working days after receipt of a written request; then deemed given, and it may be denied later',
    'H',
    { asOf: '2024-11', site: `legalfix.com, ${casetext}` },
  ],
  ['NH', 'RSA 281-A:23; Lab 506.01; the agency’s page on bills', null, 'M', { asOf: '2024-12' }],
  ['NJ', 'N.J.S.A. 34:15-15 and the act of 2008', null, 'M', { site: 'c-wlaw.com' }],
  ['NM', '11.4.7.12 NMAC; a law-firm note of April 16, 2026', null, 'M', { asOf: '2024-09' }],
  [
    'NY',
    '12 NYCRR 441 (441.5 was cut off); the Board’s formulary FAQ and overview; Gen. Constr. Law 19, 20, 25-a',
    '4 days, then approved by itself, at Level 1',
    'M',
    { effectiveFrom: '2019-12-05', asOf: '2020', site: 'www.wcb.ny.gov' },
  ],
  [
    'NC',
    'G.S. 97-25.3; 11 NCAC 23A .1001 (inpatient admission and surgery only); 11 NCAC 23M .0201',
    null,
    'H',
    { site: casetext },
  ],
  ['ND', 'N.D.A.C. 92-01-02-46, -46.1 (-33 and -34 were not found)', null, 'M', { asOf: '2024-10' }],
  [
    'OH',
    'O.A.C. 4123-6-21.1, -21.3, -16, 4123-19-03(K)(5); the fund’s pages on MEDCO-31 and form C-9',
    null,
    'M',
    { site: 'www.bwc.ohio.gov' },
  ],
  ['OK', 'O.A.C. 810:15-5; 36 O.S. 6570.54', null, 'M'],
  ['OR', 'titles of OAR 436-010-0250, -0270, 436-009-0090', null, 'L'],
  ['PA', '34 Pa. Code 127.2, 127.404', null, 'H'],
  ['RI', 'R.I.G.L. 28-33-8, 28-30-22 (in part)', null, 'M'],
  ['SC', 'S.C. Code 42-15-60; the provider manual', null, 'L'],
  ['SD', 'ARSD 47:03:04; the agency’s page', null, 'M', { asOf: '2024-09' }],
  [
    'TN',
    'Tenn. Comp. R. & Regs. 0800-02-06-.03(3), .06, .07, 0800-02-25-.04; T.C.A. 15-1-101',
    '4 business days from receipt',
    'H',
    { effectiveFrom: '2016-08-28', asOf: '2024-10' },
  ],
  [
    'TX',
    '28 TAC 102.3, 134.600, 134.530, 134.540; Ins. Code 1305.353; TDI advisory 2001-03',
    '3 working days; 1 working day during an inpatient stay; network claims by the third working day',
    'H',
    { effectiveFrom: '2004-03-14', site: cornell },
  ],
  [
    'UT',
    'Utah Admin. Code R612-300-11 (cut off after the days)',
    '5 business days after form 223 and its papers',
    'H',
    { asOf: '2024-06', site: cornell },
  ],
  [
    'VT',
    '21 V.S.A. 640b; the Department of Labor’s preauthorization guidance of 2011',
    '14 days after a written request with medical evidence, drugs included; 45 when an examination or record review is arranged',
    'H',
    { effectiveFrom: '2011-07-01', asOf: '2024', site: 'codes.findlaw.com, labor.vermont.gov' },
  ],
  ['VA', 'Va. Code 65.2-603, 65.2-605.1', null, 'M', { asOf: '2024-07-01' }],
  [
    'WA',
    'WAC 296-20-03056; the fund’s authorization page',
    null,
    'M',
    { effectiveFrom: '2013-07-01', site: 'www.lni.wa.gov' },
  ],
  ['WV', 'W. Va. Code 23-4-1c(a)(3); 93 CSR 1-18; 85 CSR 1-7, 85 CSR 20', null, 'H', { asOf: '2024' }],
  ['WI', 'Wis. Stat. 102.42, 102.425; DWD 80.73', null, 'M'],
  ['WY', '053-10 Wyo. Code R. 10-23, 10-25; W.S. 27-14-601(o)', null, 'H'],
  ['AS', 'the pages at hand, none of which holds rules of the territory', null, 'L'],
  ['GU', 'the pages at hand, none of which holds rules of the territory', null, 'L'],
  ['MP', 'the pages at hand, none of which holds rules of the territory', null, 'L'],
  [
    'PR',
    '11 L.P.R.A. 3, 1b-4',
    null,
    'M',
    { asOf: '2019', denier: { who: 'fund', source: '11 L.P.R.A. 3, 1b-4: the manager of the Fund' } },
  ],
  [
    'VI',
    '24 V.I.C. 254a',
    null,
    'M',
    { asOf: '2019', denier: { who: 'fund', source: '24 V.I.C. 254a: the Administrator decides necessity' } },
  ],
  [
    'US-FECA',
    'FECA Bulletins 17-07, 19-04; the program’s pages on opioids and on the formulary',
    null,
    'H',
    { site: 'www.dol.gov' },
  ],
  ['US-EEOIC', 'EEOICPA notice of November 2024; form OWCP-26', null, 'M', { site: 'www.dol.gov' }],
  ['US-BL', 'notices on 20 CFR 725.701-.707; 83 FR 27690 (2018)', null, 'M', { asOf: '2018' }],
  ['US-LHWCA', '33 U.S.C. 907(d); 20 CFR 702.419-.422, by title', null, 'L'],
]

/** One row for each jurisdiction. */
export const lookUps: readonly LookUp[] = rows.map(([code, lookedAt, found, confidence, more = {}]) => ({
  code,
  lookedAt,
  found,
  confidence,
  effectiveFrom: more.effectiveFrom ?? null,
  asOf: more.asOf ?? null,
  site: more.site ?? null,
  denier: more.denier ?? null,
  lookedOn: LOOKED_UP,
}))

const byCode = new Map(lookUps.map((row) => [row.code, row]))

/** What was looked at for a jurisdiction; undefined for what is none. */
export const lookUpOf = (code: string): LookUp | undefined => byCode.get(code)

/** What was found for a jurisdiction, in a sentence. */
export const lookUpWords = ({ lookedAt, found }: LookUp): string =>
  found === null
    ? `No time to answer a request for a drug was found in ${lookedAt}.`
    : `Looked at ${lookedAt}: ${found}.`
