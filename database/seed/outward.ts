import { actorOf } from '#features/authorizations/rows.ts'
import { workerText, type Happening } from '#features/notifications/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import { iso } from './calendar.ts'
import { carriers } from './carriers.ts'
import type { Claim } from './claim-rows.ts'
import type { Open, OutsideRow, Tale } from './tale.ts'
import { log } from './tale.ts'

/** What was sent: kept as the gateways' log has it, sent a moment after it was written. */
function keep(
  tale: Tale,
  open: Open,
  ms: number,
  of: Pick<OutsideRow, 'channel' | 'address' | 'recipient' | 'subject' | 'body' | 'template'>,
): void {
  tale.ledger.outside.push({
    mc: open.row.mc,
    id: tale.random.id(ms),
    ...of,
    authorization_id: open.row.id,
    created_at: iso(ms),
    status: 'SENT',
    sent_at: iso(ms + 2_000),
  })
}

/** A text to a worker who has agreed to texts, in their language (features/delivery/jobs.ts). */
export function textWorker(tale: Tale, open: Open, claim: Claim, happening: Happening, ms: number): void {
  const { claimant } = claim
  if (claimant.sms_state !== 2 || claimant.mobile === null) return
  const { name: carrier, phone } = carriers.find(({ mc }) => mc === open.row.mc)!
  const body = workerText(happening, { language: claimant.language, phone, carrier } as Parameters<
    typeof workerText
  >[1])
  keep(tale, open, ms, {
    channel: 'SMS',
    address: claimant.mobile,
    recipient: 'the patient',
    subject: '',
    body,
    template: happening,
  })
}

/** A person writes to the claims examiner of a federal programme; no drug and no diagnosis in it. */
export function mailExaminer(tale: Tale, open: Open, claim: Claim, person: Person, message: string, ms: number): void {
  const { row } = open
  const { settings, name } = carriers.find(({ mc }) => mc === row.mc)!
  keep(tale, open, ms, {
    channel: 'MAIL',
    address: String(settings['dolExaminerMailbox']),
    recipient: 'the claims examiner',
    subject: `Request ${row.reference_number}`,
    body: [
      message,
      '',
      `Request ${row.reference_number}, claim ${claim.row.claim_number}.`,
      '',
      `${person.name}, ${name}`,
    ].join('\n'),
    template: null,
  })
  log(tale, open, ms, actorOf(person), { from: row.status_id, to: row.status_id }, 310, {
    way: 'E-mail',
    role: 'claims examiner',
    result: 'sent',
  })
}
