import { adjudicate, considerations, recommend } from '#features/adjudication/rules.ts'
import type { SnapshotRow } from '#features/snapshots/sql.ts'
import { isBill } from '#features/deadlines/which-pack.ts'
import { whyNotMove } from '#features/decision-rights/moves.ts'
import { nextLevel } from '#features/decision-rights/reconsider-until.ts'
import type { AuthorizationRow } from '#features/authorizations/rows.ts'
import { isOpen } from '#features/authorizations/statuses.ts'
import { actorOf } from '#features/authorizations/rows.ts'
import {
  claimRequestOf,
  draftRow,
  examinedColumns,
  ownerRows,
  sentColumns,
  type Examined,
} from '#features/new-authorization/prepare.ts'
import { doubled, whyNotCovered, whyNotPrepare, whyNotReconsider } from '#features/new-authorization/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import { dateIn, iso } from './calendar.ts'
import { keysOf, snapshotOf } from './counter.ts'
import { requestId } from './numbers.ts'
import { knownOf } from './submissions.ts'
import type { Open, Tale } from './tale.ts'
import { log } from './tale.ts'
import { factsOf } from './verdicts.ts'

// A denial is looked at again (T23): drafted and sent in the portal by somebody who may ask.

const minute = 60_000

/** Hours and days count as in the office: nobody opens one at night or while away. */
const here = (tale: Tale, mc: string, id: string, ms: number): boolean =>
  !tale.setting.awayFrom(mc, id).some((leave) => leave.startMs <= ms && leave.endMs > ms)

const personsOf = (tale: Tale, open: Open, ids: readonly (string | null)[]): Person[] =>
  [...new Set(ids.filter((id): id is string => id !== null))].map((id) => tale.setting.person(id, open.row.mc))

/**
 * Who may decide a request, the nearest first: who has it, their supervisor, then any supervisor. A reconsideration of
 * level 2 is a pharmacist's, one of level 3 is decided outside and recorded by support (T24).
 */
export function decidersOf(tale: Tale, open: Open): Person[] {
  const { setting } = tale
  const { mc, owner_id: owner, reconsideration_level: level } = open.row
  if (level === 2) return personsOf(tale, open, setting.withRole(mc, 'clinical_pharmacist'))
  if (level === 3) return personsOf(tale, open, setting.withRole(mc, 'pbm_support'))
  const ids = [owner, owner === null ? null : setting.supervisorOf(mc, owner), ...setting.withRole(mc, 'supervisor')]
  return personsOf(tale, open, ids)
}

/** Opens the next reconsideration of a denial; null where the rules, the plan or the time to ask for it do not allow one. */
export function reconsider(tale: Tale, denied: Open, ms: number): Open | null {
  const { setting, ledger } = tale
  const { row: before, claim } = denied
  const { mc } = before
  const now = iso(ms)
  const settings = setting.decisionSettings(mc)
  const level = nextLevel({
    jurisState: before.juris_state,
    channelType: before.claim_channel_type,
    level: before.reconsideration_level,
  })
  const asker = personsOf(tale, denied, [
    claim.row.owner_id,
    before.owner_id,
    ...setting.withRole(mc, 'supervisor'),
  ]).find(
    (person) =>
      here(tale, mc, person.id, ms) &&
      !whyNotMove(person, factsOf(tale, denied, person), 'reconsider', now, settings) &&
      !whyNotPrepare(person, { createAllowed: true, mc }),
  )
  const drug = setting.drugs.get(before.ndc)
  if (!asker || !drug || before.compound_code === 2) return null

  const today = dateIn(ms, asker.timeZone)
  const examine = (at: string): Examined => {
    const request = claimRequestOf({
      channel: isBill(before.claim_channel_type) ? before.claim_channel_type : 12,
      deliveryType: before.delivery_type_id,
      ndc: before.ndc,
      quantity: before.quantity,
      daysSupply: before.days_supply,
      dateOfService: today,
      pharmacyNabp: before.pharmacy_nabp,
      prescriberNpi: before.prescriber_npi,
      rxNumber: before.rx_number,
      refillsAuthorised: before.refills_authorised,
    })
    const snapshot = snapshotOf(claim, request, knownOf(tale, claim), setting, at)
    const adjudication = adjudicate(request, snapshot, { mode: 'BUILD' })
    return {
      request,
      adjudication,
      considerations: considerations(adjudication, request, snapshot),
      recommendation: recommend(adjudication, request, snapshot),
      drug,
    }
  }
  const drafted = examine(now)
  const { rejects, facts } = drafted.adjudication
  if (rejects.length === 0 || whyNotCovered(rejects, facts.firstFill)) return null
  const others = tale.requests
    .filter((one) => one.claim === claim && isOpen(one.row.status_id))
    .map(({ row }) => ({ id: row.id, gpi: row.gpi, originalAuthId: row.original_auth_id }))
  if (doubled({ id: '', gpi: drug.gpi, originalAuthId: before.id }, others)) return null

  const pool = decidersOf(tale, { ...denied, row: { ...before, reconsideration_level: level } })
  const owner =
    (level === 3 ? [asker] : pool).find(
      (person) => person.id !== before.completed_by && here(tale, mc, person.id, ms),
    ) ?? null
  if (!owner || whyNotReconsider({ reconsiderationLevel: level, originalDeciderId: before.completed_by }, [owner.id]))
    return null

  // Prepared now, looked through, and sent some minutes later; what counts is what the engine says then.
  const id = requestId(tale, ms)
  const sentAt = ms + tale.random.int(3, 14) * minute
  const sent = iso(sentAt)
  const draft = draftRow({
    id,
    now,
    found: {
      keys: keysOf(claim, setting),
      claim: { jurisState: claim.row.juris_state },
      pharmacy: { name: setting.pharmacyName(before.pharmacy_nabp) },
    } as unknown as SnapshotRow,
    examined: drafted,
    makerId: asker.id,
    originCode: 12,
    lastPaid: before.last_paid_cost,
    reconsiderationLevel: level,
    originalAuthId: before.id,
  })
  const examined = examine(sent)
  const row: AuthorizationRow = {
    ...draft,
    ...examinedColumns(examined),
    ...sentColumns(draft, { ...draft, request_received_at: sent }, sent),
    status_id: 24,
    owner_id: owner.id,
    version: 2,
    updated_at: sent,
  }
  const owners = ownerRows(mc, id, [{ userId: owner.id }], asker.name, sent, true)
  const open: Open = {
    row,
    owners,
    claim,
    fill: denied.fill,
    request: examined.request,
    hold: null,
    callback: null,
    letters: [],
  }
  ledger.authorizations.push(row)
  ledger.owners.push(...owners)
  ledger.wishes.push({ mc, authorization_id: id, effective_date: today, expiration_date: null, drug_level: null })
  log(tale, open, ms, actorOf(asker), { from: null, to: null }, 110, { user: asker.name })
  log(tale, open, sentAt, actorOf(asker), { from: null, to: 24 }, 200, { n: level, who: asker.name })
  tale.requests.push(open)
  tale.references.set(id, row.reference_number)
  return open
}
