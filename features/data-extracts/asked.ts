import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { notFound, type FieldProblem } from '#platform/calls/refusal.ts'
import type { Refusing } from '#platform/calls/handler.ts'
import { areaOf } from './areas.ts'
import type { Field } from './areas/area.ts'
import { whyNotFilled, type Filled } from './filters.ts'
import { narrowing, type Of } from './sql.ts'

type Input = {
  selectedSubCarriers: readonly string[]
  subjectAreaId: string
  fieldList: readonly string[]
  reportFilters: readonly (Filled & { filterType?: string | undefined; parameters?: { type: string } | undefined })[]
}

/** The extract an input asks for, before anything is known of the caller; nothing where the subject area is unknown. */
export function extractOf(input: Input): Of | undefined {
  const area = areaOf(input.subjectAreaId)
  if (!area) return undefined
  const fields = input.fieldList.map((key) => area.fields.find((field) => field.key === key))
  return {
    area,
    fields: fields.filter((field): field is Field => field !== undefined),
    filled: input.reportFilters.filter(({ fieldName }) => area.filters.some((one) => one.fieldName === fieldName)),
    program: input.selectedSubCarriers[0]!,
  }
}

/** What is wrong with an input, field by field: unknown fields, filters that are not offered, answers that are not right. */
export function problemsOf(input: Input, { area }: Of, zone: string): FieldProblem[] {
  const problem = (path: string, message: string): FieldProblem => ({ path, code: 'VALIDATION', message })
  const found: FieldProblem[] = []
  input.fieldList.forEach((key, at) => {
    if (!area.fields.some((field) => field.key === key))
      found.push(problem(`fieldList.${at}`, `${area.label} has no field ${key}.`))
    else if (input.fieldList.indexOf(key) !== at) found.push(problem(`fieldList.${at}`, 'Choose each field once.'))
  })
  const names = input.reportFilters.map(({ fieldName }) => fieldName)
  input.reportFilters.forEach((filled, at) => {
    const filter = area.filters.find(({ fieldName }) => fieldName === filled.fieldName)
    const path = `reportFilters.${at}`
    if (!filter) found.push(problem(`${path}.fieldName`, `${area.label} has no filter ${filled.fieldName}.`))
    else if (names.indexOf(filled.fieldName) !== at) found.push(problem(`${path}.fieldName`, 'Enter each filter once.'))
    else if (!filter.required && !input.fieldList.includes(filter.outputFieldName))
      found.push(problem(`${path}.fieldName`, `Choose the field ${filter.fieldDisplayValue} to filter by it.`))
    else if ((filled.filterType ?? filter.filterType) !== filter.filterType)
      found.push(problem(`${path}.filterType`, `Unsupported form filter type: ${filled.filterType}`))
    else if ((filled.parameters?.type ?? filter.parameters.type) !== filter.parameters.type)
      found.push(problem(`${path}.parameters.type`, `Unsupported form filter field type: ${filled.parameters?.type}`))
    else
      for (const [part, message] of Object.entries(whyNotFilled(filter, filled, zone)))
        found.push(problem(`${path}.${part}`, message))
  })
  for (const filter of area.filters.filter(({ required, fieldName }) => required && !names.includes(fieldName)))
    for (const [part, message] of Object.entries(whyNotFilled(filter, undefined, zone)))
      found.push(problem(`reportFilters.${filter.fieldName}.${part}`, message))
  return found
}

/** Refuses an extract of a program that is not the caller's, and one that is not filled in right. */
export function mustBeRight(
  input: Input,
  of: Of | undefined,
  programs: readonly { code: string }[],
  zone: string,
  { refuse }: Refusing<'VALIDATION'>,
): Of {
  if (!of || !programs.some(({ code }) => code === of.program)) return notFound()
  const fields = problemsOf(input, of, zone)
  if (fields.length > 0) refuse({ code: 'VALIDATION', message: fields[0]!.message, fields })
  return of
}

/** The filters of an extract for the list of exports: choices and days in words, of typed text only that it narrows. */
export const filterWords = (of: Of, zone: string): string[] =>
  narrowing(of).map(({ filter: { fieldDisplayValue: name, parameters }, answer }) => {
    if (parameters.type === 'Text') return name
    if (parameters.type === 'DateRange') {
      const [from, to] = [answer.fromValue!, answer.toValue!].map((at) => usDate(dateIn(Date.parse(at), zone)))
      return `${name}: ${from} to ${to}`
    }
    const chosen = parameters.options!.filter(({ key }) => answer.selectedOptions!.includes(key))
    return `${name}: ${chosen.map(({ label }) => label).join(', ')}`
  })
