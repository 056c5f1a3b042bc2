import { usDate } from '#platform/dates/day.ts'
import type { AuthorizationRow } from '#features/authorizations/rows.ts'
import { carriers } from './carriers.ts'
import { callbackMoves } from '#features/callbacks/statuses.ts'
import { codesOf } from '#features/decisions/provenance.ts'
import { recordDecision } from './records.ts'
import type { Adjudication } from '#features/adjudication/answer.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { DrugFacts, PastFill, Snapshot } from '#features/adjudication/snapshot.ts'
import { billedWithoutPackage } from '#features/adjudication/product.ts'
import { adjudicate, considerations, recommend } from '#features/adjudication/rules.ts'
import { pharmacyReference, raise, raiseCleared, resubmitted, type Raise } from '#features/authorizations/raise.ts'
import { ownersFor } from '#features/owners/first-owners.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { changesInWords } from '#features/authorizations/resubmission.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { isOpen } from '#features/authorizations/statuses.ts'
import { words } from '#features/transactions/answer.ts'
import { record, type TransactionRow } from '#features/transactions/record.ts'
import { dateIn, iso } from './calendar.ts'
import type { Claim } from './claim-rows.ts'
import { lettersOnFile } from './letter-states.ts'
import { candidatesOf, keysOf, requestOf, snapshotOf, type Known } from './counter.ts'
import { newPriorAuthId, requestId, transactionNumbers } from './numbers.ts'
import { keepPriorAuth } from './prior-auths.ts'
import type { PlannedFill } from './prescriptions.ts'
import type { Hold, Open, Tale } from './tale.ts'
import { log } from './tale.ts'

/** Requests and traces are kept of the recent past only; older rows carry the figures. */
const traceDays = 45
const minute = 60_000

export type Submitted = { adjudication: Adjudication; row: TransactionRow; raised: Open | null; joined: Open | null }

const noLoad: ReadonlyMap<string, number> = new Map()

/** What the intake would read of a claim now. */
export const knownOf = (tale: Tale, claim: Claim): Known => ({
  history: tale.history,
  priorAuths: tale.priorAuths,
  references: tale.references,
  bypasses: tale.bypasses
    .filter((row) => row.stratus_claim_id === claim.row.id && row.status === 'ACTIVE')
    .map((row) => ({
      bypassId: row.id,
      scope: row.scope_prefix === '' ? ('ALL' as const) : ('DRUG' as const),
      gpiPrefix: row.scope_prefix === '' ? null : row.scope_prefix,
      startDate: row.start_date,
      endDate: row.end_date,
      maxFills: row.max_fills,
      fillsUsed: row.fills_used,
      maxCostPerFill: row.max_cost_per_fill,
      codes: row.codes,
      reason: row.reason,
    })),
  openRequests: tale.requests
    .filter((open) => open.claim === claim && isOpen(open.row.status_id))
    .map(({ row }) => ({
      authorizationId: row.id,
      referenceNumber: row.reference_number,
      gpi: row.gpi,
      rxNumber: row.rx_number,
      pharmacyNabp: row.pharmacy_nabp,
      dateOfService: row.date_of_service,
    })),
  decisions: tale.decisions,
  letters: lettersOnFile(tale, claim),
})

/** What the engine says to a fill now, with nothing written. */
export function billed(
  tale: Tale,
  claim: Claim,
  fill: PlannedFill,
  now: string,
  mended: boolean,
): { request: ClaimRequest; snapshot: Snapshot; adjudication: Adjudication } {
  const { setting } = tale
  const request = requestOf(
    claim,
    fill,
    setting,
    setting.stream('counter', `${claim.serial} ${fill.rxNumber} ${fill.fillNumber}`),
    mended,
  )
  const snapshot = snapshotOf(claim, request, knownOf(tale, claim), setting, now)
  return { request, snapshot, adjudication: adjudicate(request, snapshot, { mode: 'LIVE' }) }
}

/** What a request follows the last submission in. */
const submittedOf = ({
  drug_name,
  strength,
  ndc,
  gpi,
  quantity,
  days_supply,
  daw,
  prescriber_npi,
  refills_authorised,
  estimated_cost,
  mme_current,
  mme_after,
  must_also_fix,
  shown,
}: Open['row']): Partial<Open['row']> => ({
  drug_name,
  strength,
  ndc,
  gpi,
  quantity,
  days_supply,
  daw,
  prescriber_npi,
  refills_authorised,
  estimated_cost,
  mme_current,
  mme_after,
  must_also_fix,
  shown,
})

/**
 * A pharmacy sends a fill: decided by the engine, recorded, and raised to a person where one must decide; the same
 * functions in the same order as the intake (features/transactions/handlers.ts), on rows in memory.
 */
