import { explains } from '#features/authorizations/explains.ts'
import { receivedHow } from '#features/new-authorization/arrival-fields.ts'
import { typedTime } from '#platform/dates/typed-time.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { typedNumber, whyNoNumber } from '#platform/text/typed-number.ts'
import { approvalReason } from '#reference/approval-reasons.ts'
import { origin } from '#reference/origins.ts'

/** How a request came; what the wizard asks first. */
export type How = (typeof receivedHow)[number]

/** A product, pharmacy or prescriber as it was chosen from its directory. */
export type Chosen = { id: string; name: string; detail: string }

/** Everything typed and chosen, as it is kept in the draft. */
export type Typed = {
  how: How | ''
  day: string
  time: string
  postedOn: string
  urgent: boolean
  concurrent: boolean
  reimbursement: boolean
  drug: Chosen | null
  prescriber: Chosen | null
  pharmacy: Chosen | null
  level: string
  start: string
  end: string
  quantity: string
  days: string
  fills: string
  oneTime: boolean
  owners: string[]
  /** Of the owners, those who were not suggested, by e-mail address. */
  others: Chosen[]
  reason: string
  note: string
}

export const nothingTyped: Typed = {
  how: '',
  day: '',
  time: '',
  postedOn: '',
  urgent: false,
  concurrent: false,
  reimbursement: false,
  drug: null,
  prescriber: null,
  pharmacy: null,
  level: '',
  start: '',
  end: '',
  quantity: '',
  days: '',
  fills: '',
  oneTime: false,
  owners: [],
  others: [],
  reason: '',
  note: '',
}

const isChosen = (value: unknown): value is Chosen =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'name', 'detail'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')

/** A saved draft as it was typed; undefined where the form does not understand it. */
export function readTyped(body: Record<string, unknown>): Typed | undefined {
  // Kept before owners could be looked for.
  const kept: Record<string, unknown> = { others: [], ...body }
  const fits = Object.entries(nothingTyped).every(([key, usual]) => {
    const value = kept[key]
    if (key === 'others') return Array.isArray(value) && value.every(isChosen)
    if (usual === null) return value === null || isChosen(value)
    if (Array.isArray(usual)) return Array.isArray(value) && value.every((one) => typeof one === 'string')
    return typeof value === typeof usual
  })
  const how = body['how']
  if (!fits || (how !== '' && !receivedHow.includes(how as How))) return undefined
  return Object.fromEntries(Object.keys(nothingTyped).map((key) => [key, kept[key]])) as Typed
}

const numberIn = (text: string, below: number, decimals?: number): number | undefined => {
  const value = typedNumber(text, decimals)
  return value && value < below ? value : undefined
}

/** What the form says, as the calls take it; undefined where a field says nothing usable. */
export function valuesOf(typed: Typed, today: string) {
  const day = parseDate(typed.day, today) || undefined
  const time = typedTime(typed.time)
  const postedOn = parseDate(typed.postedOn, today) || undefined
  const posted = typed.how === 'MAIL' && typed.day.trim() === '' && postedOn !== undefined
  return {
    originCode: typed.reimbursement ? origin.CLAIMANT_REIMBURSEMENT : origin.PORTAL,
    arrival: {
      ...(typed.how && { receivedHow: typed.how }),
      // A wall time of the jurisdiction: the server knows its zone.
      ...(posted ? { postedOn } : day && time && { receivedAt: `${day}T${time}` }),
      ...(typed.urgent && { urgent: true }),
      ...(typed.concurrent && { concurrent: true }),
    },
    arrived: posted || (day !== undefined && time !== undefined),
    start: parseDate(typed.start, today) || undefined,
    end: parseDate(typed.end, today),
    quantity: numberIn(typed.quantity, 10_000, 3),
    days: numberIn(typed.days, 1000),
    fills: typed.fills.trim() === '' ? null : numberIn(typed.fills, 100),
    level: Number(typed.level),
  }
}
export type Values = ReturnType<typeof valuesOf>

export type Problem = { field: string; message: string }

const MOST_DAYS = 365
const MOST_FILLS = 12
/** The owners of a request at most. */
export const MOST_OWNERS = 10

/** What is missing or wrong on the first step. */
export function wrongRequest(typed: Typed, values: Values, today: string): Problem[] {
  const problems: Problem[] = []
  const no = (field: string, message: string) => void problems.push({ field, message })
  if (typed.how === '') no('how', 'Enter how the request came.')
  const posted = typed.how === 'MAIL' && typed.day.trim() === '' && typed.postedOn.trim() !== ''
  if (posted) {
    if (parseDate(typed.postedOn, today) === undefined) no('postedOn', 'Enter the day of the postmark as MM/DD/YYYY.')
  } else {
    if (!parseDate(typed.day, today)) no('receivedAt', 'Enter the day it was received as MM/DD/YYYY.')
    if (typedTime(typed.time) === undefined) no('time', 'Enter the time it was received, such as 6:10 PM.')
  }
  if (!typed.drug) no('ndc', 'Choose the drug.')
  if (!typed.level) no('drugLevel', 'Choose what it covers.')
  return problems
}

/** What is missing or wrong on the second step. */
export function wrongLimits(typed: Typed, values: Values): Problem[] {
  const problems: Problem[] = []
  const no = (field: string, message: string) => void problems.push({ field, message })
  if (!values.start) no('effectiveDate', 'Enter the first day as MM/DD/YYYY.')
  if (!values.end) no('authExpirationDate', 'Enter the last day as MM/DD/YYYY.')
  if (values.start && values.end && values.end < values.start)
    no('authExpirationDate', 'The last day must not be before the first day.')
  if (values.quantity === undefined) no('quantity', whyNoNumber(typed.quantity, 'Enter a quantity above 0.'))
  if (values.days === undefined || values.days > MOST_DAYS)
    no('daysSupply', whyNoNumber(typed.days, `Enter 1 to ${MOST_DAYS} days.`))
  if (values.fills === undefined || (values.fills ?? 1) > MOST_FILLS)
    no('paMaxFill', whyNoNumber(typed.fills, `Enter 1 to ${MOST_FILLS} fills, or leave it empty.`))
  if (typed.owners.length === 0) no('selectedCaseOwners', 'Choose at least one owner.')
  if (typed.owners.length > MOST_OWNERS) no('selectedCaseOwners', `Choose at most ${MOST_OWNERS} owners.`)
  if (typed.reason === '') no('reasonId', 'Choose a reason.')
  const reason = approvalReason(Number(typed.reason))
  if (reason?.noteRequired && !explains(typed.note)) no('note', `Explain “${reason.reason}” in a sentence.`)
  return problems
}

/** How many fills of this supply fit into these days. */
export const fillsThatFit = (windowDays: number, daysSupply: number): number =>
  Math.max(1, Math.ceil(windowDays / daysSupply))

/** "1 fill", "6 fills", "any number of fills". */
export const fillsWords = (typed: Pick<Typed, 'oneTime'>, { fills }: Pick<Values, 'fills'>): string =>
  typed.oneTime || fills === 1 ? '1 fill' : fills ? `${fills} fills` : 'any number of fills'
