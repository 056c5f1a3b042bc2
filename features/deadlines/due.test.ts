import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allPacks } from '#reference/jurisdictions/packs.ts'
import type { RequestKind, RulePack } from '#reference/jurisdictions/rule-pack.ts'
import { rulePack } from '#reference/jurisdictions/rule-pack.ts'
import { holidayLookup } from '#reference/holidays.ts'
import { dayAt } from '#testing/new-york-day.ts'
import type { ClockEvents } from './due.ts'
import { packFor } from './which-pack.ts'
import { dueAt } from './due.ts'

/**
 * The oracle: every line counted by hand on a calendar, with the zone's offset written out. Columns: state, kind,
 * received, due, how it came in.
 */
type Line = [state: string, kind: RequestKind, received: string, due: string, more?: Omit<ClockEvents, 'receivedAt'>]

const oracle: Record<string, Line[]> = {
  'New York: four calendar days, the day of receipt left out': [
    ['NY', 'prospective', '2026-11-16T09:02-05:00', '2026-11-20T23:59:59.999-05:00'],
    ['NY', 'prospective', '2026-11-16T00:00-05:00', '2026-11-20T23:59:59.999-05:00'],
    ['NY', 'prospective', '2026-11-16T23:59:59.999-05:00', '2026-11-20T23:59:59.999-05:00'],
    ['NY', 'prospective', '2026-11-17T04:30:00Z', '2026-11-20T23:59:59.999-05:00'],
    ['NY', 'prospective', '2026-11-16T22:00-08:00', '2026-11-21T23:59:59.999-05:00'],
    ['NY', 'level2', '2026-11-16T09:02-05:00', '2026-11-20T23:59:59.999-05:00'],
    ['NY', 'prospective', '2026-12-22T09:00-05:00', '2026-12-26T23:59:59.999-05:00'],
    ['NY', 'prospective', '2026-12-30T16:00-05:00', '2027-01-03T23:59:59.999-05:00'],
  ],
  'New York: clocks go forward on March 8 and back on November 1, 2026': [
    ['NY', 'prospective', '2026-03-04T23:30-05:00', '2026-03-08T23:59:59.999-04:00'],
    ['NY', 'prospective', '2026-03-05T10:00-05:00', '2026-03-09T23:59:59.999-04:00'],
    ['NY', 'prospective', '2026-03-08T01:30-05:00', '2026-03-12T23:59:59.999-04:00'],
    ['NY', 'prospective', '2026-03-08T03:30-04:00', '2026-03-12T23:59:59.999-04:00'],
    ['NY', 'prospective', '2026-10-28T22:00-04:00', '2026-11-01T23:59:59.999-05:00'],
    ['NY', 'prospective', '2026-10-30T09:02-04:00', '2026-11-03T23:59:59.999-05:00'],
    ['NY', 'prospective', '2026-11-01T01:30-04:00', '2026-11-05T23:59:59.999-05:00'],
    ['NY', 'prospective', '2026-11-01T01:30-05:00', '2026-11-05T23:59:59.999-05:00'],
  ],
  'New York: leap day': [
    ['NY', 'prospective', '2028-02-26T12:00-05:00', '2028-03-01T23:59:59.999-05:00'],
    ['NY', 'prospective', '2027-02-26T12:00-05:00', '2027-03-02T23:59:59.999-05:00'],
    ['NY', 'prospective', '2028-02-29T08:00-05:00', '2028-03-04T23:59:59.999-05:00'],
  ],
  'Texas: three working days after the day of receipt': [
    ['TX', 'prospective', '2026-11-16T09:00-06:00', '2026-11-19T17:00-06:00'],
    ['TX', 'prospective', '2026-11-13T12:00-06:00', '2026-11-18T17:00-06:00'],
    ['TX', 'concurrent', '2026-11-16T09:00-06:00', '2026-11-19T17:00-06:00'],
    ['TX', 'inpatient', '2026-11-16T09:00-06:00', '2026-11-17T17:00-06:00'],
    ['TX', 'retrospective', '2026-11-16T09:00-06:00', '2026-12-31T23:59:59.999-06:00'],
    ['TX', 'prospective', '2026-11-16T16:30-07:00', '2026-11-20T17:00-06:00'],
    ['TX', 'prospective', '2026-11-09T10:00-06:00', '2026-11-13T17:00-06:00'],
    ['TX', 'expedited', '2026-11-16T09:00-06:00', '2026-11-19T17:00-06:00'],
    ['TX', 'reconsideration', '2026-11-16T10:00-06:00', '2026-12-16T17:00-06:00'],
    ['TX', 'reconsideration', '2026-11-24T10:00-06:00', '2026-12-28T17:00-06:00'],
  ],
  'Texas: Thanksgiving, Christmas and the days around them': [
    ['TX', 'prospective', '2026-11-25T16:00-06:00', '2026-12-02T17:00-06:00'],
    ['TX', 'prospective', '2026-11-25T17:00-06:00', '2026-12-02T17:00-06:00'],
    ['TX', 'prospective', '2026-11-25T17:01-06:00', '2026-12-03T17:00-06:00'],
    ['TX', 'prospective', '2026-11-26T10:00-06:00', '2026-12-03T17:00-06:00'],
    ['TX', 'prospective', '2026-11-27T10:00-06:00', '2026-12-03T17:00-06:00'],
    ['TX', 'prospective', '2026-11-28T10:00-06:00', '2026-12-03T17:00-06:00'],
    ['TX', 'prospective', '2026-12-21T10:00-06:00', '2026-12-28T17:00-06:00'],
    ['TX', 'prospective', '2026-12-23T18:00-06:00', '2026-12-31T17:00-06:00'],
    ['TX', 'prospective', '2026-12-30T10:00-06:00', '2027-01-05T17:00-06:00'],
  ],
  'Texas: Juneteenth, Columbus Day and a Saturday Fourth of July are no national holidays to move': [
    ['TX', 'prospective', '2026-06-16T10:00-05:00', '2026-06-19T17:00-05:00'],
    ['TX', 'prospective', '2026-10-09T10:00-05:00', '2026-10-14T17:00-05:00'],
    ['TX', 'prospective', '2026-07-01T10:00-05:00', '2026-07-06T17:00-05:00'],
  ],
  'Texas: daylight saving and leap day': [
    ['TX', 'prospective', '2026-03-05T10:00-06:00', '2026-03-10T17:00-05:00'],
    ['TX', 'prospective', '2026-10-29T10:00-05:00', '2026-11-03T17:00-06:00'],
    ['TX', 'prospective', '2028-02-25T10:00-06:00', '2028-03-01T17:00-06:00'],
  ],
  'California: five business days and the 17:30 fax': [
    ['CA', 'prospective', '2026-11-13T17:29-08:00', '2026-11-20T23:59:59.999-08:00', { channel: 'fax' }],
    ['CA', 'prospective', '2026-11-13T17:30-08:00', '2026-11-20T23:59:59.999-08:00', { channel: 'fax' }],
    ['CA', 'prospective', '2026-11-13T17:30:00.001-08:00', '2026-11-23T23:59:59.999-08:00', { channel: 'fax' }],
    ['CA', 'prospective', '2026-11-13T17:31-08:00', '2026-11-23T23:59:59.999-08:00', { channel: 'fax' }],
    ['CA', 'prospective', '2026-11-14T10:00-08:00', '2026-11-20T23:59:59.999-08:00', { channel: 'email' }],
    ['CA', 'prospective', '2026-11-14T17:31-08:00', '2026-11-23T23:59:59.999-08:00', { channel: 'email' }],
    ['CA', 'concurrent', '2026-11-13T17:31-08:00', '2026-11-20T23:59:59.999-08:00', { channel: 'fax' }],
    ['CA', 'retrospective', '2026-11-13T17:31-08:00', '2026-12-16T23:59:59.999-08:00', { channel: 'fax' }],
    ['CA', 'prospective', '2026-11-13T20:29-05:00', '2026-11-20T23:59:59.999-08:00', { channel: 'fax' }],
    ['CA', 'prospective', '2026-11-20T17:29-08:00', '2026-12-01T23:59:59.999-08:00', { channel: 'fax' }],
    ['CA', 'prospective', '2026-11-20T17:31-08:00', '2026-12-02T23:59:59.999-08:00', { channel: 'fax' }],
    ['CA', 'prospective', '2026-11-02T10:00-08:00', '2026-11-16T23:59:59.999-08:00', { channel: 'mail' }],
    ['CA', 'prospective', '2026-12-24T10:00-08:00', '2027-01-04T23:59:59.999-08:00'],
  ],
  'California: its own holidays': [
    ['CA', 'prospective', '2026-03-26T10:00-07:00', '2026-04-03T23:59:59.999-07:00'],
    ['CA', 'prospective', '2026-10-08T10:00-07:00', '2026-10-15T23:59:59.999-07:00'],
    ['CA', 'prospective', '2026-06-15T10:00-07:00', '2026-06-22T23:59:59.999-07:00'],
    ['CA', 'prospective', '2026-06-29T10:00-07:00', '2026-07-06T23:59:59.999-07:00'],
    ['CA', 'prospective', '2027-06-30T10:00-07:00', '2027-07-08T23:59:59.999-07:00'],
    ['CA', 'prospective', '2028-11-08T10:00-08:00', '2028-11-16T23:59:59.999-08:00'],
  ],
  'California: a drug has five business days from receipt, whenever it was written and whatever is asked for': [
    ['CA', 'prospective', '2026-11-13T10:00-08:00', '2026-11-20T23:59:59.999-08:00', { recommendedOn: '2026-11-02' }],
    ['CA', 'prospective', '2026-11-13T10:00-08:00', '2026-11-20T23:59:59.999-08:00', { recommendedOn: '2026-11-12' }],
    ['CA', 'prospective', '2018-01-02T10:00-08:00', '2018-01-09T23:59:59.999-08:00', { recommendedOn: '2017-12-21' }],
    [
      'CA',
      'prospective',
      '2026-11-13T10:00-08:00',
      '2026-11-20T23:59:59.999-08:00',
      { extendedAt: '2026-11-18T18:00:00Z' },
    ],
  ],
  'California, an inpatient stay: 14 days from the recommendation, and an extension': [
    ['CA', 'inpatient', '2026-11-13T10:00-08:00', '2026-11-16T23:59:59.999-08:00', { recommendedOn: '2026-11-02' }],
    ['CA', 'concurrent', '2026-11-13T10:00-08:00', '2026-11-16T23:59:59.999-08:00', { recommendedOn: '2026-11-02' }],
    ['CA', 'concurrent', '2026-11-13T10:00-08:00', '2026-11-20T23:59:59.999-08:00', { recommendedOn: '2026-11-12' }],
    ['CA', 'concurrent', '2026-11-13T10:00-08:00', '2026-11-20T23:59:59.999-08:00', { recommendedOn: '2026-10-20' }],
    [
      'CA',
      'concurrent',
      '2026-11-13T10:00-08:00',
      '2026-11-27T23:59:59.999-08:00',
      { extendedAt: '2026-11-18T18:00:00Z' },
    ],
    [
      'CA',
      'concurrent',
      '2026-11-13T10:00-08:00',
      '2026-11-20T23:59:59.999-08:00',
      { extendedAt: '2026-11-22T18:00:00Z' },
    ],
    ['CA', 'prospective', '2017-12-29T10:00-08:00', '2018-01-08T23:59:59.999-08:00', { recommendedOn: '2017-12-28' }],
    ['CA', 'prospective', '2017-12-29T10:00-08:00', '2018-01-02T23:59:59.999-08:00', { recommendedOn: '2017-12-19' }],
  ],
  'California: daylight saving, hours and thirty days': [
    ['CA', 'prospective', '2026-03-06T10:00-08:00', '2026-03-13T23:59:59.999-07:00'],
    ['CA', 'prospective', '2026-10-30T10:00-07:00', '2026-11-06T23:59:59.999-08:00'],
    ['CA', 'expedited', '2026-11-13T17:31-08:00', '2026-11-16T17:31-08:00', { channel: 'fax' }],
    ['CA', 'expedited', '2026-03-07T10:00-08:00', '2026-03-10T11:00-07:00'],
    ['CA', 'expedited', '2026-10-31T10:00-07:00', '2026-11-03T09:00-08:00'],
    ['CA', 'retrospective', '2026-01-31T10:00-08:00', '2026-03-02T23:59:59.999-08:00'],
    ['CA', 'retrospective', '2028-01-31T10:00-08:00', '2028-03-01T23:59:59.999-08:00'],
  ],
  'Colorado: seven business days until 2020, ten days since': [
    ['CO', 'prospective', '2020-12-31T10:00-07:00', '2021-01-12T23:59:59.999-07:00'],
    ['CO', 'prospective', '2021-01-01T06:30:00Z', '2021-01-12T23:59:59.999-07:00'],
    ['CO', 'prospective', '2021-01-01T10:00-07:00', '2021-01-11T23:59:59.999-07:00'],
  ],
  // 24-11-101: Thanksgiving; the first Monday of October; a Sunday holiday on Monday, a Saturday one where it is.
  'Colorado: the tenth day on a weekend or a legal holiday moves on (C.R.S. 2-4-108)': [
    ['CO', 'prospective', '2026-11-16T10:00-07:00', '2026-11-27T23:59:59.999-07:00'],
    ['CO', 'prospective', '2026-11-04T10:00-07:00', '2026-11-16T23:59:59.999-07:00'],
    ['CO', 'prospective', '2026-11-05T10:00-07:00', '2026-11-16T23:59:59.999-07:00'],
    ['CO', 'prospective', '2026-11-06T10:00-07:00', '2026-11-16T23:59:59.999-07:00'],
    ['CO', 'prospective', '2026-09-25T10:00-06:00', '2026-10-06T23:59:59.999-06:00'],
    ['CO', 'prospective', '2026-10-02T10:00-06:00', '2026-10-12T23:59:59.999-06:00'],
    ['CO', 'prospective', '2026-06-23T10:00-06:00', '2026-07-03T23:59:59.999-06:00'],
    ['CO', 'prospective', '2026-06-24T10:00-06:00', '2026-07-06T23:59:59.999-06:00'],
    ['CO', 'prospective', '2027-06-24T10:00-06:00', '2027-07-06T23:59:59.999-06:00'],
  ],
  'Days off of the state, not of the federal list': [
    // Florida works on Presidents’ Day, Juneteenth and Columbus Day, not on the Friday after Thanksgiving.
    ['FL', 'prospective', '2026-02-12T10:00-05:00', '2026-02-17T17:00-05:00'],
    ['FL', 'prospective', '2026-06-17T10:00-04:00', '2026-06-22T17:00-04:00'],
    ['FL', 'prospective', '2026-10-08T10:00-04:00', '2026-10-13T17:00-04:00'],
    ['FL', 'prospective', '2026-11-24T10:00-05:00', '2026-12-01T17:00-05:00'],
    // Indiana: Good Friday, both election days, the Friday after Thanksgiving, Christmas Eve; not Presidents’ Day.
    ['IN', 'prospective', '2026-04-01T10:00-04:00', '2026-04-09T23:59:59.999-04:00'],
    ['IN', 'prospective', '2026-04-30T10:00-04:00', '2026-05-08T23:59:59.999-04:00'],
    ['IN', 'prospective', '2026-10-30T10:00-04:00', '2026-11-09T23:59:59.999-05:00'],
    ['IN', 'prospective', '2025-10-31T10:00-04:00', '2025-11-07T23:59:59.999-05:00'],
    ['IN', 'prospective', '2026-11-23T10:00-05:00', '2026-12-02T23:59:59.999-05:00'],
    ['IN', 'prospective', '2026-12-21T10:00-05:00', '2026-12-30T23:59:59.999-05:00'],
    ['IN', 'prospective', '2026-02-11T10:00-05:00', '2026-02-18T23:59:59.999-05:00'],
    // Tennessee: Good Friday; Juneteenth since 2023.
    ['TN', 'prospective', '2026-04-01T10:00-05:00', '2026-04-08T23:59:59.999-05:00'],
    ['TN', 'prospective', '2026-06-16T10:00-05:00', '2026-06-23T23:59:59.999-05:00'],
    ['TN', 'prospective', '2022-06-15T10:00-05:00', '2022-06-21T23:59:59.999-05:00'],
    // Louisiana: Mardi Gras, Good Friday, All Saints’ Day, 8 January; not Juneteenth.
    ['LA', 'prospective', '2026-02-12T10:00-06:00', '2026-02-23T23:59:59.999-06:00'],
    ['LA', 'prospective', '2026-04-01T10:00-05:00', '2026-04-09T23:59:59.999-05:00'],
    ['LA', 'prospective', '2027-10-29T10:00-05:00', '2027-11-08T23:59:59.999-06:00'],
    ['LA', 'prospective', '2026-01-06T10:00-06:00', '2026-01-14T23:59:59.999-06:00'],
    ['LA', 'prospective', '2026-06-16T10:00-05:00', '2026-06-23T23:59:59.999-05:00'],
  ],
  'States whose clock was not known before': [
    ['GA', 'prospective', '2026-11-16T10:00-05:00', '2026-11-23T23:59:59.999-05:00'],
    ['GA', 'prospective', '2025-12-31T10:00-05:00', '2026-01-06T23:59:59.999-05:00'],
    ['HI', 'prospective', '2026-11-16T10:00-10:00', '2026-11-23T23:59:59.999-10:00'],
    ['HI', 'expedited', '2026-11-14T10:00-10:00', '2026-11-17T10:00-10:00'],
    ['MA', 'prospective', '2026-11-13T10:00-05:00', '2026-11-17T23:59:59.999-05:00'],
    ['NV', 'prospective', '2026-11-23T10:00-08:00', '2026-12-02T23:59:59.999-08:00'],
    ['NV', 'prospective', '2026-10-26T10:00-07:00', '2026-11-03T23:59:59.999-08:00'],
    ['UT', 'prospective', '2026-07-20T10:00-06:00', '2026-07-28T23:59:59.999-06:00'],
    ['VT', 'prospective', '2026-11-16T10:00-05:00', '2026-11-30T23:59:59.999-05:00'],
    [
      'VT',
      'prospective',
      '2026-11-16T10:00-05:00',
      '2026-12-31T23:59:59.999-05:00',
      { extendedAt: '2026-11-20T18:00:00Z' },
    ],
    ['NC', 'prospective', '2026-11-16T10:00-05:00', '2026-11-19T23:59:59.999-05:00'],
    ['MS', 'prospective', '2026-11-16T10:00-06:00', '2026-11-19T23:59:59.999-06:00'],
  ],
  Bills: [
    ['PA', 'retrospective', '2026-11-16T10:00-05:00', '2026-12-16T23:59:59.999-05:00'],
    ['PA', 'retrospective', '2026-11-13T10:00-05:00', '2026-12-14T23:59:59.999-05:00'],
    ['PA', 'retrospective', '2026-11-16T10:00-05:00', '2026-12-21T23:59:59.999-05:00', { channel: 'mail' }],
    ['NH', 'retrospective', '2026-11-16T10:00-05:00', '2026-12-16T23:59:59.999-05:00'],
    ['VA', 'retrospective', '2026-11-16T10:00-05:00', '2026-12-31T23:59:59.999-05:00'],
    ['FL', 'retrospective', '2026-11-16T10:00-05:00', '2026-12-31T23:59:59.999-05:00'],
  ],
  'An urgent request where the state’s time is an internal target, or its clock begins with a form': [
    ['OH', 'expedited', '2026-11-13T10:00-05:00', '2026-11-16T10:00-05:00'],
    ['OK', 'expedited', '2026-11-13T10:00-06:00', '2026-11-16T10:00-06:00'],
    ['PA', 'expedited', '2026-11-13T10:00-05:00', '2026-11-16T10:00-05:00'],
    ['WA', 'expedited', '2026-11-13T10:00-08:00', '2026-11-16T10:00-08:00'],
    ['KY', 'expedited', '2026-11-13T10:00-05:00', '2026-11-16T10:00-05:00'],
    ['LA', 'expedited', '2026-11-13T10:00-06:00', '2026-11-16T10:00-06:00'],
    ['UT', 'expedited', '2026-11-13T10:00-07:00', '2026-11-16T10:00-07:00'],
    ['US-FECA', 'expedited', '2026-11-13T10:00-05:00', '2026-11-16T10:00-05:00'],
    ['VT', 'expedited', '2026-11-13T10:00-05:00', '2026-11-16T10:00-05:00'],
    ['VT', 'expedited', '2026-10-31T10:00-04:00', '2026-11-03T09:00-05:00'],
    ['CO', 'expedited', '2026-11-13T10:00-07:00', '2026-11-16T10:00-07:00'],
    ['CO', 'expedited', '2019-11-13T10:00-07:00', '2019-11-16T10:00-07:00'],
  ],
  'Territories: days of their own zones, none of which moves its clocks': [
    ['PR', 'prospective', '2026-03-05T23:30-04:00', '2026-03-10T23:59:59.999-04:00'],
    ['PR', 'prospective', '2026-11-17T10:00-04:00', '2026-11-23T23:59:59.999-04:00'],
    ['VI', 'prospective', '2026-03-06T03:30:00Z', '2026-03-10T23:59:59.999-04:00'],
    ['VI', 'expedited', '2026-10-31T10:00-04:00', '2026-11-03T10:00-04:00'],
    ['GU', 'prospective', '2026-11-15T14:30:00Z', '2026-11-19T23:59:59.999+10:00'],
    ['MP', 'prospective', '2026-11-15T13:30:00Z', '2026-11-18T23:59:59.999+10:00'],
    ['AS', 'prospective', '2026-11-17T10:30:00Z', '2026-11-19T23:59:59.999-11:00'],
    ['AS', 'retrospective', '2028-01-31T10:00-11:00', '2028-03-01T23:59:59.999-11:00'],
  ],
  'Arizona and Colorado: day 1 is the day after receipt, and the year ends in between': [
    ['AZ', 'prospective', '2026-11-16T00:00-07:00', '2026-11-25T23:59:59.999-07:00'],
    ['AZ', 'prospective', '2026-11-16T23:59-07:00', '2026-11-25T23:59:59.999-07:00'],
    ['AZ', 'prospective', '2026-12-24T10:00-07:00', '2027-01-06T23:59:59.999-07:00'],
    ['AZ', 'reconsideration', '2026-11-20T10:00-07:00', '2026-12-02T23:59:59.999-07:00'],
    ['CO', 'prospective', '2026-12-28T10:00-07:00', '2027-01-07T23:59:59.999-07:00'],
    ['CO', 'prospective', '2026-10-25T10:00-06:00', '2026-11-04T23:59:59.999-07:00'],
    ['CO', 'prospective', '2028-02-25T10:00-07:00', '2028-03-06T23:59:59.999-07:00'],
  ],
  'Posted in California: five days later, in both directions of the clocks': [
    ['CA', 'prospective', '2026-03-04T18:00-08:00', '2026-03-16T23:59:59.999-07:00', { channel: 'mail' }],
    ['CA', 'prospective', '2026-10-28T10:00-07:00', '2026-11-09T23:59:59.999-08:00', { channel: 'mail' }],
    [
      'CA',
      'concurrent',
      '2026-11-02T10:00-08:00',
      '2026-11-13T23:59:59.999-08:00',
      { channel: 'mail', recommendedOn: '2026-10-30' },
    ],
    [
      'CA',
      'concurrent',
      '2026-11-13T10:00-08:00',
      '2026-11-26T23:59:59.999-08:00',
      { recommendedOn: '2026-11-12', extendedAt: '2026-11-18T18:00:00Z' },
    ],
  ],
  'Other states, territories and programmes': [
    ['AZ', 'prospective', '2026-03-06T10:00-07:00', '2026-03-17T23:59:59.999-07:00'],
    ['FL', 'prospective', '2026-11-16T16:59-05:00', '2026-11-19T17:00-05:00'],
    ['FL', 'prospective', '2026-11-16T17:01-05:00', '2026-11-19T17:00-05:00'],
    ['FL', 'prospective', '2026-11-14T10:00-05:00', '2026-11-18T17:00-05:00'],
    ['IN', 'prospective', '2026-11-16T09:00-05:00', '2026-11-23T23:59:59.999-05:00'],
    ['KY', 'prospective', '2026-11-16T09:00-05:00', '2026-11-19T23:59:59.999-05:00'],
    ['LA', 'prospective', '2026-11-16T09:00-06:00', '2026-11-23T23:59:59.999-06:00'],
    ['MT', 'prospective', '2026-11-13T09:00-07:00', '2026-11-18T23:59:59.999-07:00'],
    ['TN', 'prospective', '2026-11-13T09:00-06:00', '2026-11-19T23:59:59.999-06:00'],
    ['HI', 'reconsideration', '2026-06-05T10:00-10:00', '2026-06-10T23:59:59.999-10:00'],
    ['HI', 'reconsideration', '2026-06-09T10:00-10:00', '2026-06-15T23:59:59.999-10:00'],
    ['MA', 'prospective', '2026-04-17T10:00-04:00', '2026-04-22T23:59:59.999-04:00'],
    ['GU', 'prospective', '2026-11-16T10:00+10:00', '2026-11-19T23:59:59.999+10:00'],
    ['US-FECA', 'prospective', '2026-11-23T10:00-05:00', '2026-11-27T23:59:59.999-05:00'],
    ['GA', 'expedited', '2026-11-14T10:00-05:00', '2026-11-17T10:00-05:00'],
    ['ZZ', 'prospective', '2026-11-16T10:00-05:00', '2026-11-19T23:59:59.999-05:00'],
  ],
}

