// What the rule of a holiday says, and the federal holidays, which states take over, move or leave out.

/** `monday`: kept on a Monday only, the one before, or the one after a weekend. */
export type Observance = 'federal' | 'sundayToMonday' | 'onTheDayOnly' | 'monday'

export type HolidayRule = {
  name: string
  /** First and last year it is kept. */
  since?: number
  until?: number
  /** Years it is left out: those that leave 1 over when divided by 4, in which a state holds no election. */
  notAfterPresidential?: true
  /** Kept in even years only. */
  evenYears?: true
  /** Which weekday of a weekend holiday is kept: Saturday and Sunday (federal), Sunday only, or none. */
  observed: Observance
} & (
  | { month: number; day: number }
  | { month: number; weekday: number; nth: number }
  | { daysFrom: 'thanksgiving' | 'easter'; offset: number }
  /** The Tuesday after the first Monday of a month. */
  | { electionIn: number }
)

export const monday = 1
export const thursday = 4

export const newYear: HolidayRule = { name: "New Year's Day", month: 1, day: 1, observed: 'federal' }
export const king: HolidayRule = {
  name: 'Birthday of Martin Luther King, Jr.',
  month: 1,
  weekday: monday,
  nth: 3,
  since: 1986,
  observed: 'federal',
}
export const washington: HolidayRule = {
  name: "Washington's Birthday",
  month: 2,
  weekday: monday,
  nth: 3,
  observed: 'federal',
}
export const memorial: HolidayRule = { name: 'Memorial Day', month: 5, weekday: monday, nth: -1, observed: 'federal' }
export const juneteenth: HolidayRule = {
  name: 'Juneteenth National Independence Day',
  month: 6,
  day: 19,
  since: 2021,
  observed: 'federal',
}
export const independence: HolidayRule = { name: 'Independence Day', month: 7, day: 4, observed: 'federal' }
export const labor: HolidayRule = { name: 'Labor Day', month: 9, weekday: monday, nth: 1, observed: 'federal' }
export const columbus: HolidayRule = { name: 'Columbus Day', month: 10, weekday: monday, nth: 2, observed: 'federal' }
export const veterans: HolidayRule = { name: 'Veterans Day', month: 11, day: 11, observed: 'federal' }
export const thanksgiving: HolidayRule = {
  name: 'Thanksgiving Day',
  month: 11,
  weekday: thursday,
  nth: 4,
  observed: 'federal',
}
export const christmas: HolidayRule = { name: 'Christmas Day', month: 12, day: 25, observed: 'federal' }
export const dayAfterThanksgiving: HolidayRule = {
  name: 'Friday after Thanksgiving',
  daysFrom: 'thanksgiving',
  offset: 1,
  observed: 'onTheDayOnly',
}

/** 5 U.S.C. 6103(a); a Saturday holiday is kept on Friday, a Sunday one on Monday (6103(b), E.O. 11582). */
export const federal = [
  newYear,
  king,
  washington,
  memorial,
  juneteenth,
  independence,
  labor,
  columbus,
  veterans,
  thanksgiving,
  christmas,
] as const

export const kept = (rule: HolidayRule, observed: Observance): HolidayRule => ({ ...rule, observed })

/** Federal holidays plus a state's own. */
export const withFederal = (...own: HolidayRule[]): readonly HolidayRule[] => [...federal, ...own]
/** The same where a Saturday holiday is not moved. */
export const withSundays = (...own: HolidayRule[]): readonly HolidayRule[] => [
  ...federal.map((rule) => kept(rule, 'sundayToMonday')),
  ...own,
]
