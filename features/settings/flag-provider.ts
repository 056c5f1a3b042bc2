/** Feature flags by OpenFeature: a provider over what PostgreSQL has of a flag (docs/decisions/0156-flags-by-openfeature.md). */
import {
  FlagNotFoundError,
  OpenFeature,
  StandardResolutionReasons as reasons,
  TypeMismatchError,
  type EvaluationContext,
  type Provider,
  type ResolutionDetails,
} from '@openfeature/server-sdk'
import type { FlagValues } from './sql.ts'

/** Who decided what a flag is: the user's own value, the sub-carrier, the carrier, or the default. */
type FlagLevel = 'USER' | 'SUB_CARRIER' | 'CARRIER' | 'DEFAULT'
type Evaluated = { enabled: boolean; level: FlagLevel }

const domain = 'rxdocket'
/** Of the context: the rows of the flags, read with the statements of the call. */
const VALUES = 'values'

function byLevel({ own, of_sub: ofSub, of_carrier: ofCarrier, otherwise }: FlagValues): Evaluated {
  if (own !== null) return { enabled: own, level: 'USER' }
  if (ofSub !== null) return { enabled: ofSub, level: 'SUB_CARRIER' }
  if (ofCarrier !== null) return { enabled: ofCarrier, level: 'CARRIER' }
  return { enabled: otherwise, level: 'DEFAULT' }
}

const notABoolean = (): never => {
  throw new TypeMismatchError('Flags are on or off.')
}

/** Answers from the rows of the context: the most specific value counts. */
const postgres: Provider = {
  metadata: { name: 'PostgreSQL' },
  runsOn: 'server',
  resolveBooleanEvaluation(key, _fallback, context): Promise<ResolutionDetails<boolean>> {
    const rows = context[VALUES] as FlagValues[]
    const row = rows.find((one) => one.key === key)
    if (!row) return Promise.reject(new FlagNotFoundError(`There is no flag ${key}.`))
    const { enabled, level } = byLevel(row)
    return Promise.resolve({
      value: enabled,
      variant: level,
      reason: level === 'DEFAULT' ? reasons.DEFAULT : reasons.TARGETING_MATCH,
    })
  },
  resolveStringEvaluation: notABoolean,
  resolveNumberEvaluation: notABoolean,
  resolveObjectEvaluation: notABoolean,
}
OpenFeature.setProvider(domain, postgres)
const client = OpenFeature.getClient(domain)

/** The flags of these keys, evaluated from their rows. A flag that does not exist is off, by default. */
export async function evaluateFlags(
  keys: readonly string[],
  rows: readonly FlagValues[],
  user: { id: string; mc: string },
): Promise<Record<string, Evaluated>> {
  const context = { targetingKey: user.id, carrier: user.mc, [VALUES]: rows } as unknown as EvaluationContext
  const found = await Promise.all(
    keys.map(async (key): Promise<[string, Evaluated]> => {
      const { value, variant } = await client.getBooleanDetails(key, false, context)
      return [key, { enabled: value, level: (variant as FlagLevel | undefined) ?? 'DEFAULT' }]
    }),
  )
  return Object.fromEntries(found)
}
