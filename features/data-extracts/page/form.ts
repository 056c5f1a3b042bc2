import type { InputOf, AnswerOf } from '#platform/calls/contract.ts'
import type { dataExtracts } from '../contract.ts'
import { narrows, whyNotFilled, type Filled, type Filter, type Part, type Problems } from '../filters.ts'
import type { Definition } from '../definition.ts'
import { readStamp, stampOf } from './stamp.ts'

export type Described = AnswerOf<typeof dataExtracts.parameters>
type DescribedFilter = Described['optionalReportFilters'][number]

/** What was typed into a filter; dates stay as typed until they are read. */
export type Typed = { value: string; selected: readonly string[]; from: string; to: string }
export const untyped: Typed = { value: '', selected: [], from: '', to: '' }
export type Form = {
  program: string
  area: string
  /** Keys of the chosen fields in the order of the file. */
  fields: readonly string[]
  /** By field name; those of filters that are not shown any more stay, in case their field comes back. */
  typed: Readonly<Record<string, Typed>>
}
export const emptyForm: Form = { program: '', area: '', fields: [], typed: {} }

/** The form of an extract that was kept. */
export const formOf = (kept: Omit<Definition, 'mc'>, zone: string): Form => ({
  program: kept.selectedSubCarriers[0] ?? '',
  area: kept.subjectAreaId,
  fields: kept.fieldList,
  typed: Object.fromEntries(
    kept.reportFilters.map(({ fieldName, value = '', selectedOptions = [], fromValue, toValue }) => [
      fieldName,
      {
        value,
        selected: selectedOptions,
        from: fromValue ? stampOf(fromValue, zone) : '',
        to: toValue ? stampOf(toValue, zone) : '',
      },
    ]),
  ),
})

/** Why this page cannot show a filter: a newer server may describe kinds it does not know. */
function whyNotShown({ filterType, parameters: { type } }: DescribedFilter): string | undefined {
  if (!['SOLO', 'GROUP'].includes(filterType)) return `Unsupported form filter type: ${filterType}`
  if (!['Text', 'Select', 'DateRange'].includes(type)) return `Unsupported form filter field type: ${type}`
  return undefined
}
const isShown = (filter: DescribedFilter): filter is Filter => whyNotShown(filter) === undefined
/** What is said of the filters this page cannot show, each sentence once. */
export const unsupported = ({ requiredReportFilters, optionalReportFilters }: Described): string[] => [
  ...new Set([...requiredReportFilters, ...optionalReportFilters].flatMap((filter) => whyNotShown(filter) ?? [])),
]

/** The filters a form shows: the required ones, and those of chosen fields. */
export const shownFilters = (
  described: Described,
  fields: readonly string[],
): { required: Filter[]; optional: Filter[] } => ({
  required: described.requiredReportFilters.filter(isShown),
  optional: described.optionalReportFilters
    .filter(isShown)
    .filter(({ outputFieldName }) => fields.includes(outputFieldName)),
})

/** What was typed as the server takes it, and what is wrong with it. */
function readTyped(filter: Filter, typed: Typed, zone: string): { filled: Filled; problems: Problems } {
  const { fieldName, parameters } = filter
  if (parameters.type === 'Text') {
    const filled = { fieldName, value: typed.value.trim() }
    return { filled, problems: whyNotFilled(filter, filled, zone) }
  }
  if (parameters.type === 'Select') {
    const filled = { fieldName, selectedOptions: [...typed.selected] }
    return { filled, problems: whyNotFilled(filter, filled, zone) }
  }
  const read = (text: string) => (text.trim() === '' ? { iso: null } : readStamp(text, zone))
  const [from, to] = [read(typed.from), read(typed.to)]
  const problems = {
    ...('why' in from && { fromValue: from.why }),
    ...('why' in to && { toValue: to.why }),
  }
  const filled = { fieldName, fromValue: 'iso' in from ? from.iso : null, toValue: 'iso' in to ? to.iso : null }
  return Object.keys(problems).length > 0
    ? { filled, problems }
    : { filled, problems: whyNotFilled(filter, filled, zone) }
}

type Read = {
  /** Nothing while something is missing or wrong. */
  input: InputOf<typeof dataExtracts.extract> | undefined
  problems: Readonly<Record<string, Problems>>
  /** Fields to fill in or mend. */
  wrong: number
  /** Filters that narrow. */
  filters: number
  /** The first period that is asked for. */
  period: { from: string; to: string } | undefined
}
/** The extract a form asks for. */
export function readForm(form: Form, described: Described | undefined, mc: string, zone: string): Read {
  const { required, optional } = described ? shownFilters(described, form.fields) : { required: [], optional: [] }
  const read = [...required, ...optional].map((filter) => ({
    filter,
    ...readTyped(filter, form.typed[filter.fieldName] ?? untyped, zone),
  }))
  const problems = Object.fromEntries(read.map((one) => [one.filter.fieldName, one.problems]))
  const wrong =
    Object.values(problems).reduce((sum, of) => sum + Object.keys(of).length, 0) +
    [form.program, form.area, form.fields.length].filter((one) => !one).length
  const narrowing = read.filter(({ filter, filled }) => narrows(filter, filled))
  const ranged = narrowing.find(({ filled }) => filled.fromValue && filled.toValue)?.filled
  return {
    problems,
    wrong,
    filters: narrowing.length,
    period: ranged && { from: ranged.fromValue!, to: ranged.toValue! },
    input:
      wrong > 0 || !described
        ? undefined
        : {
            mc,
            selectedSubCarriers: [form.program],
            subjectAreaId: form.area,
            fieldList: [...form.fields],
            reportFilters: narrowing.map(({ filled }) => filled),
          },
  }
}
/** The name of a part of a filter, for what was left. */
export const partOf = (field: string, part: Part): string => `${field} ${part}`