export function submit(
  tale: Tale,
  claim: Claim,
  fill: PlannedFill,
  ms: number,
  mended: boolean,
  hold: Hold | null = null,
): Submitted {
  const { setting, random, ledger } = tale
  const now = iso(ms)
  const { request, snapshot, adjudication } = billed(tale, claim, fill, now, mended)
  const keys = keysOf(claim, setting)
  const { mc } = keys
  const pharmacyName = setting.pharmacyName(request.pharmacyNabp ?? '')
  const { id: transactionId, tcn, reference: ownReference } = transactionNumbers(tale, ms)
  const store = (authorizationId: string | null, reference: string | null): TransactionRow => {
    const row = record({
      keys,
      request,
      adjudication,
      drug: snapshot.drug,
      id: transactionId,
      tcn,
      referenceNumber: reference ?? ownReference,
      now,
      authorizationId,
      message: words(adjudication, reference).join(' / '),
      keepTrace: ms > setting.nowMs - traceDays * 1440 * minute,
    })
    ledger.transactions.push(row)
    remember(tale, row)
    return row
  }
  const facts = (id: string): Raise => {
    const lastPaid = lastPaidOf(tale, claim, snapshot.drug?.gpi)
    const candidates = candidatesOf(claim, setting, ms, noLoad, lastPaid, request.pharmacyNabp ?? '')
    return {
      id,
      transactionId,
      referenceNumber: pharmacyReference(id),
      now,
      keys,
      jurisState: claim.row.juris_state,
      request,
      adjudication,
      drug: snapshot.drug,
      pharmacyName,
      ...ownersFor(candidates, keys, now),
      considerations: considerations(adjudication, request, snapshot),
      recommendation: recommend(adjudication, request, snapshot),
      lastPaidCost: lastPaid,
    }
  }

  if (adjudication.outcome === 'P') {
    const cleared = adjudication.autoRule ?? adjudication.bypassUsed
    const row = store(null, null)
    if (cleared) {
      const id = requestId(tale, ms)
      const made = raiseCleared({
        ...facts(id),
        decisionId: random.id(ms),
        priorAuthId: newPriorAuthId(tale, ms),
        todayPaid: true,
      })
      ledger.authorizations.push(made.authorization)
      ledger.owners.push(...made.owners)
      ledger.events.push(...made.events)
      if (made.decision) {
        ledger.decisions.push(made.decision)
        recordDecision(tale, {
          row: made.authorization,
          kind: made.decision.decision,
          decision: made.decision,
          first: null,
          at: now,
          from: null,
          to: made.authorization.status_id,
          person: null,
          owners: [],
          codes: codesOf(made.decision),
        })
        tale.decisions.push({
          authorizationId: id,
          decision: made.decision.decision,
          decidedOn: dateIn(Date.parse(now), tale.setting.zone(made.authorization.mc)),
          gpi: made.authorization.gpi,
          reason: made.decision.reason_desc,
        })
      }
      if (made.priorAuth) {
        keepPriorAuth(tale, made.priorAuth)
        tale.references.set(id, made.authorization.reference_number)
      }
      row.authorization_id = id
      if (made.priorAuth) row.prior_auth_id = made.priorAuth.id
      const past = tale.history.at(-1)
      if (past?.transactionId === row.id) past.priorAuthId = row.prior_auth_id
      const bypass = tale.bypasses.find((one) => one.id === adjudication.bypassUsed?.bypassId)
      if (bypass) bypass.fills_used += 1
    }
    if (adjudication.priorAuthUsed) consume(tale, adjudication.priorAuthUsed.priorAuthId, fill.date, ms, pharmacyName)
    return { adjudication, row, raised: null, joined: null }
  }

  const { pending } = adjudication
  if (pending.verdict === 'JOIN') {
    const open = tale.requests.find((one) => one.row.id === pending.authorizationId)!
    const row = store(open.row.id, open.row.reference_number)
    const asked = raise(facts(open.row.id)).authorization
    const change = changesInWords(open.row, asked)
    const attempt = open.row.resubmission_count + 1
    Object.assign(open.row, {
      resubmission_count: attempt,
      last_transaction_id: transactionId,
      last_submitted_at: now,
      pharmacy_waiting: true,
      rejects: adjudication.rejects,
      reject_codes: adjudication.codes,
      version: open.row.version + 1,
      updated_at: now,
      snoozed_until: null,
      ...(change !== undefined && submittedOf(asked)),
    })
    if (change !== undefined) Object.assign(open, { fill, request })
    ledger.events.push(
      resubmitted({
        mc,
        authorizationId: open.row.id,
        now,
        attempt: attempt + 1,
        pharmacyName,
        statusId: open.row.status_id,
      }),
      ...(change === undefined
        ? []
        : [
            event(
              {
                mc,
                authorizationId: open.row.id,
                now,
                actor: { type: 'pharmacy', id: null, name: pharmacyName },
                from: open.row.status_id,
                to: open.row.status_id,
              },
              eventCode.MEDICATION_CHANGED,
              { user: pharmacyName, change },
            ),
          ]),
    )
    return { adjudication, row, raised: null, joined: open }
  }
  if (pending.verdict === 'RAISE') {
    const id = requestId(tale, ms)
    const made = raise(facts(id))
    made.authorization.passthru = ownFields(made.authorization)
    const row = store(id, made.authorization.reference_number)
    ledger.authorizations.push(made.authorization)
    ledger.owners.push(...made.owners)
    ledger.events.push(...made.events)
    const open: Open = {
      row: made.authorization,
      owners: made.owners,
      claim,
      fill,
      request,
      hold,
      callback: null,
      letters: [],
    }
    tale.requests.push(open)
    tale.references.set(id, made.authorization.reference_number)
    return { adjudication, row, raised: open, joined: null }
  }
  return { adjudication, row: store(null, pending.referenceNumber), raised: null, joined: null }
}

