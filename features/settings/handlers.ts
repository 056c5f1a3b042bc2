import { oneTrip, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { settings } from './contract.ts'
import { evaluateFlags } from './flag-provider.ts'
import { labelsOf } from './own-fields.ts'
import { intervals, isInterval, isLevel, unknownInterval, levelFlags, levelProblem, shownAt } from './rules.ts'
import * as sql from './sql.ts'

type Plain = string | number | boolean | null
const isPlain = (value: unknown): value is Plain => value === null || typeof value !== 'object'

/** The names a carrier gave its own fields, one setting a field. */
function fieldLabels(rows: readonly { key: string; value: unknown }[]): Record<string, string> {
  const { labels } = labelsOf(rows.find((row) => row.key === 'passthruLabels')?.value)
  return Object.fromEntries(Object.entries(labels).map(([field, label]) => [`label.${field}`, label]))
}

export const handlers = implement(settings)({
  extractSubCarriers: oneTrip(
    () => ({ rows: sql.extractSubCarriers() }),
    ({ rows }) => rows.map((row) => ({ carrierCode: row.code, carrierName: row.name, subCarrierId: row.id })),
  ),
  client: oneTrip(
    ({ id2 }) => ({
      rows: sql.settingsOf(id2),
      carrier: sql.carrierOf(),
      known: sql.seesSubCarrier(id2),
      flags: sql.flagsOfCaller(levelFlags, id2 === 'ALL' ? undefined : id2),
    }),
    async ({ rows, carrier: [carrier], known: [known], flags }, { input, person, refuse }) => {
      const { level } = input
      if (!isLevel(level)) return refuse({ code: 'VALIDATION', message: levelProblem(level), field: 'level' })
      if (!known?.there) return notFound()
      const own = rows.filter(
        (row) => (shownAt[level].settings as readonly string[]).includes(row.key) && isPlain(row.value),
      )
      const on = await evaluateFlags(shownAt[level].flags, flags, person)
      const turnedOff = rows.some((row) => row.key === 'teamViewEnabled' && row.value === false)
      const switches = Object.entries(on).map(([key, { enabled }]) => [
        key,
        enabled && !(key === 'myTeamsSupervisorViewEnabled' && turnedOff),
      ])
      return {
        level,
        settings: {
          ...Object.fromEntries(switches),
          ...Object.fromEntries(own.map((row) => [row.key, row.value as Plain])),
          ...(level === 'settingsLevelPatientProfile' && fieldLabels(rows)),
          dateLabel: carrier?.date_label ?? 'P',
          phone: carrier?.product_phone ?? '',
        },
      }
    },
  ),
  // An unknown flag is off, never an error.
  features: oneTrip(
    ({ f, subCarrier }) => ({ rows: sql.flagsOfCaller(f, subCarrier), known: sql.seesSubCarrier(subCarrier ?? 'ALL') }),
    async ({ rows, known: [known] }, { input, person }) => {
      if (!known?.there) return notFound()
      const on = await evaluateFlags(input.f, rows, person)
      const flags = Object.fromEntries(input.f.map((key) => [key, on[key]!.enabled]))
      const first = input.f[0]!
      return { flag: first, enabled: flags[first]!, value: flags[first]!, flags }
    },
  ),
  intervals: oneTrip(
    () => ({ rows: sql.settingsOf('*') }),
    ({ rows }, { input: { f }, refuse }) =>
      Object.fromEntries(
        f.map((key) => {
          if (!isInterval(key)) return refuse({ code: 'VALIDATION', field: 'f', message: unknownInterval })
          const own = rows.find((row) => row.key === key)?.value
          return [key, typeof own === 'number' && own > 0 ? own : intervals[key]]
        }),
      ),
  ),
})
