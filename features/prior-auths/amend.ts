import { insertOutbox } from '#platform/outbox.ts'
import { leaving } from '#platform/leaving.ts'
import { digits } from '#features/authorizations/raise.ts'
import { endPriorAuths, closeCallbacks } from '#features/authorizations/decision/sql.ts'
import {
  datesAllowed,
  whyNotApprove,
  whyNotReject,
  type DecidableAuthorization,
  type DecisionSettings,
} from '#features/authorizations/decision/rules.ts'
import { followers } from '#features/authorizations/merging/follow.ts'
import { engine, event, type CallbackRow, type EventRow, type PriorAuthRow } from '#features/authorizations/rows.ts'
import * as rows from '#features/authorizations/sql.ts'
import { settingsFrom } from '#features/new-authorization/answers.ts'
import type { OutputOf } from '#platform/contract.ts'
import type { Asked, Asking } from '#platform/handler.ts'
import { notFound, refuse, Refused, type Why } from '#platform/refusal.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import { toLine, toPermission } from './answers.ts'
import type { priorAuths } from './contract.ts'
import {
  asRejects,
  doubledBy,
  moveOf,
  permissionStatus,
  renewalStart,
  whyNotAmend,
  whyNotEnd,
  whyNotMoveEnd,
  whyNotTouch,
  type Permission,
} from './rules.ts'
import * as sql from './sql.ts'

type Calls = typeof priorAuths
type Answer = OutputOf<Calls['end']>

/**
 * A permission as the decision rules would judge it if it were asked for today: with the codes it clears, which set its
 * limits, or with codes nobody cleared yet, which somebody must be entitled to clear.
 */
function judged(held: sql.HeldPermission, added?: DecidableAuthorization['rejects']): DecidableAuthorization {
  const cleared = held.codes_cleared.flatMap((code) => {
    const known = rejectCode(code)
    return known
      ? [
          {
            rejectCode: code,
            class: known.class,
            safety: known.safety,
            hardStop: false,
            overridableBy: known.by,
            cleared: added !== undefined,
          },
        ]
      : []
  })
  return {
    statusId: 20,
    version: held.version,
    rejects: [...cleared, ...(added ?? [])],
    jurisState: held.juris_state,
    receivedAt: held.received_at,
    statutoryDueAt: null,
    snoozedUntil: null,
    snoozeHoursTotal: 0,
    gpi: held.gpi_prefix,
    deaSchedule: held.dea,
    daysSupply: held.max_days_per_fill ?? 30,
    dateOfService: held.start_date,
    dateOfInjury: held.doi,
    claimTermDate: held.term_date,
    estimatedCost: held.max_cost_per_fill,
    subCarrier: held.sub_carrier,
    groupCode: held.group_code,
    channel: 10,
    ownerIds: ownersOf(held),
    supervisedIds: held.supervised,
    reconsiderationLevel: 0,
    underInvestigation: held.compensability === 'PENDING',
    compound: false,
    opioid: held.opioid,
  }
}

const ownersOf = (held: sql.HeldPermission): string[] => [
  ...new Set([...held.owner_ids, ...(held.claim_owner_id ? [held.claim_owner_id] : [])]),
]

const columnsOf = (held: sql.HeldPermission): sql.Changes => ({
  status_id: held.standing,
  level: held.level,
  gpi_prefix: held.gpi_prefix,
  ndc: held.ndc,
  brand_flag: held.brand_flag,
  start_date: held.start_date,
  end_date: held.end_date,
  one_time: held.one_time,
  max_fills: held.max_fills,
  max_qty_per_fill: held.max_qty_per_fill,
  max_days_per_fill: held.max_days_per_fill,
  max_cost_per_fill: held.max_cost_per_fill,
  pharmacy_nabp: held.pharmacy_nabp,
  prescriber_npi: held.prescriber_npi,
  codes_cleared: held.codes_cleared,
  safety_included: held.safety_included,
  safety_tier: held.safety_tier,
  reason_id: held.reason_id,
  reason_desc: held.reason_desc,
  terminated_by: held.terminated_by,
  terminated_reason: held.terminated_reason,
})

