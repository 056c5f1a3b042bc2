import { oneTrip, implement } from '#platform/calls/handler.ts'
import { settings } from './contract.ts'
import { levelProblem } from './rules.ts'
import * as sql from './sql.ts'

/** The carrier settings the browser may know; the others stay on the server. */
const shown = new Set([
  'teamViewEnabled',
  'allowPaFillLimit',
  'safetyOverrides',
  'formularyOverrides',
  'rphRecommendation',
  'sojStateGuidelinesDisplay',
  'maxApprovalDays',
  'eobrEnabled',
  'dolEnabled',
  'urRequirements',
  'defaultDrugLevel',
])
type Plain = string | number | boolean | null

export const handlers = implement(settings)({
  extractSubCarriers: oneTrip(
    () => ({ rows: sql.extractSubCarriers() }),
    ({ rows }) => rows.map((row) => ({ carrierCode: row.code, carrierName: row.name, subCarrierId: row.id })),
  ),
  client: oneTrip(
    ({ id2 }) => ({ rows: sql.settingsOf(id2), carrier: sql.carrierOf() }),
    ({ rows, carrier }, { input, refuse }) => {
      const problem = levelProblem(input.level)
      if (problem) refuse({ code: 'VALIDATION', message: problem, field: 'level' })
      const own = Object.fromEntries(
        rows
          .filter((row) => shown.has(row.key) && (row.value === null || typeof row.value !== 'object'))
          .map((row) => [row.key, row.value as Plain]),
      )
      return {
        level: input.level,
        settings: { ...own, dateLabel: carrier[0]?.date_label ?? 'P', phone: carrier[0]?.product_phone ?? '' },
      }
    },
  ),
  // An unknown flag is off, never an error.
  features: oneTrip(
    ({ f }) => ({ rows: sql.flags(f) }),
    ({ rows }, { input }) => {
      const flags = Object.fromEntries(
        input.f.map((key) => [key, rows.find((row) => row.key === key)?.enabled ?? false]),
      )
      const first = input.f[0]!
      return { flag: first, enabled: flags[first]!, value: flags[first]!, flags }
    },
  ),
})
