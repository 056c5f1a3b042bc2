import type { CallbackRow } from '#features/callbacks/rows.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import type { OutboxRow } from '#platform/jobs/outbox-row.ts'
import type { RecordRow } from './records.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { PastFill } from '#features/adjudication/snapshot.ts'
import type { SnapshotRow } from '#features/snapshots/sql.ts'
import type { AuthorizationRow, DecisionRow, EventRow, OwnerRow } from '#features/authorizations/rows.ts'
import { event, type Actor } from '#features/authorizations/rows.ts'
import type { DeterminationRow, ReferralRow } from '#features/determinations/sql.ts'
import type { EventCode, EventDetail } from '#features/authorizations/events.ts'
import type { LetterRow } from '#features/letters/letter-row.ts'
import type { TransactionRow } from '#features/transactions/record.ts'
import { iso } from './calendar.ts'
import type { Claim } from './claim-rows.ts'
import type { ContentRow, PaperRow } from './filed.ts'
import type { Counted } from './numbers.ts'
import type { PlannedFill } from './prescriptions.ts'
import type { Stream } from './prng.ts'
import type { Setting } from './setting.ts'

/** A row of `rph_recommendation`. */
export type RecommendationRow = {
  mc: string
  id: string
  authorization_id: string
  action: 'APPROVE' | 'REJECT' | 'APPROVE_MODIFIED' | 'P2P' | 'DEFER'
  modified: Record<string, unknown>
  rationale: string
  pharmacist: string
  pharmacist_id: string | null
  license: string | null
  at: string
  superseded: boolean
}

/** A row of `auth_bypass`. */
type BypassRow = {
  mc: string
  id: string
  sub_carrier: string
  stratus_claim_id: string
  scope_prefix: string
  reason: 'DISASTER' | 'TRANSITION_OF_CARE' | 'CATASTROPHIC_CLAIM' | 'SETTLEMENT_PENDING' | 'CARRIER_INSTRUCTION'
  codes: readonly string[]
  start_date: string
  end_date: string
  max_fills: number | null
  max_cost_per_fill: number | null
  fills_used: number
  status: 'ACTIVE' | 'ENDED' | 'REVOKED'
}

/** A row of `auth_bypass_event`. */
type BypassEventRow = {
  mc: string
  id: string
  bypass_id: string
  stratus_claim_id: string
  at: string
  action: 'SET' | 'ENDED'
  actor_id: string | null
  actor_name: string
  detail: string
}

/** A row of `outside_message`: mail, fax or text that was sent. */
export type OutsideRow = {
  mc: string
  id: string
  channel: 'MAIL' | 'FAX' | 'SMS'
  address: string
  recipient: string
  subject: string
  body: string
  authorization_id: string | null
  /** Of a text: what it was written for. */
  template: string | null
  created_at: string
  status: 'SENT'
  sent_at: string
}

/** A row of `pharmacy_message`: what the pharmacy's system received. */
type MessageRow = {
  mc: string
  id: string
  nabp: string
  at: string
  reference_number: string
  rx_number: string
  body: Record<string, unknown>
  taken_at: string | null
}

/** A row of `user_notification`. */
export type NoticeRow = {
  mc: string
  id: string
  user_id: string
  kind: string
  title: string
  authorization_id: string | null
  at: string
  read_at: string | null
}

/** A row of `authorization_wish`: what who asked in the portal wants to be approved. */
type WishRow = {
  mc: string
  authorization_id: string
  effective_date: string
  expiration_date: string | null
  drug_level: number | null
}

/** Everything the stories write. */
export type Ledger = {
  transactions: TransactionRow[]
  authorizations: AuthorizationRow[]
  wishes: WishRow[]
  owners: OwnerRow[]
  events: EventRow[]
  decisions: DecisionRow[]
  priorAuths: PriorAuthRow[]
  callbacks: CallbackRow[]
  outbox: OutboxRow[]
  recommendations: RecommendationRow[]
  bypasses: BypassRow[]
  bypassEvents: BypassEventRow[]
  outside: OutsideRow[]
  messages: MessageRow[]
  notices: NoticeRow[]
  letters: LetterRow[]
  documents: PaperRow[]
  contents: ContentRow[]
  records: RecordRow[]
  referrals: ReferralRow[]
  determinations: DeterminationRow[]
}

export const emptyLedger = (): Ledger => ({
  transactions: [],
  authorizations: [],
  wishes: [],
  owners: [],
  events: [],
  decisions: [],
  priorAuths: [],
  callbacks: [],
  outbox: [],
  recommendations: [],
  bypasses: [],
  bypassEvents: [],
  outside: [],
  messages: [],
  notices: [],
  letters: [],
  documents: [],
  contents: [],
  records: [],
  referrals: [],
  determinations: [],
})

/** How an open request is to look at the as-of instant; nobody decides it before. */
export type Hold = {
  /** What is done with it while it waits. */
  state: 'plain' | 'snoozed' | 'letter' | 'clinical' | 'review' | 'advised' | 'second'
  /** Advice of the pharmacist, for 'advised' and 'clinical'. */
  advice?: { action: RecommendationRow['action']; rationale: string }
  /** More people it belongs to. */
  coOwner?: string
}

/** A request in the making: its row, and what raised it. */
export type Open = {
  row: AuthorizationRow
  owners: OwnerRow[]
  claim: Claim
  fill: PlannedFill
  request: ClaimRequest
  hold: Hold | null
  callback: CallbackRow | null
  /** Letters asked of its prescriber. */
  letters: LetterRow[]
}

/** One person's story so far, and what is still to happen, earliest first. */
export type Tale = {
  setting: Setting
  random: Stream
  ledger: Ledger
  claims: readonly Claim[]
  history: PastFill[]
  /** The row of each fill of the history. */
  rows: Map<string, TransactionRow>
  requests: Open[]
  priorAuths: PriorAuthRow[]
  bypasses: BypassRow[]
  decisions: SnapshotRow['decisions']
  references: Map<string, string>
  /** What becomes of a claim that stops. */
  seeTo: (tale: Tale, open: Open, ms: number) => void
  /** Products a denial has put an end to, by claim. */
  stopped: Set<string>
  counted: Counted
  /** How often somebody came back after being turned away. */
  retries: number
  queue: { ms: number; order: number; act: (ms: number) => void }[]
  planned: number
}

/** Puts something on the calendar; what would come after the as-of instant does not happen. */
export function later(tale: Tale, ms: number, act: (ms: number) => void): void {
  if (ms >= tale.setting.nowMs) return
  const entry = { ms: Math.round(ms), order: (tale.planned += 1), act }
  const queue = tale.queue
  let at = queue.length
  while (at > 0 && queue[at - 1]!.ms > entry.ms) at -= 1
  queue.splice(at, 0, entry)
}

/** Lets what is on the calendar happen in order: everything, or what comes before an instant (ms). */
export function play(tale: Tale, until = Number.POSITIVE_INFINITY): void {
  while (tale.queue.length > 0 && tale.queue[0]!.ms < until) {
    const next = tale.queue.shift()!
    next.act(next.ms)
  }
}

/** Writes a line of a request's log. */
export function log<Code extends EventCode>(
  tale: Tale,
  open: Pick<Open, 'row'>,
  ms: number,
  actor: Actor,
  move: { from: number | null; to: number | null },
  code: Code,
  detail: EventDetail<Code>,
): void {
  const { mc, id } = open.row
  tale.ledger.events.push(event({ mc, authorizationId: id, now: iso(ms), actor, ...move }, code, detail))
}