/** Waits for whoever changes this claim now, then reads the permission; the caller must have seen this very version. */
async function held(
  asked: Asked<Calls['save']> | Asked<Calls['end']>,
  ref: string,
): Promise<{ person: Asking; row: sql.HeldPermission; permission: Permission; settings: DecisionSettings }> {
  const { db, input } = asked
  const [person, , row] = await Promise.all([
    asked.who(),
    db.all(sql.lockClaimOfPermission(ref)),
    db.one(sql.holdPermission(ref, 'ndc' in input ? input.ndc : undefined)),
  ])
  if (!row || (input.subCarrierCode !== undefined && input.subCarrierCode !== row.sub_carrier)) return notFound()
  if (input.referenceNumber !== undefined && row.reference_number !== input.referenceNumber) return notFound()
  const settings = settingsFrom(row.settings)
  refuse(
    whyNotTouch(
      person,
      { ownerIds: ownersOf(row), supervisedIds: row.supervised, subCarrier: row.sub_carrier },
      settings,
    ) as Why | undefined,
  )
  if (input.version === undefined)
    refuse({
      code: 'PRECONDITION_REQUIRED',
      field: 'version',
      message: 'Send the version of the prior authorization you are looking at.',
    })
  if (input.version !== row.version)
    throw new Refused({
      code: 'CONFLICT',
      current: {
        priorAuthOverrideRef: ref,
        version: row.version,
        statusId: row.standing,
        status: permissionStatus(row.standing),
        startDate: row.start_date,
        endDate: row.end_date,
      },
    })
  return { person, row, permission: toPermission(row), settings }
}

const words: Record<string, string> = {
  status_id: 'status',
  level: 'level',
  brand_flag: 'brand',
  start_date: 'start',
  end_date: 'end',
  one_time: 'one-time',
  max_fills: 'max fills',
  max_qty_per_fill: 'quantity a fill',
  max_days_per_fill: 'days a fill',
  max_cost_per_fill: 'cost a fill',
  pharmacy_nabp: 'pharmacy',
  prescriber_npi: 'prescriber',
  codes_cleared: 'codes',
  reason_desc: 'reason',
}
const shown = (key: keyof sql.Changes, value: sql.Changes[keyof sql.Changes]): string =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
    ? 'none'
    : key === 'status_id'
      ? permissionStatus(value as number)
      : Array.isArray(value)
        ? value.join(', ')
        : typeof value === 'boolean'
          ? value
            ? 'yes'
            : 'no'
          : String(value)

/** Writes a change: the row, who changed what, the lines in the log of its request, and the audit. */
function write(
  asked: Asked<Calls['save']> | Asked<Calls['end']>,
  person: Asking,
  row: sql.HeldPermission,
  to: sql.Changes,
  reason: string,
  more: EventRow[] = [],
): Answer['priorAuth'] {
  const at = asked.now.toISOString()
  const from = columnsOf(row)
  const changed = (Object.keys(to) as (keyof sql.Changes)[]).filter(
    (key) => key in words && JSON.stringify(from[key]) !== JSON.stringify(to[key]),
  )
  const pick = (columns: sql.Changes) => Object.fromEntries(changed.map((key) => [key, columns[key]]))
  asked.write(sql.change(row.mc, row.id, to))
  asked.write(
    sql.noteChange({
      mc: row.mc,
      id: asked.newId(),
      prior_auth_id: row.id,
      at,
      by_id: person.id,
      by_name: person.name,
      reason,
      before: pick(from),
      after: pick(to),
    }),
  )
  if (row.authorization_id !== null) {
    const line = {
      mc: row.mc,
      authorizationId: row.authorization_id,
      now: at,
      actor: { type: 'user' as const, id: person.id, name: person.name },
      from: row.auth_status,
      to: row.auth_status,
    }
    asked.write(
      rows.insertEvents([
        ...changed.map((key) =>
          event(line, 190, { field: words[key]!, old: shown(key, from[key]), new: shown(key, to[key]) }),
        ),
        ...more,
      ]),
    )
  }
  asked.note({
    claims: [row.stratus_claim_id],
    type: 'prior_auth',
    id: row.id,
    detail: { before: pick(from), after: pick(to), ...(reason && { reason }) },
  })
  asked.bell('authorizations')
  return toLine({ ...row, ...to, standing: to.status_id, version: row.version + 1 })
}

