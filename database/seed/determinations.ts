import { addDays } from '#platform/dates/day.ts'
import { licenceWords } from '#features/permissions/license-words.ts'
import { needsReview } from '#features/decisions/denial.ts'
import { whyNotMove } from '#features/decision-rights/moves.ts'
import { whyNotRecord } from '#features/determinations/recording.ts'
import { loggedAs, type DeterminationInput } from '#features/determinations/saying.ts'
import type { DeterminationRow, ReferralRow } from '#features/determinations/sql.ts'
import { actorOf } from '#features/authorizations/rows.ts'
import type { Person } from '#platform/calls/person.ts'
import { iso } from './calendar.ts'
import { file } from './filed.ts'
import type { Frame } from './frame.ts'
import type { Stream } from './prng.ts'
import type { Open, Tale } from './tale.ts'
import { log } from './tale.ts'
import { factsOf, move } from './verdicts.ts'

const minute = 60_000

/** A request that waits on somebody's list, nothing done with it but its reminders; when its log ends so far (ms). */
type Waiting = { tale: Tale; open: Open; ms: number }

/** The next moment (ms) of a request: most of the way from the last line of its log to now. */
function next(one: Waiting, random: Stream): number {
  one.ms += Math.round((one.tale.setting.nowMs - minute - one.ms) * (0.7 + 0.25 * random.unit()))
  return one.ms
}

/** The referral a request is in review by, from an instant (ms) on. */
export function referral(tale: Tale, { row }: Open, by: { id: string; name: string }, ms: number, id: string): void {
  const sent: ReferralRow = {
    mc: row.mc,
    id,
    sub_carrier: row.sub_carrier,
    authorization_id: row.id,
    juris_state: row.juris_state,
    sent_at: iso(ms),
    sent_by: by.id,
    sent_by_name: by.name,
    due_at: row.statutory_due_at,
    closed_at: null,
    result: null,
    reviewer_id: null,
    reviewer_name: null,
    license: null,
    decision_id: null,
    review: null,
  }
  tale.ledger.referrals.push(sent)
}

/**
 * Reviews and orders (T16, T17): what waits for the reviewer, what came back, and what a board or a court said about
 * requests that are open. They are added to worklists that are written already, by numbers of their own, so that nothing else of
 * the world depends on them.
 */
export function determine({ setting, staff }: Frame, tales: readonly Tale[]): void {
  const random = setting.stream('determination', 'all')
  const lists = waiting(tales)
  const take = (fits: (one: Waiting) => boolean, last = false): Waiting | undefined => {
    const at = last ? lists.findLastIndex(fits) : lists.findIndex(fits)
    return at < 0 ? undefined : lists.splice(at, 1)[0]
  }
  const named = new Set(staff.filter((person) => person.what !== null).map((person) => person.id))
  const ofOthers = ({ open }: Waiting): boolean => !named.has(open.row.owner_id!)

  const reviewerId = setting.withRole('CSC', 'ur_reviewer')[0]
  if (reviewerId !== undefined) {
    const reviewer = setting.person(reviewerId, 'CSC')
    const reviewable = (one: Waiting): boolean =>
      one.open.row.mc === 'CSC' &&
      ofOthers(one) &&
      one.open.row.juris_state === 'CA' &&
      needsReview(factsOf(one.tale, one.open, reviewer))
    const [waits, returned, certified] = [take(reviewable), take(reviewable), take(reviewable)]
    if (waits) refer(waits, random)
    if (returned) giveBack(returned, reviewer, random)
    if (certified) bring(certified, reviewer, random, { kind: 'UR', authority: 'Evergreen Utilization Review' })
  }

  // The last of the list of who shows the portal: what is first there is on the scenario cards.
  const dana = staff.find((person) => person.username === 'dana.ruiz')!
  const sam = setting.person(staff.find((person) => person.username === 'sam.okafor')!.id, 'NWM')
  const hers = take(({ open }) => open.row.owner_id === dana.id && !open.row.rejects.some((one) => one.safety), true)
  if (hers) bring(hers, sam, random, { kind: 'BOARD', authority: 'Workers’ Compensation Board' }, true)
  const refused = take((one) => one.open.row.mc === 'NWM' && ofOthers(one), true)
  if (refused) bring(refused, sam, random, { kind: 'BOARD', authority: 'Workers’ Compensation Board', denied: true })
  const pacific = setting.withRole('PTA', 'supervisor')[0]
  const ordered = take((one) => one.open.row.mc === 'PTA' && ofOthers(one), true)
  if (ordered && pacific !== undefined)
    bring(ordered, setting.person(pacific, 'PTA'), random, { kind: 'COURT', authority: 'Superior Court', twice: true })
}

/** Requests on lists that nobody has touched, the first to be due first. */
function waiting(tales: readonly Tale[]): Waiting[] {
  const touched = new Map<string, number>()
  for (const tale of new Set(tales.map((one) => one.ledger)))
    for (const { authorization_id, at } of tale.events)
      touched.set(authorization_id, Math.max(touched.get(authorization_id) ?? 0, Date.parse(at)))
  return tales
    .flatMap((tale) => tale.requests.map((open) => ({ tale, open, ms: touched.get(open.row.id) ?? Infinity })))
    .filter(
      ({ tale, open: { row, hold, claim }, ms }) =>
        hold?.state === 'plain' &&
        claim.card === null &&
        row.status_id === 20 &&
        !row.escalated &&
        row.snoozed_until === null &&
        row.owner_id !== null &&
        row.reconsideration_level === 0 &&
        ms < tale.setting.nowMs - 10 * minute,
    )
    .toSorted((a, b) => (a.open.row.statutory_due_at < b.open.row.statutory_due_at ? -1 : 1))
}

