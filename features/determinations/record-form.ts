import type { InputOf } from '#platform/calls/contract.ts'
import type { Person } from '#platform/calls/person.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { typedNumber, whyNoNumber } from '#platform/text/typed-number.ts'
import type { determinations } from './contract.ts'
import type { DeterminationKind, DeterminationResult } from '#features/authorizations/determination-kinds.ts'
import { whyNotSay } from './saying.ts'

/** What is typed into the form; dates, amounts and numbers as texts. */
export type RecordForm = {
  kind: DeterminationKind
  authority: string
  number: string
  determinedOn: string
  result: DeterminationResult
  start: string
  end: string
  once: boolean
  level: string
  fills: string
  units: string
  days: string
  documentId: string
  note: string
}

/** An empty form; nothing of what an order says is guessed. */
export const emptyRecord = (kind: DeterminationKind): RecordForm => ({
  kind,
  authority: '',
  number: '',
  determinedOn: '',
  result: 'CERTIFIED',
  start: '',
  end: '',
  once: false,
  level: '',
  fills: '',
  units: '',
  days: '',
  documentId: '',
  note: '',
})

const blank = (text: string): boolean => text.trim() === ''
/** A text as a number; NaN where it is none, undefined where nothing is typed. */
const numberOf = (text: string): number | undefined => {
  const value = typedNumber(text, 3)
  return value === null ? undefined : (value ?? Number.NaN)
}

/** Something to put right; `field` is the name the call has for it. */
type Problem = { field: string; message: string }

/** The call's input; dates that are none stay texts, which `recordProblems` has named before. */
export function toRecord(
  detail: Pick<AuthDetail, 'authorizationId' | 'version'>,
  form: RecordForm,
  today: string,
): InputOf<typeof determinations.record> {
  const day = (text: string): string | undefined => parseDate(text, today) || undefined
  const about = {
    id: detail.authorizationId,
    version: detail.version,
    kind: form.kind,
    authority: form.authority.trim(),
    number: form.number.trim(),
    determinedOn: day(form.determinedOn) ?? '',
    result: form.result,
    ...(form.documentId !== '' && { documentId: form.documentId }),
    ...(!blank(form.note) && { note: form.note.trim() }),
  }
  if (form.result === 'DENIED') return about
  return {
    ...about,
    startDate: day(form.start),
    endDate: day(form.end),
    oneTimeFill: form.once,
    drugLevel: numberOf(form.level),
    ...(!form.once && { maxFills: numberOf(form.fills) }),
    maxQty: numberOf(form.units),
    maxDays: numberOf(form.days),
  }
}

const isDate = (text: string, today: string): boolean => blank(text) || parseDate(text, today) !== undefined
const within = (text: string, most: number, whole: boolean): boolean => {
  const value = numberOf(text)
  return value === undefined || (value > 0 && value <= most && (!whole || Number.isInteger(value)))
}

/** What must be put right before it can be sent, in the order of the form. The server asks the same again. */
export function recordProblems(
  person: Pick<Person, 'timeZone'>,
  detail: Pick<AuthDetail, 'authorizationId' | 'version' | 'dateOfInjury'>,
  form: RecordForm,
  today: string,
  now: string,
): Problem[] {
  const found: Problem[] = []
  const grants = form.result !== 'DENIED'
  if (blank(form.authority)) found.push({ field: 'authority', message: 'Enter who determined it.' })
  if (blank(form.number)) found.push({ field: 'number', message: 'Enter its number.' })
  if (!isDate(form.determinedOn, today)) found.push({ field: 'determinedOn', message: 'Invalid date' })
  else if (blank(form.determinedOn)) found.push({ field: 'determinedOn', message: 'Enter its date.' })
  if (grants) {
    for (const [field, text] of [
      ['startDate', form.start],
      ['endDate', form.end],
    ] as const)
      if (!isDate(text, today)) found.push({ field, message: 'Invalid date' })
    if (!form.once && !within(form.fills, 12, true))
      found.push({ field: 'maxFills', message: whyNoNumber(form.fills, 'Enter 1 to 12 fills.') })
    if (!within(form.units, 9999.999, false))
      found.push({ field: 'maxQty', message: whyNoNumber(form.units, 'Enter a number above 0.') })
    if (!within(form.days, 365, true))
      found.push({ field: 'maxDays', message: whyNoNumber(form.days, 'Enter 1 to 365 days.') })
  }
  if (found.length > 0) return found
  const why = whyNotSay(person, detail.dateOfInjury, toRecord(detail, form, today), now)
  return why?.field ? [{ field: why.field, message: why.message ?? '' }] : []
}