const offices = ['Tampa', 'Sacramento', 'Albany', 'Denver'] as const

/** Values of the fields a carrier named for itself: of a claim always the same. */
function ownFields({
  mc,
  stratus_claim_id: claim,
}: Pick<AuthorizationRow, 'mc' | 'stratus_claim_id'>): Record<string, string> {
  const labels = carriers.find((one) => one.mc === mc)?.settings['passthruLabels']
  if (labels === undefined) return {}
  const digits = Number.parseInt(claim.replaceAll('-', '').slice(-8), 16)
  return {
    field1: offices[digits % offices.length]!,
    field2: `NWP-${String(digits % 1_000_000).padStart(6, '0')}`,
    field3: String(4000 + (digits % 60)),
  }
}

/** The intake's history: what has no package on file stands there as it was billed. */
function remember(tale: Tale, row: TransactionRow): void {
  tale.rows.set(row.id, row)
  const billed = { ndc: row.ndc, gpi: row.gpi, name: row.drug_name, dea: row.dea_schedule as DrugFacts['dea'] }
  tale.history.push({
    transactionId: row.id,
    claimId: row.stratus_claim_id,
    status: row.status,
    fillDate: row.fill_date,
    quantity: row.quantity,
    daysSupply: row.days_supply,
    rxNumber: row.rx_number,
    fillNumber: row.fill_number,
    pharmacyNabp: row.pharmacy_nabp,
    prescriberNpi: row.prescriber_npi,
    paidAmount: row.paid_amount ?? 0,
    priorAuthId: row.prior_auth_id,
    drug: tale.setting.drugs.get(row.ndc) ?? billedWithoutPackage(billed),
    hcpcs: row.request?.hcpcs ?? null,
  })
}

function lastPaidOf(tale: Tale, claim: Claim, gpi: string | undefined): number | null {
  if (!gpi) return null
  const found = tale.history.findLast(
    (past) =>
      past.claimId === claim.row.id &&
      (past.status === 'P' || past.status === 'B') &&
      past.drug.gpi.slice(0, 10) === gpi.slice(0, 10),
  )
  return found ? found.paidAmount : null
}

/**
 * T31: a paid fill counts against the prior authorization it matched, needed or not; the callback that brought it is done.
 */
function consume(tale: Tale, priorAuthId: string, date: string, ms: number, pharmacy: string): void {
  const priorAuth = tale.priorAuths.find((one) => one.id === priorAuthId)!
  priorAuth.fills_used += 1
  priorAuth.version += 1
  const full = priorAuth.one_time || (priorAuth.max_fills !== null && priorAuth.fills_used >= priorAuth.max_fills)
  if (full) priorAuth.status_id = 4
  const open = tale.requests.find((one) => one.row.id === priorAuth.authorization_id)
  if (!open) return
  if (open.callback && callbackMoves.filled.from.some((from) => from === open.callback!.status_id)) {
    open.callback.status_id = 4
    open.callback.acknowledged_at ??= iso(ms)
  }
  open.row.pharmacy_waiting = false
  open.row.updated_at = iso(ms)
  const same = { from: open.row.status_id, to: open.row.status_id }
  const max = priorAuth.one_time ? 1 : (priorAuth.max_fills ?? 'any')
  log(tale, open, ms, engine, same, 191, { n: priorAuth.fills_used, max, date: usDate(date), pharmacy })
  if (priorAuth.fills_used === max) log(tale, open, ms, engine, same, 192, { result: 'used up' })
}

/** B2: the worker never came for it; the prior authorization has the fill back. */
export function reverse(tale: Tale, row: TransactionRow, ms: number): void {
  if (row.status !== 'P') return
  row.status = 'X'
  row.reversed_at = iso(ms)
  const past = tale.history.find((one: PastFill) => one.transactionId === row.id)
  if (past) past.status = 'X'
  const priorAuth = tale.priorAuths.find((one) => one.id === row.prior_auth_id)
  if (!priorAuth) return
  priorAuth.fills_used = Math.max(0, priorAuth.fills_used - 1)
  priorAuth.version += 1
  if (priorAuth.status_id === 4) priorAuth.status_id = 3
  if (priorAuth.authorization_id === null) return
  const actor = { type: 'pharmacy' as const, id: null, name: tale.setting.pharmacyName(row.pharmacy_nabp) }
  const open = { row: { mc: priorAuth.mc, id: priorAuth.authorization_id } } as Pick<Open, 'row'>
  log(tale, open, ms, actor, { from: null, to: null }, 190, { field: 'fill', old: row.fill_date, new: 'reversed' })
}