for (const [title, lines] of Object.entries(oracle)) {
  describe(`oracle, ${title}`, () => {
    it.each(lines)('%s %s received %s is due %s', (state, kind, received, due, more = {}) => {
      const receivedAt = new Date(received).toISOString()
      const found = dueAt(packFor(state, kind, receivedAt), { receivedAt, ...more })
      expect(found.dueAt).toBe(new Date(due).toISOString())
    })
  })
}

describe('a due time explains itself', () => {
  it('names every counted and skipped day, the pack and its version', () => {
    const due = dueAt(packFor('TX', 'prospective', '2026-11-25T22:00:00Z'), { receivedAt: '2026-11-25T22:00:00Z' })
    expect(due).toEqual({
      dueAt: '2026-12-02T23:00:00.000Z',
      packId: 'TX/prospective/2004',
      packVersion: 1,
      arithmetic: [
        'Received Wed Nov 25, 2026 at 4:00 PM CST.',
        '3 business days; the day of receipt is not counted.',
        'Thu Nov 26, 2026 does not count: Thanksgiving Day.',
        'Fri Nov 27, 2026 does not count: Friday after Thanksgiving.',
        'Sat Nov 28, 2026 does not count: weekend.',
        'Sun Nov 29, 2026 does not count: weekend.',
        'Day 1: Mon Nov 30, 2026.',
        'Day 2: Tue Dec 1, 2026.',
        'Day 3: Wed Dec 2, 2026.',
        'Due Wed Dec 2, 2026 at 5:00 PM CST.',
      ],
    })
  })
  it('depends on the holiday set that is loaded (Texas around Thanksgiving with federal holidays only)', () => {
    const pack = packFor('TX', 'prospective', '2026-11-25T22:00:00Z')
    const due = dueAt(pack, { receivedAt: '2026-11-25T22:00:00Z' }, holidayLookup('federal'))
    expect(due.dueAt).toBe('2026-12-01T23:00:00.000Z')
  })
  it('explains that a fax received after hours counts from the next business day', () => {
    const receivedAt = '2026-11-14T01:31:00.000Z'
    const { arithmetic } = dueAt(packFor('CA', 'prospective', receivedAt), { receivedAt, channel: 'fax' })
    expect(arithmetic.slice(0, 2)).toEqual([
      'Received Fri Nov 13, 2026 at 5:31 PM PST.',
      'That is after 5:30 PM: counts as received Mon Nov 16, 2026.',
    ])
  })
  it('refuses to count from an invalid instant', () => {
    expect(() => dueAt(packFor('NY', 'prospective', '2026-11-16T00:00:00Z'), { receivedAt: 'yesterday' })).toThrow(
      RangeError,
    )
  })
})

