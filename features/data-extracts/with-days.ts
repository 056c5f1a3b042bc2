import { areaOf } from './areas.ts'
import type { Definition } from './definition.ts'

/** An extract about these days: they are the answer to every range that its subject area asks for. */
export function withDays(extract: Definition, days: { fromValue: string; toValue: string }): Definition {
  const ranges = (areaOf(extract.subjectAreaId)?.filters ?? [])
    .filter(({ required, parameters }) => required && parameters.type === 'DateRange')
    .map(({ fieldName }) => fieldName)
  return {
    ...extract,
    reportFilters: [
      ...extract.reportFilters.filter(({ fieldName }) => !ranges.includes(fieldName)),
      ...ranges.map((fieldName) => ({ fieldName, ...days })),
    ],
  }
}
