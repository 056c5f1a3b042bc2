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
import { lacksProduct, saidOf, whyNotSaid } from './clinic-line.ts'
import type { Changed, newAuthorization } from './contract.ts'
import { claimRequestOf, examine, examinedColumns } from './prepare.ts'
import { whyNotBillDay, whyNotChange, whyNotTogether, whyNotUpdate, whyNotWindow } from './rules.ts'
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
      message: `The price of this product changed on ${now}. Look at the request again.`,
      current: { awpEffectiveDate: now },
    })
}

/** Changes the medication of a draft or an open request and stores the engine's new answer. */
export async function change(
  asked: CallContext<Calls['saveMedication']> | CallContext<Calls['changeMedication']>,
  where: Sql,
): Promise<Changed> {
  const { input, db, now } = asked
  const at = now.toISOString()
  const [person, , held, found] = await Promise.all([
    asked.who(),
    db.all(lockClaim(sql.claimOfRequest(where))),
    db.one(sql.holdMade(where)),
    db.one(snapshotOfRequest(where, input)),
  ])
  asked.refuse(whyNotUpdate(person))
  if (!held || !found?.keys) return notFound()
  lapseFirst([held], at)
  asked.refuse(whyNotTogether(input, { ...held, productGpi: found.drug?.gpi }))
  const draft = held.status_id === status.DRAFT
  const settings = decisionSettings(held)
  const current = currentState(held)
  const bare = lacksProduct(held)
  const drug = bare ? null : found.drug
  const quantity = input.quantity ?? held.quantity
  const said = saidOf(held, quantity, held.pharmacy_nabp)
  asked.refuse(whyNotChange(person, held, drug?.gpi ?? held.gpi, settings))
  if (!bare && !drug)
    asked.refuse({ code: 'RULE', field: input.ndc === undefined ? 'gpi' : 'ndc', message: 'No product has this code.' })
  refuseStaleVersion(asked, { seen: input.version, current })
  asked.refuse(whyNotSaid(input, held, said))
  if (drug && input.genericOrbrand !== undefined && (input.genericOrbrand === 'G') !== (drug.brandFlag === 'G'))
    asked.refuse({
      code: 'VALIDATION',
      field: 'genericOrbrand',
      message: drug.brandFlag === 'G' ? 'This product is a generic.' : 'This product is a brand.',
    })
  refuseOldPrice(asked, input.awpEffectiveDate, drug?.awpEffectiveDate)

  const today = dateIn(now.getTime(), person.timeZone)
  const wanted = input.effectiveDate ?? held.wish?.effective_date ?? held.date_of_service
  const wish = {
    effective_date: wanted,
    expiration_date:
      input.authExpirationDate === undefined ? (held.wish?.expiration_date ?? null) : input.authExpirationDate,
    drug_level: input.drugLevel ?? held.wish?.drug_level ?? null,
  }
  asked.refuse(whyNotWindow({ effectiveDate: wanted, expirationDate: wish.expiration_date }, held.doi))
  if (draft && held.original_auth_id !== null) asked.refuse(whyNotBillDay(held, input.effectiveDate))
  const request = claimRequestOf({
    channel: held.claim_channel_type,
    deliveryType: held.delivery_type_id,
    ndc: drug?.ndc ?? '',
    quantity,
    daysSupply: input.daysSupply ?? held.days_supply,
    dateOfService:
      draft && input.effectiveDate !== undefined ? (wanted < today ? wanted : today) : held.date_of_service,
    pharmacyNabp: held.pharmacy_nabp,
    prescriberNpi: held.prescriber_npi,
    rxNumber: held.rx_number,
    fillNumber: held.fill_number,
    refillsAuthorised: held.refills_authorised,
    daw: held.daw,
    mixture: said,
  })
  const columns = examinedColumns(examine(request, { ...found, drug }, at, draft ? 'BUILD' : 'REVIEW'))
  asked.write(relook(held.mc, held.id, { ...columns, silence_approves: silenceApproves({ ...held, ...columns }) }))
  touch(asked, held, at)
  const wishes =
    held.wish !== null ||
    [input.effectiveDate, input.authExpirationDate, input.drugLevel].some((value) => value !== undefined)
  if (wishes) asked.write(sql.wish(held.mc, held.id, wish))
  const before = { ndc: held.ndc, quantity: held.quantity, daysSupply: held.days_supply, ...held.wish }
  const after = { ndc: columns.ndc, quantity: columns.quantity, daysSupply: columns.days_supply, ...(wishes && wish) }
  const line = draft && held.reconsideration_level > 0 ? null : held.status_id
  asked.write(
    insertEvents([
      event(
        {
          mc: held.mc,
          authorizationId: held.id,
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
  asked.note({ claims: [held.stratus_claim_id], type: 'rx_authorization', id: held.id, detail: { before, after } })
  if (!draft) asked.publishChange('authorizations')
  const row = { ...held, ...columns }
  return {
    success: true,
    authorizationId: held.id,
    version: held.version + 1,
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