describe('counting rules that no state uses yet', () => {
  const plain = { ...packFor('IL', 'prospective', '2026-11-16T00:00:00Z'), timeZone: 'America/New_York' }
  const due = (more: Partial<RulePack>, received: string): string =>
    dueAt({ ...plain, ...more }, { receivedAt: new Date(received).toISOString() }).dueAt
  it('counts the day of receipt as day 1 where a pack says so', () => {
    expect(due({ firstDay: 'receiptDay' }, '2026-11-16T09:00-05:00')).toBe(
      new Date('2026-11-18T23:59:59.999-05:00').toISOString(),
    )
    expect(due({ firstDay: 'receiptDay' }, '2026-11-14T09:00-05:00')).toBe(
      new Date('2026-11-18T23:59:59.999-05:00').toISOString(),
    )
  })
  it('counts twelve business hours over a weekend', () => {
    expect(due({ unit: 'businessHours', amount: 12 }, '2026-11-20T16:00-05:00')).toBe(
      new Date('2026-11-23T18:00-05:00').toISOString(),
    )
  })
  it('moves a calendar-day end off a weekend where a pack says so', () => {
    const rolled = { unit: 'calendarDays', amount: 4, rollForward: true } as const
    expect(due(rolled, '2026-11-17T09:00-05:00')).toBe(new Date('2026-11-23T23:59:59.999-05:00').toISOString())
    expect(due({ ...rolled, rollForward: false }, '2026-11-17T09:00-05:00')).toBe(
      new Date('2026-11-21T23:59:59.999-05:00').toISOString(),
    )
  })
})

