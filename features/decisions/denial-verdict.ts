import { overlaps, takesIn } from '#features/prior-auths/reach.ts'
import type { Verdict } from '#features/authorizations/rows.ts'
import { rejectionReasons } from '#reference/rejection-reasons.ts'
import { blockOf, whyNotReject, whyNotRejectThisFill, type RejectionInput } from './denial.ts'
import { prefixOf } from './draw-up.ts'
import { narrowed, whyNotTerminate } from './irrevocable.ts'
import type { Case } from './load.ts'
import { reasonWords } from './reason-words.ts'

type At = Pick<Case, 'person' | 'request' | 'now' | 'settings'>

/** What both denials say alike; the block's own part comes over it. */
const denial = (input: RejectionInput) => ({
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

/** What a denial that blocks the drug comes to: its verdict, what the block stops, and what it ends; or why it is refused. */
export function denialOf(
  { person, request, now, settings }: At,
  input: RejectionInput & { terminateExisting?: boolean | undefined },
) {
  const why = whyNotReject(person, request, input, now, settings)
  if (why) return { why }
  const block = blockOf(person, request, input, now, settings)
  const prefix = prefixOf(request.gpi, block.drugLevel)
  const reach = narrowed(request, { ...block, level: block.drugLevel, prefix, thisRxOnly: block.oneTimeFill })
  if (reach.why) return { why: reach.why }
  const verdict: Verdict = {
    ...denial(input),
    kind: 'REJECT',
    startDate: block.startDate,
    endDate: block.endDate,
    oneTime: reach.thisRxOnly,
    level: block.drugLevel,
    brandFlag: block.brandFlag,
    codes: block.rejectCodes,
  }
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
  const stays = whyNotTerminate(request, ended)
  if (stays) return { why: stays }
  const stops = { ...block, level: block.drugLevel, gpiPrefix: prefix, ndc: request.ndc }
  return { verdict, stops, ended, warnings: reach.warnings }
}

/** What a denial of this fill only comes to; or why it is refused. */
export function fillDenialOf({ person, request, now, settings }: At, input: RejectionInput) {
  const why = whyNotRejectThisFill(person, request, input, now, settings)
  if (why) return { why }
  const verdict: Verdict = { ...denial(input), kind: 'REJECT_NO_PA', codes: input.rejectCodes ?? request.reject_codes }
  return { verdict }
}
