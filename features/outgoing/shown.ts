import { paidDay } from '#features/authorizations/decided.ts'
import type { CallbackOutcome } from '#features/callbacks/rules.ts'
import { outcomeNow, pharmacyText, type Said } from '#features/callbacks/said.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import type { Written } from '#features/decisions/rows.ts'
import { messagesTo, outsideOf } from '#features/delivery/outside.ts'
import type { NotifiedAuthorization } from '#features/delivery/sql.ts'
import { lettersOf, pagesFor } from '#features/letters/decided-letters.ts'
import type { DecidedRequest } from '#features/letters/decision-sql.ts'
import { recipients } from '#features/notifications/rules.ts'
import type { Letter } from '#platform/pdf/pdf-letter.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import type { Outgoing } from './contract.ts'
import type { PharmacyFound } from './sql.ts'

/** A decision that is planned, with the day its message says to bill, and the codes that would stop the claim then. */
type Planned = { request: Facts; written: Written; stops: readonly string[] | undefined; billedOn: string }

/** What the message to the pharmacy rests on, as it will be read once the decision is written (`saidOf` of `features/callbacks`). */
function saidOf(
  { request, written: { decision, priorAuth }, stops, billedOn }: Planned,
  of: { phone: string; unit: string; form: string },
): Said {
  const approves = decision.decision === 'APPROVE'
  const granted = priorAuth?.kind === 'PERMIT' ? priorAuth : undefined
  const block = priorAuth?.kind === 'BLOCK' ? priorAuth : undefined
  return {
    ...of,
    quantity: request.quantity,
    daysSupply: request.days_supply,
    fillDate: request.date_of_service,
    paidOn: stops ? paidDay(stops, billedOn) : null,
    maxQty: granted?.max_qty_per_fill ?? null,
    maxDays: granted?.max_days_per_fill ?? null,
    startDate: granted?.start_date ?? null,
    endDate: granted?.end_date ?? null,
    decision: decision.decision,
    isEnded: false,
    isPaid: false,
    pays: approves,
    reasonId: decision.reason_id,
    reason: decision.reason_desc,
    note: decision.note,
    block: block
      ? { until: block.end_date, thisRxOnly: block.rx_number !== null, brandOnly: block.brand_flag === 'B' }
      : null,
    instead: (decision.shown as { instead?: Said['instead'] }).instead ?? null,
    stops: stops ?? null,
  }
}

/** The pages of a letter as lines. */
const linesOf = ({ title, parts }: Letter): string =>
  [
    title,
    ...parts.map((part) =>
      part.kind === 'facts'
        ? part.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
        : part.kind === 'signature'
          ? part.words.join('\n')
          : part.text,
    ),
  ].join('\n\n')

/** Every message a decision sends outside, in the words it leaves with: to the pharmacy, the prescriber and the patient. */
export function outgoingOf(
  planned: Planned,
  found: {
    pharmacy: PharmacyFound
    decided: DecidedRequest
    notified: NotifiedAuthorization
  },
  at: { now: Date; origin: string },
): Outgoing[] {
  const { callback, decision } = planned.written
  const { name, merged, ...of } = found.pharmacy
  const said = saidOf(planned, of)
  const { instead = null } = decision.shown as { instead?: Said['instead'] }
  const { decided, notified } = found
  const all: Outgoing[] = [
    {
      to: 'PHARMACY',
      channel: 'PHARMACY',
      name,
      address: null,
      text: pharmacyText(callback.outcome as CallbackOutcome, said),
    },
    ...merged.map(({ name: other, rx, ...billed }): Outgoing => {
      const also = { ...said, ...billed, merged: { rx }, stops: null }
      const text = pharmacyText(outcomeNow(callback.outcome as CallbackOutcome, also), also)
      return { to: 'PHARMACY', channel: 'PHARMACY', name: other, address: null, text }
    }),
  ]
  const happening = decision.decision === 'APPROVE' ? 'approved' : 'rejected'
  const outside = outsideOf(happening, notified, {
    instead,
    blockedByAnother: planned.stops?.includes(ncpdp.BLOCKED) ?? false,
    origin: at.origin,
  })
  for (const { party, channel } of recipients(happening, outside.circumstances)) {
    if (party !== 'worker' && party !== 'prescriber') continue
    for (const { kind, address, recipient, body } of messagesTo(party, channel, notified, outside))
      all.push({
        to: party === 'worker' ? 'PATIENT' : 'PRESCRIBER',
        channel: kind,
        name: party === 'worker' ? decided.patient : recipient,
        address,
        text: body,
      })
  }
  const letters = lettersOf(decided, instead, at.now)
  if (letters?.toPrescriber) {
    const fax = decided.prescriber_fax
    all.push({
      to: 'PRESCRIBER',
      channel: fax ? 'FAX' : 'MAIL',
      name: decided.prescriber,
      address: fax ?? decided.prescriber_email,
      text: linesOf(pagesFor('prescriber', decided, letters)),
    })
  }
  if (letters?.toWorker)
    all.push({
      to: 'PATIENT',
      channel: 'POST',
      name: decided.patient,
      address: decided.address?.join(', ') ?? null,
      text: linesOf(pagesFor('worker', decided, letters)),
    })
  return all
}