describe('for any request', () => {
  const instant = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  const zone = fc.constantFrom(
    'America/New_York',
    'America/Chicago',
    'America/Los_Angeles',
    'Pacific/Honolulu',
    'Pacific/Guam',
  )
  const anyPack: fc.Arbitrary<RulePack> = fc
    .record({
      unit: fc.constantFrom('calendarDays', 'businessDays', 'hours', 'businessHours'),
      amount: fc.integer({ min: 1, max: 20 }),
      firstDay: fc.constantFrom('receiptDay', 'nextDay'),
      dueTime: fc.constantFrom('endOfDay', '17:00'),
      rollForward: fc.boolean(),
      holidays: fc.constantFrom('federal', 'california', 'texas'),
      mailDays: fc.integer({ min: 0, max: 5 }),
      cutOff: fc.option(
        fc.record({
          hour: fc.constantFrom('12:00', '17:00', '17:30'),
          zone,
          daysOff: fc.constantFrom('moved', 'kept'),
        }),
      ),
      timeZone: zone,
    })
    .map(({ cutOff, ...parts }) =>
      rulePack({
        id: 'any',
        jurisdiction: 'ZZ',
        name: '',
        regulator: '',
        kind: 'prospective',
        effectiveFrom: '1970-01-01',
        whoMayDeny: 'adjuster',
        source: '',
        confidence: 'L',
        text: '',
        ...parts,
        cutOff: cutOff && { ...cutOff, zone: parts.timeZone },
      } as Parameters<typeof rulePack>[0]),
    )
    // A clock that may end at 17:00 on the day of receipt needs a day of receipt that is not counted, or a cut-off
    // before.
    .filter(
      (pack) =>
        pack.dueTime === 'endOfDay' ||
        pack.firstDay === 'nextDay' ||
        (pack.cutOff !== null && pack.cutOff.hour <= '17:00'),
    )
  const channel = fc.constantFrom('fax', 'mail', 'phone', undefined)
  const due = (
    pack: RulePack,
    at: Date,
    how: ClockEvents['channel'],
    holidays?: (date: string) => string | undefined,
  ): number => Date.parse(dueAt(pack, { receivedAt: at.toISOString(), ...(how && { channel: how }) }, holidays).dueAt)

  it('the due time is later than the receipt', () => {
    fc.assert(
      fc.property(anyPack, instant, channel, (pack, at, how) => {
        // Mail has no cut-off, so a 17:00 end on the counted day of receipt may have passed.
        fc.pre(!(how === 'mail' && pack.firstDay === 'receiptDay' && pack.dueTime === '17:00'))
        // A day of receipt that counts, ends at 17:00 and is the cut-off’s last moment is due at that very moment.
        expect(due(pack, at, how)).toBeGreaterThanOrEqual(at.getTime())
      }),
      { numRuns: 600 },
    )
  })
  it('of two requests the one received first is due first, or together', () => {
    fc.assert(
      fc.property(anyPack, instant, fc.integer({ min: 0, max: 8 * 86_400_000 }), channel, (pack, at, later, how) => {
        // California's cut-off moves Friday evening to Monday and leaves Saturday morning where it is.
        fc.pre(pack.cutOff?.daysOff !== 'kept')
        expect(due(pack, at, how)).toBeLessThanOrEqual(due(pack, new Date(at.getTime() + later), how))
      }),
      { numRuns: 600 },
    )
  })
  it('another holiday never brings a business-day due time earlier', () => {
    fc.assert(
      fc.property(anyPack, instant, fc.integer({ min: 0, max: 40 }), (pack, at, after) => {
        fc.pre(pack.unit === 'businessDays' || pack.unit === 'businessHours')
        const extra = dayAt(at, after)
        const more = holidayLookup(pack.holidays, { [extra]: 'Extra day off' })
        expect(due(pack, at, 'fax', more)).toBeGreaterThanOrEqual(due(pack, at, 'fax'))
      }),
      { numRuns: 600 },
    )
  })
  it('every shipped pack gives a due time after receipt, in its own zone’s whole days, with one line a counted day', () => {
    fc.assert(
      fc.property(fc.constantFrom(...allPacks), instant, (pack, at) => {
        const found = dueAt(pack, { receivedAt: at.toISOString() })
        expect(Date.parse(found.dueAt)).toBeGreaterThan(at.getTime())
        const counted = found.arithmetic.filter((line) => line.startsWith('Day '))
        const countsDays = pack.unit === 'calendarDays' || pack.unit === 'businessDays'
        expect(counted).toHaveLength(countsDays ? pack.amount : 0)
      }),
      { numRuns: 600 },
    )
  })
})
