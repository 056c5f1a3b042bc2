import { clock } from '#features/clock/contract.ts'
import { whyNotApprove, type ApprovalInput } from '#features/decisions/approval.ts'
import { planOf } from '#features/decisions/approval-plan.ts'
import { decision } from '#features/decisions/contract.ts'
import { editRules } from '#features/decisions/edit-rules.ts'
import { presetReason } from '#features/decisions/preset-reason.ts'
import { whyNotAssign } from '#features/decision-rights/assigning.ts'
import { whyNotSnooze } from '#features/decision-rights/snoozing.ts'
import { live } from '#features/decision-rights/who-decides.ts'
import { look } from '#features/authorizations/facts-sql.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { letters } from '#features/letters/contract.ts'
import { named, subject, type Subject } from '#features/letters/sql.ts'
import { whyNotAsk } from '#features/letters/rules.ts'
import { owners } from '#features/owners/contract.ts'
import { assignment, type Candidate } from '#features/owners/rules.ts'
import { decisionSettings } from '#features/permissions/decision-settings.ts'
import type { AnyCall, InputOf } from '#platform/calls/contract.ts'
import type { ChosenAct } from '#platform/calls/act-as.ts'
import { notFound, type RefusalCode, type Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Db } from '#platform/database/pools.ts'
import { sql as s } from '#platform/database/sql.ts'
import { whyNotTogether, type AnyBulkKind, type BulkKind } from './rules.ts'

type Item = {
  what: AnyBulkKind
  /** Of an undo: what is taken back, and who owned the request before. */
  undoes: BulkKind | null
  formerOwners: readonly string[] | null
  input: { userEmails?: string[]; hours?: number }
  authorizationId: string
  version: number
  now: string
}

/** The single act that an item of a bulk act stands for. Says why not where it is none. */
export async function singleActOf(item: Item, person: Person, db: Db): Promise<ChosenAct> {
  const { what, input, authorizationId: id, version, now } = item
  switch (what) {
    case 'ASSIGN':
      return toAct(owners.assign, { id, version, userEmails: input.userEmails! })
    case 'SNOOZE':
      return toAct(clock.snooze, { id, value: input.hours! })
    case 'LETTER':
      return letterTo(id, version, db)
    case 'APPROVE': {
      const request = await db.one(look(id))
      if (!request) return notFound()
      const { terms, why } = usualApproval(request, person, now)
      return why ? { why } : toAct(decision.approve, { id, version, ...terms })
    }
    case 'UNDO':
      return back(item, db)
  }
}

/** Takes one request back to what it was, where nobody changed it since. */
async function back({ undoes, formerOwners, authorizationId: id, version }: Item, db: Db): Promise<ChosenAct> {
  if (undoes === 'ASSIGN')
    return formerOwners && formerOwners.length > 0
      ? toAct(owners.assign, { id, version, userEmails: [...formerOwners] })
      : { why: { code: 'RULE', message: 'It had no case owner before, or one who cannot work on it any more.' } }
  const request = await db.one(look(id))
  if (!request) return notFound()
  if (request.version !== version) return { why: { code: 'CONFLICT' } }
  return undoes === 'SNOOZE' ? toAct(clock.unsnooze, { id }) : toAct(decision.undo, { id })
}

const toAct = <C extends AnyCall>(call: C, input: InputOf<C>): ChosenAct => ({
  call: call.name,
  input: input as Record<string, unknown>,
})

/** Asks the prescriber on file: by fax where the carrier faxes letters, else by e-mail. */
async function letterTo(authorizationId: string, version: number, db: Db): Promise<ChosenAct> {
  const found = await db.one(subject(s`a.id = ${authorizationId}`, named(undefined)))
  if (!found) return notFound()
  const { faxNumber, to, why } = wayOf(found)
  const about = { authorizationId, version }
  if (why) return { why }
  return faxNumber === undefined
    ? toAct(letters.email, { ...about, to: [to] })
    : toAct(letters.fax, { ...about, faxNumber })
}

type Way =
  | { faxNumber: string; to?: undefined; why?: undefined }
  | { to: string; faxNumber?: undefined; why?: undefined }
  | { why: Why<'RULE'>; faxNumber?: undefined; to?: undefined }
/** How a letter would reach the prescriber. */
function wayOf({ prescriber, auto_fax: faxes }: Subject): Way {
  const { fax, email } = prescriber ?? { fax: null, email: null }
  if (faxes && fax !== null) return { faxNumber: fax }
  if (email !== null) return { to: email }
  return { why: { code: 'RULE', message: 'The directory has no fax number and no e-mail address of this prescriber.' } }
}

/** The terms an approval has when nobody chooses others: those the form begins with. Says why not where a person has to choose. */
function usualApproval(
  request: Facts,
  person: Person,
  now: string,
):
  | { terms: Pick<ApprovalInput, 'maxQty' | 'maxDays' | 'paMaxFill'>; why?: undefined }
  | { terms?: undefined; why: Why<'RULE'> } {
  const settings = decisionSettings(request)
  const plan = planOf(person, request, {}, null, now, settings)
  const why = whyNotTogether({
    uncleared: live(request),
    halfway: request.first_approval !== null,
    waits: plan.outcome?.dualControl ?? false,
    left: plan.outcome?.waitsFor ?? [],
    reason: presetReason(request)?.reason ?? '',
  })
  if (why) return { why }
  const { fields } = editRules(person, { authorization: request, action: 'approve', now, settings })
  const { visible, min, max, default: usual } = fields.paMaxFill
  const left = request.refills_authorised - request.fill_number + 1
  const terms = {
    maxQty: request.quantity,
    maxDays: request.days_supply,
    ...(visible && !fields.oneTimeFill.default && { paMaxFill: usual ?? Math.min(max, Math.max(min, left)) }),
  }
  return plan.why ? { why: { ...plan.why, code: 'RULE' } } : { terms }
}

type Foreseen = {
  what: BulkKind
  hours: number
  emails: readonly string[]
  /** Those the e-mail addresses name, and who works for them. */
  people: readonly Candidate[]
  now: string
}
/**
 * Why one request would be left by a bulk act that began now; nothing where nothing is known against it. The act asks all rules again.
 */
export function whyLeft(
  { what, hours, emails, people, now }: Foreseen,
  person: Person,
  request: Facts,
  letter: Subject | undefined,
): Why<RefusalCode> | undefined {
  const settings = decisionSettings(request)
  switch (what) {
    case 'ASSIGN':
      return (
        whyNotAssign(person, request, settings) ??
        assignment(emails, people, { mc: request.mc, subCarrier: request.sub_carrier }, now, person.timeZone).why
      )
    case 'SNOOZE':
      return whyNotSnooze(person, request, hours, now, request.snoozing)
    case 'LETTER': {
      const why = whyNotAsk(person, request, letter?.off ?? false, now, settings)
      if (why || !letter) return why
      if (letter.open_letter) return { code: 'DUPLICATE', message: 'A letter to the prescriber is open already.' }
      return wayOf(letter).why
    }
    case 'APPROVE': {
      const { terms, why } = usualApproval(request, person, now)
      return why ?? whyNotApprove(person, request, terms, now, settings)
    }
  }
}
