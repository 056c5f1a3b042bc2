import { usDate } from '#platform/dates/day.ts'
import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import { currentState } from '#features/authorizations/load.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { silenceApproves } from '#features/deadlines/which-pack.ts'
import { relook } from '#features/authorizations/clock-sql.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { lockClaim } from '#features/claims/lock-sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { touch } from '#features/authorizations/lifecycle.ts'
import { actorOf, event } from '#features/authorizations/rows.ts'
import { status } from '#features/authorizations/statuses.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import type { Refusing, CallContext } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import type { Sql } from '#platform/database/sql.ts'
import { toMedication, toRejectLines } from './answers.ts'
import { lacksProduct, saidOf, whyNotSaid } from '#features/snapshots/clinic-line.ts'
import type { Changed, newAuthorization } from './contract.ts'
import { claimRequestOf, examine, examinedColumns } from './prepare.ts'
import { whyNotChangeMedication } from '#features/decision-rights/medication.ts'
import { whyNotBillDay, whyNotTogether, whyNotUpdate, whyNotWindow } from './rules.ts'
import { snapshotOfRequest } from './snapshots.ts'
import * as sql from './sql.ts'

type Calls = typeof newAuthorization

/** Refused: the price changed since the caller saw it. */
export function refuseOldPrice(
  { refuse }: Refusing<'CONFLICT'>,
  seen: string | undefined,
  now: string | undefined,
): void {
  if (seen !== undefined && now !== undefined && seen !== now)
    refuse({
      code: 'CONFLICT',
      field: 'awpEffectiveDate',
      message: `The price of this product changed on ${usDate(now)}. Look at the request again.`,
      current: { awpEffectiveDate: now },
    })
}

/** Changes the medication of a draft or an open request and stores the engine's new answer. */
export async function change(
  context: CallContext<Calls['saveMedication']> | CallContext<Calls['changeMedication']>,
  where: Sql,
): Promise<Changed> {
  const { input, db, now } = context
  const at = now.toISOString()
  const [person, , facts, found] = await Promise.all([
    context.who(),
    db.all(lockClaim(sql.claimOfRequest(where))),
    db.one(sql.holdMade(where)),
    db.one(snapshotOfRequest(where, input)),
  ])
  context.refuse(whyNotUpdate(person))
  if (!facts || !found?.keys) return notFound()
  lapseFirst([facts], at)
  context.refuse(whyNotTogether(input, { ...facts, productGpi: found.drug?.gpi }))
  const draft = facts.status_id === status.DRAFT
  const settings = decisionSettings(facts)
  const current = currentState(facts)
  const bare = lacksProduct(facts)
  const drug = bare ? null : found.drug
  const quantity = input.quantity ?? facts.quantity
  const said = saidOf(facts, quantity, facts.pharmacy_nabp)
  context.refuse(whyNotChangeMedication(person, facts, drug?.gpi ?? facts.gpi, settings))
  if (!bare && !drug)
    context.refuse({
      code: 'RULE',
      field: input.ndc === undefined ? 'gpi' : 'ndc',
      message: 'No product has this code.',
    })
  refuseStaleVersion(context, { seen: input.version, current })
  context.refuse(whyNotSaid(input, facts, said))
  if (drug && input.genericOrbrand !== undefined && (input.genericOrbrand === 'G') !== (drug.brandFlag === 'G'))
    context.refuse({
      code: 'VALIDATION',
      field: 'genericOrbrand',
      message: drug.brandFlag === 'G' ? 'This product is a generic.' : 'This product is a brand.',
    })
  refuseOldPrice(context, input.awpEffectiveDate, drug?.awpEffectiveDate)

  const today = dateIn(now.getTime(), person.timeZone)
  const wanted = input.effectiveDate ?? facts.wish?.effective_date ?? facts.date_of_service
  const wish = {
    effective_date: wanted,
    expiration_date:
      input.authExpirationDate === undefined ? (facts.wish?.expiration_date ?? null) : input.authExpirationDate,
    drug_level: input.drugLevel ?? facts.wish?.drug_level ?? null,
  }
  context.refuse(whyNotWindow({ effectiveDate: wanted, expirationDate: wish.expiration_date }, facts.doi))
  if (draft && facts.original_auth_id !== null) context.refuse(whyNotBillDay(facts, input.effectiveDate))
  const request = claimRequestOf({
    channel: facts.claim_channel_type,
    deliveryType: facts.delivery_type_id,
    ndc: drug?.ndc ?? '',
    quantity,
    daysSupply: input.daysSupply ?? facts.days_supply,
    dateOfService:
      draft && input.effectiveDate !== undefined ? (wanted < today ? wanted : today) : facts.date_of_service,
    pharmacyNabp: facts.pharmacy_nabp,
    prescriberNpi: facts.prescriber_npi,
    rxNumber: facts.rx_number,
    fillNumber: facts.fill_number,
    refillsAuthorised: facts.refills_authorised,
    daw: facts.daw,
    mixture: said,
  })
  const columns = examinedColumns(examine(request, { ...found, drug }, at, draft ? 'BUILD' : 'REVIEW'))
  context.write(relook(facts.mc, facts.id, { ...columns, silence_approves: silenceApproves({ ...facts, ...columns }) }))
  touch(context, facts, at)
  const wishes =
    facts.wish !== null ||
    [input.effectiveDate, input.authExpirationDate, input.drugLevel].some((value) => value !== undefined)
  if (wishes) context.write(sql.wish(facts.mc, facts.id, wish))
  const before = { ndc: facts.ndc, quantity: facts.quantity, daysSupply: facts.days_supply, ...facts.wish }
  const after = { ndc: columns.ndc, quantity: columns.quantity, daysSupply: columns.days_supply, ...(wishes && wish) }
  const line = draft && facts.reconsideration_level > 0 ? null : facts.status_id
  context.write(
    insertEvents([
      event(
        {
          mc: facts.mc,
          authorizationId: facts.id,
          now: at,
          actor: actorOf(person),
          from: line,
          to: line,
        },
        eventCode.MEDICATION_CHANGED,
        { user: person.name, change: inWords(before, after) },
      ),
    ]),
  )
  context.note({ claims: [facts.stratus_claim_id], type: 'rx_authorization', id: facts.id, detail: { before, after } })
  if (!draft) context.publishChange('authorizations')
  const row = { ...facts, ...columns }
  return {
    success: true,
    authorizationId: facts.id,
    version: facts.version + 1,
    medication: toMedication(row, drug, wishes ? wish : null),
    rejects: toRejectLines(row, person, settings),
    estimatedCost: row.estimated_cost,
    mmeAfter: row.mme_after,
  }
}

const fieldWords: Record<string, string> = {
  ndc: 'product',
  quantity: 'quantity',
  daysSupply: 'days',
  effective_date: 'from',
  expiration_date: 'to',
  drug_level: 'level',
}
type Fields = Record<string, string | number | null>
/** "quantity 60 -> 90, days 30 -> 45" */
function inWords(before: Fields, after: Fields): string {
  const changed = Object.keys(fieldWords)
    .filter((key) => (before[key] ?? null) !== (after[key] ?? null))
    .map((key) => `${fieldWords[key]} ${String(before[key] ?? 'none')} -> ${String(after[key] ?? 'none')}`)
  return changed.length > 0 ? changed.join(', ') : 'looked at again'
}
