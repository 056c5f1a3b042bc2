import type { CallContext } from '#platform/calls/handler.ts'
import { overlaps, takesIn } from '#features/prior-auths/reach.ts'
import { rejectionReasons } from '#reference/rejection-reasons.ts'
import type { rejecting } from './contract.ts'
import type { Decided } from '../call-shapes.ts'
import type { Verdict } from '#features/authorizations/rows.ts'
import { blockOf, whyNotReject, whyNotRejectThisFill } from '../denial.ts'
import { narrowed, whyNotTerminate } from '../irrevocable.ts'
import { loadForDecision } from '../load.ts'
import { drawUp, prefixOf } from '../draw-up.ts'
import { namedInstead, readInstead } from './instead.ts'
import { reasonWords, writeDecision } from '../write/write-decision.ts'

type Calls = typeof rejecting

/** What both denials say alike; the block's own part comes over it. */
const denial = (input: CallContext<Calls['reject' | 'rejectThisFill']>['input']) => ({
  startDate: null,
  endDate: null,
  oneTime: false,
  level: null,
  maxFills: null,
  maxQty: null,
  maxDays: null,
  overrideAll: false,
  safetyIncluded: false,
  safetyAck: null,
  reasonId: input.reasonId ?? null,
  reason: reasonWords(input.reasonId, input.priorauthReasonDesc, rejectionReasons),
  note: input.note ?? '',
})

/** Denies a request and blocks the drug for a time. */
export async function reject(context: CallContext<Calls['reject']>): Promise<Decided> {
  const { input } = context
  const [at, another] = await Promise.all([loadForDecision(context), readInstead(context)])
  const { person, request, settings, now } = at
  context.refuse(whyNotReject(person, request, input, now, settings))
  const block = blockOf(person, request, input, now, settings)
  const verdict: Verdict = {
    ...denial(input),
    kind: 'REJECT',
    startDate: block.startDate,
    endDate: block.endDate,
    oneTime: block.oneTimeFill,
    level: block.drugLevel,
    brandFlag: block.brandFlag,
    codes: block.rejectCodes,
  }
  const prefix = prefixOf(request.gpi, block.drugLevel)
  const reach = narrowed(request, { ...block, level: block.drugLevel, prefix, thisRxOnly: block.oneTimeFill })
  if (reach.why) return context.refuse(reach.why)
  verdict.oneTime = reach.thisRxOnly
  const ended = request.in_force.filter(
    (priorAuth) =>
      overlaps(priorAuth, block) &&
      // A block of the brand ends nothing that is about its generics too.
      (block.brandFlag === '*' || priorAuth.brandFlag === 'B') &&
      (priorAuth.kind === 'BLOCK'
        ? priorAuth.gpiPrefix === prefix && (!reach.thisRxOnly || priorAuth.rxNumber === request.rx_number)
        : input.terminateExisting === true &&
          takesIn({ gpiPrefix: prefix, level: block.drugLevel }, priorAuth.gpiPrefix)),
  )
  context.refuse(whyNotTerminate(request, ended))
  const stops = { ...block, level: block.drugLevel, gpiPrefix: prefix, ndc: request.ndc }
  const instead = namedInstead(context, now, another, { block: stops, ends: ended.map(({ id }) => id) })
  return writeDecision(
    context,
    at,
    drawUp(context, at, { ...verdict, ...instead }),
    [{ of: ended, reason: 'Replaced by a denial' }],
    reach.warnings,
  )
}

/** Denies this fill only; nothing is blocked. */
export async function rejectThisFill(context: CallContext<Calls['rejectThisFill']>): Promise<Decided> {
  const { input } = context
  const [at, another] = await Promise.all([loadForDecision(context), readInstead(context)])
  const { person, request, settings, now } = at
  context.refuse(whyNotRejectThisFill(person, request, input, now, settings))
  const codes = input.rejectCodes ?? request.reject_codes
  const instead = namedInstead(context, now, another, { ends: [] })
  const verdict: Verdict = { ...denial(input), kind: 'REJECT_NO_PA', codes, ...instead }
  return writeDecision(context, at, drawUp(context, at, verdict), [])
}