/** T16: its owner sends it to review. */
function refer(one: Waiting, random: Stream): void {
  const { tale, open } = one
  const { setting } = tale
  const ms = next(one, random)
  const owner = setting.person(open.row.owner_id!, open.row.mc)
  const settings = setting.decisionSettings(open.row.mc)
  if (whyNotMove(owner, factsOf(tale, open, owner), 'ur', iso(ms), settings)) return
  log(tale, open, ms, actorOf(owner), { from: 20, to: 23 }, 165, {})
  move(open, 23, ms)
  referral(tale, open, owner, ms, random.id(ms))
}

/** T17: the reviewer has no question to decide and gives it back. */
function giveBack(one: Waiting, reviewer: Person, random: Stream): void {
  const { tale, open } = one
  refer(one, random)
  const ms = next(one, random)
  const sent = tale.ledger.referrals.at(-1)
  if (open.row.status_id !== 23 || !sent) return
  const license = licenceWords(reviewer.licenseStates)
  log(tale, open, ms, actorOf(reviewer), { from: 23, to: 20 }, 166, { result: 'returned', no: license })
  move(open, 20, ms)
  sent.closed_at = iso(ms)
  sent.result = 'RETURNED'
  sent.reviewer_id = reviewer.id
  sent.reviewer_name = reviewer.name
  sent.license = license
}

type Order = { kind: DeterminationRow['kind']; authority: string; denied?: true; twice?: true }

/** Writes an order down as the dialog does; `filed` keeps its paper, `twice` has it written down wrongly first. */
function bring(one: Waiting, by: Person, random: Stream, order: Order, filed = false): void {
  const { tale, open } = one
  const { setting } = tale
  const { row } = open
  const input: DeterminationInput = {
    kind: order.kind,
    determinedOn: addDays(setting.today, -random.int(2, 6)),
    result: order.denied ? 'DENIED' : 'MODIFIED',
    ...(!order.denied && {
      startDate: row.date_of_service,
      endDate: addDays(row.date_of_service, 89),
      oneTimeFill: false,
      drugLevel: 14,
      maxFills: 3,
    }),
  }
  if (whyNotRecord(by, factsOf(tale, open, by), input, iso(one.ms))) return
  const number = `${order.kind === 'UR' ? 'UR' : 'ADJ'} ${random.digits(7)}`
  const document = filed ? keepOrder(tale, open, random, next(one, random), order.authority, number) : null
  if (order.twice) {
    const typed = { ...input, endDate: input.startDate }
    withdraw(one, record(one, by, random, typed, order.authority, number, null), by, random)
  }
  record(one, by, random, input, order.authority, number, document)
}

/** A wrong entry is withdrawn, and stays. */
function withdraw(one: Waiting, wrong: DeterminationRow, by: Person, random: Stream): void {
  const ms = next(one, random)
  const reason = 'The last day was typed wrongly.'
  wrong.withdrawn_at = iso(ms)
  wrong.withdrawn_by = by.id
  wrong.withdrawn_by_name = by.name
  wrong.withdrawn_reason = reason
  const { result, authority } = loggedAs({ ...wrong, startDate: wrong.start_date, endDate: wrong.end_date })
  const { row } = one.open
  row.version += 1
  row.updated_at = iso(ms)
  log(one.tale, one.open, ms, actorOf(by), { from: row.status_id, to: row.status_id }, 168, {
    result,
    authority,
    reason,
  })
}

function record(
  one: Waiting,
  by: Person,
  random: Stream,
  input: DeterminationInput,
  authority: string,
  number: string,
  document: string | null,
): DeterminationRow {
  const { tale, open } = one
  const { row } = open
  const ms = next(one, random)
  const made: DeterminationRow = {
    mc: row.mc,
    id: random.id(ms),
    sub_carrier: row.sub_carrier,
    authorization_id: row.id,
    kind: input.kind,
    authority,
    number,
    determined_on: input.determinedOn,
    result: input.result,
    start_date: input.startDate ?? null,
    end_date: input.endDate ?? null,
    one_time: input.oneTimeFill ?? null,
    drug_level: input.drugLevel ?? null,
    max_fills: input.maxFills ?? null,
    max_qty: null,
    max_days: null,
    document_id: document,
    note: '',
    recorded_by: by.id,
    recorded_by_name: by.name,
    recorded_at: iso(ms),
    withdrawn_at: null,
    withdrawn_by: null,
    withdrawn_by_name: null,
    withdrawn_reason: null,
  }
  tale.ledger.determinations.push(made)
  row.version += 1
  row.updated_at = iso(ms)
  log(
    tale,
    open,
    ms,
    actorOf(by),
    { from: row.status_id, to: row.status_id },
    167,
    loggedAs({ ...made, startDate: made.start_date, endDate: made.end_date }),
  )
  return made
}

/** The order as it came in by post (document type 9). */
function keepOrder(tale: Tale, open: Open, random: Stream, ms: number, authority: string, number: string): string {
  const { row, claim } = open
  return file(tale, claim, {
    id: random.id(ms),
    authorization_id: row.id,
    type_id: 9,
    group_id: 1,
    file_name: `Order ${number}.pdf`,
    source: 'FILENET',
    ms,
    heading: 'Order',
    paragraphs: [
      `${authority}, ${number}`,
      `In the matter of ${claim.claimant.first_name} ${claim.claimant.last_name}, claim ${claim.row.claim_number}.`,
      `${row.drug_name} ${row.strength} is to be provided as set out in the stipulation of the parties.`,
    ],
  }).id
}
