import { usDate } from '#platform/dates/day.ts'
import { doubledBy } from '#features/prior-auths/reach.ts'
import { priorAuthStatus, statusFromStart } from '#features/prior-auths/statuses.ts'
import type { PriorAuthChanges } from '#features/prior-auths/rows.ts'
import { endPriorAuths } from '#features/prior-auths/sql.ts'
import { datesAllowed } from '#features/decisions/edit-rules.ts'
import { whyNotApprove } from '#features/decisions/approval.ts'
import { whyNotReject } from '#features/decisions/denial.ts'
import type { OutputOf } from '#platform/calls/contract.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { asRequest, evaluateWidening, findingsAfter, whyNotWiden } from './widening.ts'
import type { priorAuths } from './contract.ts'
import { columnsOf, load } from './load.ts'
import { letsMoreThrough, whyNotAmend, whyNotReplace, type PriorAuthFacts } from './rules.ts'
import { reasonsGiven } from './named-in-advance.ts'
import { whyNotStop, whyNotUnder } from './stopping.ts'
import * as sql from './sql.ts'
import { writeChange } from './write-change.ts'

type Call = (typeof priorAuths)['save']

/** Changes the window, level, limits or codes of a prior authorization or block in force. */
export async function amend(context: CallContext<Call>): Promise<OutputOf<Call>> {
  const { input, now } = context
  const at = now.toISOString()
  const ref = input.priorAuthOverrideRef!
  const look = sql.snapshotOfPriorAuth(ref, input)
  const { person, row, priorAuth, settings, found } = await load(context, ref, { ndc: input.ndc, look, making: true })
  const sameDrug = (gpi: string): boolean => gpi.startsWith(row.gpi_prefix.slice(0, gpi.length))
  const other =
    input.stratusClaimId !== undefined && input.stratusClaimId !== row.stratus_claim_id
      ? 'stratusClaimId'
      : input.kind !== undefined && input.kind !== row.kind
        ? 'kind'
        : input.gpi !== undefined && !sameDrug(input.gpi)
          ? 'gpi'
          : input.ndc !== undefined &&
              (row.ndc !== null ? input.ndc !== row.ndc : row.named_gpi === null || !sameDrug(row.named_gpi))
            ? 'ndc'
            : undefined
  if (other)
    context.refuse({
      code: 'RULE',
      field: other,
      message: 'Another drug, claim or kind is another prior authorization.',
    })
  const level = input.drugLevel ?? row.level
  if (level !== row.level && (level === 11 || level > row.gpi_prefix.length))
    context.refuse({
      code: 'RULE',
      field: 'drugLevel',
      message: 'A narrower level is another prior authorization: end this one and create it.',
    })
  // A block clears no codes, and the codes of its denial are in the decision, so codes cannot be changed.
  if (row.kind === 'BLOCK' && input.codes !== undefined && input.codes.length > 0)
    context.refuse({
      code: 'RULE',
      field: 'codes',
      message: 'Other codes are another denial: end this block and create it.',
    })
  const oneTime = input.oneTimeFill ?? row.one_time
  const to: PriorAuthChanges = {
    ...columnsOf(row),
    level,
    gpi_prefix: level === row.level ? row.gpi_prefix : row.gpi_prefix.slice(0, level),
    ndc: level === 11 ? row.ndc : null,
    brand_flag: input.brandFlag ?? row.brand_flag,
    start_date: input.startDate ?? row.start_date,
    end_date: input.authorizationExpirationDate ?? row.end_date,
    one_time: oneTime,
    max_fills: oneTime ? 1 : input.paMaxFill === undefined ? row.max_fills : input.paMaxFill,
    max_qty_per_fill: input.maxQty === undefined ? row.max_qty_per_fill : input.maxQty,
    max_days_per_fill: input.maxDays === undefined ? row.max_days_per_fill : input.maxDays,
    max_cost_per_fill: input.maxCost === undefined ? row.max_cost_per_fill : input.maxCost,
    pharmacy_nabp: input.pharmacyNabp === undefined ? row.pharmacy_nabp : input.pharmacyNabp,
    prescriber_npi: input.prescriberNpi === undefined ? row.prescriber_npi : input.prescriberNpi,
    codes_cleared: row.kind === 'BLOCK' ? row.codes_cleared : (input.codes ?? row.codes_cleared),
    findings: row.findings,
    reason_id: input.reasonId ?? row.reason_id,
    reason_desc: input.priorauthReasonDesc?.trim() || row.reason_desc,
  }
  const after: PriorAuthFacts = {
    ...priorAuth,
    level: to.level,
    startDate: to.start_date,
    endDate: to.end_date,
    oneTime: to.one_time,
    maxFills: to.max_fills,
    maxQty: to.max_qty_per_fill,
    maxDays: to.max_days_per_fill,
    maxCost: to.max_cost_per_fill,
    pharmacyNabp: to.pharmacy_nabp,
    prescriberNpi: to.prescriber_npi,
    brandFlag: to.brand_flag,
    codes: to.codes_cleared,
  }
  context.refuse(whyNotAmend(person, priorAuth, after, { today: row.today, now: at }))

  if (input.pharmacyNabp != null && !found!.pharmacy)
    context.refuse({ code: 'VALIDATION', field: 'pharmacyNabp', message: 'No pharmacy has this number.' })
  if (input.prescriberNpi != null && !found!.prescriber)
    context.refuse({ code: 'VALIDATION', field: 'prescriberNpi', message: 'No prescriber has this NPI.' })
  const more = letsMoreThrough(priorAuth, after)
  const widening = more && row.kind === 'PERMIT' ? evaluateWidening(row, to, found!, at) : undefined
  const authorization = widening?.authorization ?? asRequest(row)
  const movesWindow = to.start_date !== row.start_date || to.end_date > row.end_date
  if (movesWindow) {
    const limit = datesAllowed(person, {
      authorization,
      action: row.kind === 'BLOCK' ? 'reject' : 'approve',
      now: at,
      settings,
      startDate: to.start_date,
    })
    if (to.end_date > limit.maxEnd)
      context.refuse({
        code: 'DATES_NOT_ALLOWED',
        field: 'authorizationExpirationDate',
        message: `The end date must be ${usDate(limit.maxEnd)} or earlier. ${limit.reason}`.trim(),
      })
  }
  const { safetyRejectEnabled, safetyAck, findings, note } = input
  const why = widening
    ? whyNotWiden(person, widening, row, to, { safetyRejectEnabled, safetyAck, findings, note }, at, settings)
    : row.kind === 'BLOCK'
      ? more || to.start_date !== row.start_date
        ? whyNotReject(
            person,
            authorization,
            {
              ...(input.startDate !== undefined && { startDate: input.startDate }),
              ...(movesWindow && { endDate: to.end_date }),
              drugLevel: level,
              priorauthReasonDesc: to.reason_desc,
              reasonId: input.reasonId,
              keepsReason: !input.priorauthReasonDesc?.trim() && input.reasonId === undefined,
              note,
            },
            at,
            settings,
          )
        : undefined
      : // Narrowing needs no new check; only newly named codes are validated.
        to.start_date !== row.start_date || input.paMaxFill != null
        ? whyNotApprove(
            person,
            authorization,
            {
              ...(to.start_date !== row.start_date && { startDate: to.start_date, endDate: to.end_date }),
              ...(input.oneTimeFill !== undefined && { oneTimeFill: input.oneTimeFill }),
              ...(input.paMaxFill != null && { paMaxFill: input.paMaxFill }),
              note,
            },
            at,
            settings,
          )
        : undefined
  context.refuse(why)
  if (row.kind === 'BLOCK' && more)
    context.refuse(
      whyNotStop(row.juris_state, row.others, { ...after, prefix: to.gpi_prefix, rxNumber: row.rx_number }, at),
    )
  if (row.kind === 'PERMIT' && more)
    context.refuse(whyNotUnder(row.others, { ...after, gpiPrefix: to.gpi_prefix, rxNumber: row.rx_number }))
  if (row.kind === 'PERMIT') to.findings = findingsAfter(row, to.codes_cleared, widening?.authorization.rejects)

  if (widening?.authorization.rejects.some((one) => one.safety && !row.codes_cleared.includes(one.rejectCode))) {
    to.safety_included = true
    to.safety_tier = widening.safetyTier
  }
  to.status_id =
    row.kind === 'BLOCK' || row.status_today === priorAuthStatus.QUEUED
      ? row.status_today
      : statusFromStart(to.start_date, row.today)
  const doubled = doubledBy(row.others, {
    kind: row.kind,
    gpiPrefix: to.gpi_prefix,
    brandFlag: to.brand_flag,
    rxNumber: row.rx_number,
    startDate: to.start_date,
    endDate: to.end_date,
  })
  if (doubled.length > 0 && !input.supersede)
    context.refuse({
      code: 'DUPLICATE',
      field: 'supersede',
      message: 'Another prior authorization covers part of this. Replace it, or choose other dates.',
      current: { existingPriorAuths: doubled },
    })
  context.refuse(whyNotReplace(row.juris_state, doubled, at, 'supersede'))
  if (doubled.length > 0)
    context.write(
      endPriorAuths(
        row.mc,
        doubled.map((one) => one.id),
        person.name,
        `Replaced by ${row.override_ref}`,
      ),
    )
  const reasons = widening && safetyRejectEnabled ? reasonsGiven(widening.authorization.rejects, input) : ''
  const reason = [reasons, note?.trim()].filter(Boolean).join(' ')
  return { success: true, priorAuth: writeChange(context, person, row, to, reason), warnings: [] }
}
