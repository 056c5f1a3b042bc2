import type { CallContext } from '#platform/calls/handler.ts'
import type { rejecting } from './contract.ts'
import type { Decided } from '../call-shapes.ts'
import { denialOf, fillDenialOf } from '../denial-verdict.ts'
import { loadForDecision } from '../load.ts'
import { drawUp } from '../draw-up.ts'
import { namedInstead, readInstead } from '../named-instead.ts'
import { writeDecision } from '../write/write-decision.ts'

type Calls = typeof rejecting

/** Denies a request and blocks the drug for a time. */
export async function reject(context: CallContext<Calls['reject']>): Promise<Decided> {
  const [at, another] = await Promise.all([loadForDecision(context), readInstead(context.db, context.input)])
  const denial = denialOf(at, context.input)
  if (denial.why) return context.refuse(denial.why)
  const { verdict, stops, ended, warnings } = denial
  const instead = namedInstead(at.now, another, { block: stops, ends: ended.map(({ id }) => id) })
  if (instead.why) return context.refuse(instead.why)
  return writeDecision(
    context,
    at,
    drawUp(context, at, { ...verdict, ...instead }),
    [{ of: ended, reason: 'Replaced by a denial' }],
    warnings,
  )
}

/** Denies this fill only; nothing is blocked. */
export async function rejectThisFill(context: CallContext<Calls['rejectThisFill']>): Promise<Decided> {
  const [at, another] = await Promise.all([loadForDecision(context), readInstead(context.db, context.input)])
  const denial = fillDenialOf(at, context.input)
  if (denial.why) return context.refuse(denial.why)
  const instead = namedInstead(at.now, another, { ends: [] })
  if (instead.why) return context.refuse(instead.why)
  return writeDecision(context, at, drawUp(context, at, { ...denial.verdict, ...instead }), [])
}
