import {
  christmas,
  columbus,
  dayAfterThanksgiving,
  federal,
  independence,
  juneteenth,
  kept,
  king,
  labor,
  memorial,
  monday,
  newYear,
  thanksgiving,
  veterans,
  washington,
  withFederal,
  withSundays,
  type HolidayRule,
} from './holiday-rules.ts'

/** A calendar day as 'YYYY-MM-DD'. */
export type CalendarDate = string

export type HolidaySetId =
  | 'none'
  | 'federal'
  | 'california'
  | 'texas'
  | 'new-york'
  | 'massachusetts'
  | 'rhode-island'
  | 'hawaii'
  | 'alaska'
  | 'vermont'
  | 'utah'
  | 'nevada'
  | 'dc'
  | 'puerto-rico'
  | 'florida'
  | 'indiana'
  | 'tennessee'
  | 'louisiana'
  | 'colorado'
  | 'arizona'
  | 'montana'
  | 'georgia'

type HolidaySet = {
  name: string
  basis: string
  source: string
  confidence: 'H' | 'M' | 'L'
  /** Day the source was read; null where none was. */
  verifiedOn: CalendarDate | null
  rules: readonly HolidayRule[]
}

/** The holiday sets a rule pack may name. Business days are Monday to Friday outside the set. */
export const holidaySets: Readonly<Record<HolidaySetId, HolidaySet>> = {
  none: {
    name: 'No holidays',
    basis: 'calendar-day and hour clocks count every day',
    source: '',
    confidence: 'H',
    verifiedOn: '2026-11-21',
    rules: [],
  },
  federal: {
    name: 'Federal holidays',
    basis: '5 U.S.C. 6103',
    source: 'https://www.law.cornell.edu/uscode/text/5/6103',
    confidence: 'H',
    verifiedOn: '2026-11-21',
    rules: federal,
  },
  california: {
    name: 'California state holidays',
    basis:
      'Labor Code 4600.4(b) (from 2020): no Saturday, Sunday, or holiday on the list of the Department of Human ' +
      'Resources (Gov. Code 19853). Juneteenth and Columbus Day are not on it; Cesar Chavez Day and the Friday after ' +
      'Thanksgiving are. A Saturday holiday is not moved, but Veterans Day is kept on the Friday before.',
    source: 'https://www.calhr.ca.gov/employees/Pages/holidays.aspx',
    confidence: 'M',
    verifiedOn: '2026-11-21',
    rules: [
      kept(newYear, 'sundayToMonday'),
      kept(king, 'onTheDayOnly'),
      kept(washington, 'onTheDayOnly'),
      { name: 'Cesar Chavez Day', month: 3, day: 31, observed: 'sundayToMonday' },
      kept(memorial, 'onTheDayOnly'),
      kept(independence, 'sundayToMonday'),
      kept(labor, 'onTheDayOnly'),
      veterans,
      kept(thanksgiving, 'onTheDayOnly'),
      dayAfterThanksgiving,
      kept(christmas, 'sundayToMonday'),
    ],
  },
  texas: {
    name: 'Texas workers’ compensation working days',
    basis:
      '28 TAC 102.3(b): national holidays of Gov. Code 662.003(a), the Friday after Thanksgiving, 24 and 26 ' +
      'December, each on its own date (662.003 moves none)',
    source: 'https://www.law.cornell.edu/regulations/texas/28-Tex-Admin-Code-SS-102-3',
    confidence: 'H',
    verifiedOn: '2026-11-21',
    // Juneteenth is a state holiday in Texas (662.003(b)), not a national one, so it is a working day here.
    rules: [
      ...federal.filter((rule) => rule !== juneteenth && rule !== columbus).map((rule) => kept(rule, 'onTheDayOnly')),
      dayAfterThanksgiving,
      { name: 'Christmas Eve', month: 12, day: 24, observed: 'onTheDayOnly' },
      { name: 'Day after Christmas', month: 12, day: 26, observed: 'onTheDayOnly' },
    ],
  },
  'new-york': {
    name: 'New York public holidays',
    basis:
      'Gen. Construction Law 24, as a bill of 2025 prints it: the federal days, Lincoln’s Birthday and each general election ' +
      'day; a Sunday holiday is kept on Monday. Flag Day is a Sunday, and is not moved.',
    source: 'https://www.nysenate.gov/legislation/bills/2025/S5214',
    confidence: 'M',
    verifiedOn: '2026-12-01',
    rules: withSundays(
      { name: "Lincoln's Birthday", month: 2, day: 12, observed: 'sundayToMonday' },
      { name: 'General Election Day', electionIn: 11, observed: 'onTheDayOnly' },
    ),
  },
  massachusetts: {
    name: 'Massachusetts legal holidays',
    basis:
      'G.L. c. 4 s. 7(18), by the Trial Court’s list: federal and Patriots’ Day; of weekend days only a Sunday moves',
    source: 'https://www.mass.gov/courts/court-info/trial-court/exec-office/ocm/legal-holidays.html',
    confidence: 'M',
    verifiedOn: '2026-11-29',
    rules: withSundays({ name: 'Patriots’ Day', month: 4, weekday: monday, nth: 3, observed: 'onTheDayOnly' }),
  },
  'rhode-island': {
    name: 'Rhode Island holidays',
    basis:
      'Gen. Laws 25-1-1: the federal days, Victory Day and, where state officers are elected, election day; a Sunday one is kept on ' +
      'Monday. Of a Saturday it speaks for state employees alone. May 4 is on the list and is not counted off; Juneteenth and ' +
      'Thanksgiving are not on the copy that was read and are.',
    source: 'http://statutes.laws-info.com/rhode-island/title-25/chapter-25-1/25-1-1',
    confidence: 'M',
    verifiedOn: '2026-12-01',
    rules: withSundays(
      { name: 'Victory Day', month: 8, weekday: monday, nth: 2, observed: 'onTheDayOnly' },
      { name: 'Election Day', electionIn: 11, evenYears: true, observed: 'onTheDayOnly' },
    ),
  },
  hawaii: {
    name: 'Hawaii state holidays',
    basis: 'federal (without Columbus Day), Kuhio, Good Friday, Kamehameha, Statehood',
    source: '',
    confidence: 'L',
    verifiedOn: null,
    rules: [
      ...federal.filter((rule) => rule !== columbus),
      { name: 'Prince Jonah Kuhio Kalanianaole Day', month: 3, day: 26, observed: 'federal' },
      { name: 'Good Friday', daysFrom: 'easter', offset: -2, observed: 'onTheDayOnly' },
      { name: 'King Kamehameha I Day', month: 6, day: 11, observed: 'federal' },
      { name: 'Statehood Day', month: 8, weekday: 5, nth: 3, observed: 'onTheDayOnly' },
    ],
  },
  alaska: {
    name: 'Alaska state holidays',
    basis: 'federal (without Columbus Day), Seward’s Day, Alaska Day',
    source: '',
    confidence: 'L',
    verifiedOn: null,
    rules: [
      ...federal.filter((rule) => rule !== columbus),
      { name: 'Seward’s Day', month: 3, weekday: monday, nth: -1, observed: 'onTheDayOnly' },
      { name: 'Alaska Day', month: 10, day: 18, observed: 'federal' },
    ],
  },
  vermont: {
    name: 'Vermont legal holidays',
    basis: 'federal, Town Meeting Day, Bennington Battle Day',
    source: '',
    confidence: 'L',
    verifiedOn: null,
    rules: withFederal(
      { name: 'Town Meeting Day', month: 3, weekday: 2, nth: 1, observed: 'onTheDayOnly' },
      { name: 'Bennington Battle Day', month: 8, day: 16, observed: 'onTheDayOnly' },
    ),
  },
  utah: {
    name: 'Utah legal holidays',
    basis:
      'Utah Code 63G-1-301, as of May 2025: federal and Pioneer Day; Juneteenth, since the session of 2022, on the Monday before a ' +
      'Tuesday to Friday and after a weekend. Good Friday is in a copy of 2026 under a condition that was not read.',
    source: 'https://self-law.org/code/ut/title-63g/chapter-1/1',
    confidence: 'M',
    verifiedOn: '2026-11-29',
    rules: [
      ...federal.filter((rule) => rule !== juneteenth),
      { ...juneteenth, name: 'Juneteenth National Freedom Day', since: 2022, observed: 'monday' },
      { name: 'Pioneer Day', month: 7, day: 24, observed: 'federal' },
    ],
  },
  nevada: {
    name: 'Nevada legal holidays',
    basis:
      'NRS 236.015, as of 2013 and 2024: federal (without Columbus Day), Nevada Day on the last Friday of October, Family Day; ' +
      'Juneteenth since 2023 (A.B. 140 of that year, in force at once)',
    source: 'https://www.leg.state.nv.us/Division/Legal/LawLibrary/nrs/NRS-236.html',
    confidence: 'M',
    verifiedOn: '2026-11-29',
    rules: [
      ...federal.filter((rule) => rule !== columbus && rule !== juneteenth),
      { ...juneteenth, since: 2023 },
      { name: 'Nevada Day', month: 10, weekday: 5, nth: -1, observed: 'onTheDayOnly' },
      { name: 'Family Day', daysFrom: 'thanksgiving', offset: 1, observed: 'onTheDayOnly' },
    ],
  },
  dc: {
    name: 'District of Columbia holidays',
    basis: 'federal and Emancipation Day',
    source: '',
    confidence: 'L',
    verifiedOn: null,
    rules: withFederal({ name: 'Emancipation Day', month: 4, day: 16, since: 2005, observed: 'federal' }),
  },
  florida: {
    name: 'Florida state holidays',
    basis:
      'F.S. 110.117(1): nine days, a Saturday one kept on Friday and a Sunday one on Monday. Washington’s Birthday, ' +
      'Juneteenth and Columbus Day are not among them; the Friday after Thanksgiving is.',
    source: 'https://codes.findlaw.com/fl/title-x-public-officers-employees-and-records/fl-st-sect-110-117.html',
    confidence: 'H',
    verifiedOn: '2026-11-22',
    rules: [
      newYear,
      king,
      memorial,
      independence,
      labor,
      veterans,
      thanksgiving,
      kept(dayAfterThanksgiving, 'federal'),
      christmas,
    ],
  },
  indiana: {
    name: 'Indiana state holidays',
    basis:
      'IC 1-1-9-1 with the days the Governor sets for state offices (calendars of 2014, 2015, 2018 and 2019): Good Friday and ' +
      'election days too, Lincoln’s Birthday on the Friday after Thanksgiving, Washington’s on December 24. Juneteenth was not ' +
      'found in them.',
    source: 'http://in.gov/spd/2555.htm',
    confidence: 'M',
    verifiedOn: '2026-11-22',
    rules: [
      newYear,
      king,
      { name: 'Good Friday', daysFrom: 'easter', offset: -2, observed: 'onTheDayOnly' },
      { name: 'Primary Election Day', electionIn: 5, notAfterPresidential: true, observed: 'onTheDayOnly' },
      memorial,
      independence,
      labor,
      columbus,
      { name: 'General Election Day', electionIn: 11, notAfterPresidential: true, observed: 'onTheDayOnly' },
      veterans,
      thanksgiving,
      { ...dayAfterThanksgiving, name: 'Lincoln’s Birthday (observed)' },
      { name: 'Washington’s Birthday (observed)', month: 12, day: 24, observed: 'onTheDayOnly' },
      christmas,
    ],
  },
  tennessee: {
    name: 'Tennessee legal holidays',
    basis:
      'T.C.A. 15-1-101: the federal days and Good Friday, a Saturday one kept on Friday and a Sunday one on Monday; Juneteenth ' +
      'since 2023. Days of statewide elections are holidays too and are not counted off, nor is a day the Governor moves.',
    source: 'https://www.ctas.tennessee.edu/eli/holidays',
    confidence: 'H',
    verifiedOn: '2026-11-22',
    rules: [
      ...federal.filter((rule) => rule !== juneteenth),
      { ...juneteenth, name: 'Juneteenth', since: 2023 },
      { name: 'Good Friday', daysFrom: 'easter', offset: -2, observed: 'federal' },
    ],
  },
  louisiana: {
    name: 'Louisiana days of public rest and legal holidays',
    basis:
      'R.S. 1:55(A)(1), as it stands since 2022, for the whole state. No rule that moves a weekend holiday was read. Juneteenth ' +
      'is not on its list.',
    source: 'https://legis.la.gov/legis/Law.aspx?d=74097',
    confidence: 'H',
    verifiedOn: '2026-11-22',
    rules: [
      kept(newYear, 'onTheDayOnly'),
      { name: 'Battle of New Orleans', month: 1, day: 8, observed: 'onTheDayOnly' },
      king,
      { name: 'Robert E. Lee Day', month: 1, day: 19, until: 2022, observed: 'onTheDayOnly' },
      washington,
      { name: 'Mardi Gras', daysFrom: 'easter', offset: -47, observed: 'onTheDayOnly' },
      { name: 'Good Friday', daysFrom: 'easter', offset: -2, observed: 'onTheDayOnly' },
      memorial,
      { name: 'Confederate Memorial Day', month: 6, day: 3, until: 2022, observed: 'onTheDayOnly' },
      kept(independence, 'onTheDayOnly'),
      { name: 'Huey P. Long Day', month: 8, day: 30, observed: 'onTheDayOnly' },
      labor,
      columbus,
      { name: 'All Saints’ Day', month: 11, day: 1, observed: 'onTheDayOnly' },
      kept(veterans, 'onTheDayOnly'),
      thanksgiving,
      kept(christmas, 'onTheDayOnly'),
    ],
  },
  colorado: {
    name: 'Colorado legal holidays',
    basis:
      'C.R.S. 24-11-101: Frances Xavier Cabrini Day on the first Monday of October since 2020 in place of Columbus Day, ' +
      'Juneteenth since 2022. A Sunday holiday is kept on Monday; no rule that moves a Saturday one was read.',
    source:
      'https://casetext.com/statute/colorado-revised-statutes/title-24-government-state/administration/article-11-holidays/24-11-101-legal-holidays-effect',
    confidence: 'H',
    verifiedOn: '2026-11-22',
    rules: [
      ...federal.filter((rule) => rule !== juneteenth && rule !== columbus).map((rule) => kept(rule, 'sundayToMonday')),
      { ...juneteenth, name: 'Juneteenth', since: 2022, observed: 'sundayToMonday' },
      { ...columbus, until: 2019 },
      { name: 'Frances Xavier Cabrini Day', month: 10, weekday: monday, nth: 1, since: 2020, observed: 'onTheDayOnly' },
    ],
  },
  arizona: {
    name: 'Arizona holidays',
    basis:
      'A.R.S. 1-301, as a bill of 2018 prints it: the federal days without Juneteenth, a Sunday one kept on Monday, and those of ' +
      'a date on a Saturday on Friday. September 17 is on the list too; that it is kept on a Sunday was not read to its end.',
    source: 'https://www.azleg.gov/legtext/53leg/2r/bills/sb1235p.htm',
    confidence: 'M',
    verifiedOn: '2026-11-30',
    rules: federal.filter((rule) => rule !== juneteenth),
  },
  montana: {
    name: 'Montana legal holidays',
    basis:
      'Mont. Code 1-1-216, as a bill of 2021 prints it, and 13-1-104: the federal days without Juneteenth, and the day of the ' +
      'state’s general election in even years; a Saturday one is kept on Friday, a Sunday one on Monday.',
    source: 'https://leg.mt.gov/bills/2021/billhtml/SB0094.htm',
    confidence: 'M',
    verifiedOn: '2026-11-30',
    rules: [
      ...federal.filter((rule) => rule !== juneteenth),
      { name: 'State General Election Day', electionIn: 11, evenYears: true, observed: 'onTheDayOnly' },
    ],
  },
  georgia: {
    name: 'Georgia public and legal holidays',
    basis:
      'O.C.G.A. 1-4-1(a)(1): the federal days as of 1/1/2022 (H.B. 1335 of 2022; before, as of 1/1/1984). The Governor proclaims more ' +
      'year by year (a)(2): read for 2024 and 2025. Those of later years were not read and are not counted off. Board Rule 205 does ' +
      'not say what a business day is.',
    source: 'https://georgia.gov/georgia-state-holidays-2025',
    confidence: 'M',
    verifiedOn: '2026-11-30',
    rules: [
      ...federal.filter((rule) => rule !== juneteenth),
      { ...juneteenth, since: 2022 },
      { name: 'State Holiday', daysFrom: 'easter', offset: -2, since: 2024, until: 2025, observed: 'onTheDayOnly' },
      { ...dayAfterThanksgiving, name: 'State Holiday', since: 2024, until: 2025 },
      {
        name: "Washington's Birthday (offices)",
        month: 12,
        day: 24,
        since: 2024,
        until: 2024,
        observed: 'onTheDayOnly',
      },
      {
        name: "Washington's Birthday (offices)",
        month: 12,
        day: 26,
        since: 2025,
        until: 2025,
        observed: 'onTheDayOnly',
      },
    ],
  },
  'puerto-rico': {
    name: 'Puerto Rico holidays',
    basis: 'federal, Epiphany, Emancipation, Good Friday, Constitution, Discovery',
    source: '',
    confidence: 'L',
    verifiedOn: null,
    rules: withFederal(
      { name: 'Epiphany', month: 1, day: 6, observed: 'onTheDayOnly' },
      { name: 'Emancipation Day', month: 3, day: 22, observed: 'onTheDayOnly' },
      { name: 'Good Friday', daysFrom: 'easter', offset: -2, observed: 'onTheDayOnly' },
      { name: 'Constitution Day', month: 7, day: 25, observed: 'onTheDayOnly' },
      { name: 'Discovery Day', month: 11, day: 19, observed: 'onTheDayOnly' },
    ),
  },
}