/** The pharmacies that were told "approved" and have not filled yet are told that it is no longer so (T22). */
function takeBackWord(asked: Asked<Calls['end']>, row: sql.HeldPermission): EventRow[] {
  if (row.kind !== 'PERMIT' || !row.waiting || row.authorization_id === null || !row.pharmacy_nabp_of_request) return []
  const at = asked.now.toISOString()
  const callback: CallbackRow = {
    mc: row.mc,
    id: asked.newId(),
    authorization_id: row.authorization_id,
    pharmacy_nabp: row.pharmacy_nabp_of_request,
    status_id: 1,
    outcome: 'NOT_COVERED_THIS_FILL',
    start_date: null,
    end_date: null,
    one_time: false,
    attempts: 0,
    created_at: at,
    sent_at: null,
    acknowledged_at: null,
    last_error: null,
  }
  const outbox = [
    leaving({
      mc: row.mc,
      id: asked.newId(),
      topic: 'pharmacy.callback',
      payload: { callbackId: callback.id, authorizationId: row.authorization_id },
      now: at,
      authorizationId: row.authorization_id,
    }),
  ]
  const also = followers(row.merged, { callback, outbox }, asked.newId)
  asked.write(closeCallbacks(row.mc, row.authorization_id))
  for (const one of [callback, ...also.callbacks]) asked.write(rows.insertCallback(one))
  asked.write(insertOutbox([...outbox, ...also.outbox]))
  const { mc, authorization_id: authorizationId, auth_status: stays } = row
  return [event({ mc, authorizationId, now: at, actor: engine, from: stays, to: stays }, 300, {}), ...also.events]
}

/** C033: ends a permission or block, moves its last day, or renews it when its window is over. */
export async function end(asked: Asked<Calls['end']>): Promise<Answer> {
  const { input, now } = asked
  const at = now.toISOString()
  if (input.terminate !== true && input.authorizationExpirationDate === undefined)
    refuse({
      code: 'VALIDATION',
      field: 'authorizationExpirationDate',
      message: 'Give a new last day, or say that it ends.',
    })
  const { person, row, permission, settings } = await held(asked, input.priorAuthOverrideRef)
  const reason = input.reason ?? ''
  const columns = columnsOf(row)

  if (input.terminate) {
    refuse(whyNotEnd(person, permission) as Why | undefined)
    if (reason === '') refuse({ code: 'REASON_REQUIRED', field: 'reason', message: 'Say why it ends.' })
    const lines = takeBackWord(asked, row)
    const last = row.start_date > row.today ? row.start_date : row.end_date < row.today ? row.end_date : row.today
    const line = write(
      asked,
      person,
      row,
      {
        ...columns,
        status_id: row.kind === 'BLOCK' ? 8 : 6,
        end_date: last,
        terminated_by: person.name,
        terminated_reason: reason,
      },
      reason,
      lines,
    )
    return {
      success: true,
      priorAuth: line,
      warnings: lines.length > 0 ? ['The pharmacy is told that the drug is no longer covered.'] : [],
    }
  }

  const endDate = input.authorizationExpirationDate!
  const action = row.kind === 'BLOCK' ? ('reject' as const) : ('approve' as const)
  const authorization = judged(row)
  const move = moveOf(permission, endDate)
  const startDate = move === 'renewed' ? renewalStart(row.end_date, row.today) : row.start_date
  const limit = datesAllowed(person, { authorization, action, now: at, settings, startDate })
  refuse(whyNotMoveEnd(person, permission, endDate, limit, { today: row.today, now: at }) as Why | undefined)
  const doubled = doubledBy(row.others, {
    kind: row.kind,
    gpiPrefix: row.gpi_prefix,
    brandFlag: row.brand_flag,
    startDate,
    endDate,
  })
  if (move !== 'shorter' && doubled.length > 0)
    refuse({
      code: 'DUPLICATE',
      field: 'authorizationExpirationDate',
      message: 'Another prior authorization covers part of this time.',
      current: { existingPriorAuths: doubled },
    })
  if (move !== 'renewed') {
    if (move === 'shorter' && reason === '')
      refuse({ code: 'REASON_REQUIRED', field: 'reason', message: 'Say why it ends earlier.' })
    return {
      success: true,
      priorAuth: write(asked, person, row, { ...columns, end_date: endDate }, reason),
      warnings: [],
    }
  }

  // An expired one stays what it was; a new one takes its place, with its limits and none of its fills used.
  const id = asked.newId()
  const renewed: PriorAuthRow = {
    ...columns,
    mc: row.mc,
    sub_carrier: row.sub_carrier,
    stratus_claim_id: row.stratus_claim_id,
    authorization_id: row.authorization_id,
    kind: row.kind,
    drug_name: row.drug_name,
    rx_number: row.rx_number,
    override_all: row.override_all,
    id,
    override_ref: `PA${digits(id, 10)}`,
    status_id: row.kind === 'BLOCK' ? 7 : startDate > row.today ? 2 : 3,
    start_date: startDate,
    end_date: endDate,
    fills_used: 0,
    supersedes_id: row.id,
    terminated_by: null,
    terminated_reason: null,
    created_source: 'PORTAL',
    created_at: at,
    created_by_name: person.name,
    version: 1,
  }
  asked.write(sql.change(row.mc, row.id, columns))
  asked.write(rows.insertPriorAuth(renewed))
  asked.write(
    sql.noteChange({
      mc: row.mc,
      id: asked.newId(),
      prior_auth_id: id,
      at,
      by_id: person.id,
      by_name: person.name,
      reason,
      before: { override_ref: row.override_ref, end_date: row.end_date },
      after: { override_ref: renewed.override_ref, start_date: startDate, end_date: endDate },
    }),
  )
  if (row.authorization_id !== null)
    asked.write(
      rows.insertEvents([
        event(
          {
            mc: row.mc,
            authorizationId: row.authorization_id,
            now: at,
            actor: { type: 'user', id: person.id, name: person.name },
            from: row.auth_status,
            to: row.auth_status,
          },
          190,
          { field: 'end', old: row.end_date, new: `${endDate} (${renewed.override_ref})` },
        ),
      ]),
    )
  asked.note({
    claims: [row.stratus_claim_id],
    type: 'prior_auth',
    id,
    detail: { renews: row.id, startDate, endDate, ...(reason && { reason }) },
  })
  asked.bell('authorizations')
  return {
    success: true,
    priorAuth: toLine({ ...row, ...renewed, standing: renewed.status_id, fills: [] }),
    warnings: [`${row.override_ref} had expired: ${renewed.override_ref} continues it.`],
  }
}

const tierOf = (classes: readonly string[]): 'A' | 'R' | 'O' | null =>
  classes.length === 0 ? null : classes.includes('O') ? 'O' : classes.some((one) => one !== 'A') ? 'R' : 'A'
const stricter = (a: 'A' | 'R' | 'O' | null, b: 'A' | 'R' | 'O' | null): 'A' | 'R' | 'O' | null =>
  [a, b].includes('O') ? 'O' : [a, b].includes('R') ? 'R' : (a ?? b)

/** C032 with a reference: another window, level, limit or set of codes for a permission or block in force. */
export async function amend(asked: Asked<Calls['save']>): Promise<Answer> {
  const { input, now } = asked
  const at = now.toISOString()
  const { person, row, permission, settings } = await held(asked, input.priorAuthOverrideRef!)
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
    refuse({ code: 'RULE', field: other, message: 'Another drug, claim or kind is another prior authorization.' })
  const level = input.drugLevel ?? row.level
  if (level !== row.level && (level === 11 || level > row.gpi_prefix.length))
    refuse({
      code: 'RULE',
      field: 'drugLevel',
      message: 'A narrower level is another prior authorization: end this one and create it.',
    })
  const to: sql.Changes = {
    ...columnsOf(row),
    level,
    gpi_prefix: level === row.level ? row.gpi_prefix : row.gpi_prefix.slice(0, level),
    ndc: level === 11 ? row.ndc : null,
    brand_flag: input.brandFlag ?? row.brand_flag,
    start_date: input.startDate ?? row.start_date,
    end_date: input.authorizationExpirationDate ?? row.end_date,
    one_time: input.oneTimeFill ?? row.one_time,
    max_fills: input.oneTimeFill ? 1 : input.paMaxFill === undefined ? row.max_fills : input.paMaxFill,
    max_qty_per_fill: input.maxQty === undefined ? row.max_qty_per_fill : input.maxQty,
    max_days_per_fill: input.maxDays === undefined ? row.max_days_per_fill : input.maxDays,
    max_cost_per_fill: input.maxCost === undefined ? row.max_cost_per_fill : input.maxCost,
    pharmacy_nabp: input.pharmacyNabp === undefined ? row.pharmacy_nabp : input.pharmacyNabp,
    prescriber_npi: input.prescriberNpi === undefined ? row.prescriber_npi : input.prescriberNpi,
    codes_cleared: row.kind === 'BLOCK' ? row.codes_cleared : (input.codes ?? row.codes_cleared),
    reason_id: input.reasonId ?? row.reason_id,
    reason_desc: input.priorauthReasonDesc?.trim() || row.reason_desc,
  }
  const after: Permission = {
    ...permission,
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
  refuse(whyNotAmend(person, permission, after, { today: row.today, now: at }) as Why | undefined)

  const added =
    row.kind === 'BLOCK'
      ? { rejects: [] }
      : asRejects(
          to.codes_cleared.filter((code) => !row.codes_cleared.includes(code)),
          [],
        )
  if (added.why) return refuse(added.why as Why) as never
  const authorization = judged(row, added.rejects)
  const movesWindow = to.start_date !== row.start_date || to.end_date > row.end_date
  if (movesWindow) {
    const limit = datesAllowed(person, {
      authorization: judged(row),
      action: row.kind === 'BLOCK' ? 'reject' : 'approve',
      now: at,
      settings,
      startDate: to.start_date,
    })
    if (to.end_date > limit.maxEnd)
      refuse({
        code: 'DATES_NOT_ALLOWED',
        field: 'authorizationExpirationDate',
        message:
          `The end date must be ${limit.maxEnd.slice(5, 7)}/${limit.maxEnd.slice(8, 10)}/${limit.maxEnd.slice(0, 4)} or earlier. ${limit.reason}`.trim(),
      })
  }
  // What is asked anew is judged as a new approval or denial would be; what stands already was judged when it was given.
  const anew =
    row.kind === 'BLOCK'
      ? whyNotReject(
          person,
          authorization,
          {
            ...(input.startDate !== undefined && { startDate: input.startDate }),
            ...(movesWindow && { endDate: to.end_date }),
            drugLevel: level,
            ...(row.codes_cleared.length > 0 && { rejectCodes: row.codes_cleared }),
            priorauthReasonDesc: to.reason_desc,
            reasonId: input.reasonId,
            note: input.note,
          },
          at,
          settings,
        )
      : whyNotApprove(
          person,
          authorization,
          {
            ...(input.startDate !== undefined && { startDate: input.startDate }),
            ...(movesWindow && { endDate: to.end_date }),
            ...(input.oneTimeFill !== undefined && { oneTimeFill: input.oneTimeFill }),
            ...(level !== row.level && { drugLevel: level }),
            ...(input.paMaxFill != null && { paMaxFill: input.paMaxFill }),
            rejects: added.rejects.map(({ rejectCode: code }) => ({ rejectCode: code, override: true })),
            safetyRejectEnabled: input.safetyRejectEnabled,
            safetyAck: input.safetyAck,
            priorauthReasonDesc: to.reason_desc,
            note: input.note,
          },
          at,
          settings,
        )
  const asksMore =
    movesWindow ||
    level !== row.level ||
    added.rejects.length > 0 ||
    input.paMaxFill != null ||
    input.oneTimeFill === false
  if (asksMore) refuse(anew as Why | undefined)

  const safety = added.rejects.filter((one) => one.safety)
  to.safety_included = row.safety_included || safety.length > 0
  to.safety_tier = stricter(row.safety_tier, tierOf(safety.map((one) => one.overridableBy)))
  to.status_id = row.kind === 'BLOCK' || row.standing === 1 ? row.standing : to.start_date > row.today ? 2 : 3
  const doubled = doubledBy(row.others, {
    kind: row.kind,
    gpiPrefix: to.gpi_prefix,
    brandFlag: to.brand_flag,
    startDate: to.start_date,
    endDate: to.end_date,
  })
  if (doubled.length > 0 && !input.supersede)
    refuse({
      code: 'DUPLICATE',
      field: 'supersede',
      message: 'Another prior authorization covers part of this. Replace it, or choose other dates.',
      current: { existingPriorAuths: doubled },
    })
  if (doubled.length > 0)
    asked.write(
      endPriorAuths(
        row.mc,
        doubled.map((one) => one.id),
        person.name,
        `Replaced by ${row.override_ref}`,
      ),
    )
  return { success: true, priorAuth: write(asked, person, row, to, input.note?.slice(0, 250) ?? ''), warnings: [] }
}
