import { usDate } from '#platform/dates/day.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import type { Assignable } from '#features/decision-rights/assigning.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { cleanRoles, hasRole } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import { whyNotMailExaminer } from '#features/decision-rights/mailing-examiner.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { mayDecide, mayUpdate } from '#features/permissions/rules.ts'
import type { DecisionFacts, RejectFacts } from '#features/authorizations/decision-facts.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotOverride } from '#features/decision-rights/override-matrix.ts'
import { whyNotDecide } from '#features/decision-rights/who-decides.ts'
import { awayNow, standIn, type Worker } from './routing.ts'

/** A user of the carrier whom work may be assigned to. */
export type Candidate = Worker & { email: string; roles: readonly string[]; subCarriers: readonly string[] | null }

const asPerson = ({ roles, subCarriers }: Pick<Candidate, 'roles' | 'subCarriers'>, mc: string): Person => ({
  id: '',
  username: '',
  name: '',
  mc,
  roles: cleanRoles(roles),
  subCarriers,
  licenseStates: [],
  approvalLimit: null,
  timeZone: 'UTC',
})

/** Decides requests, or the reviews of some; support and account managers without such a role own none. */
const mayOwn = (person: Person): boolean => mayDecide(person) || (mayUpdate(person) && hasRole(person, 'ur_reviewer'))

/** May work on requests of this sub-carrier: an active account, a role that decides, the sub-carrier in its scope. */
export const canWorkOn = (
  person: Pick<Candidate, 'active' | 'roles' | 'subCarriers'>,
  mc: string,
  subCarrier: string,
): boolean =>
  person.active &&
  mayOwn(asPerson(person, mc)) &&
  (person.subCarriers === null || person.subCarriers.includes(subCarrier))

export type Assignment = {
  /** The first owner decides first; delegates of absent owners follow. */
  owners: readonly Candidate[]
  warnings: readonly string[]
  /** Event 181 for each absent owner whose delegate was added. */
  rerouted: readonly { name: string; until: string }[]
}

const names = (people: readonly Candidate[]): string => people.map(({ name }) => name).join(', ')
/** The day a leave ends, in a zone. */
export const backOn = (until: string, zone: string): string => usDate(dateIn(Date.parse(until), zone))

/**
 * The owners these e-mails name, in order. All must be known here, active and in the group's scope; a delegate is added
 * for an absent one. `people` are the carrier's users that the e-mails and their leaves lead to.
 */
export function assignment(
  emails: readonly string[],
  people: readonly Candidate[],
  request: { mc: string; subCarrier: string },
  now: string,
  zone: string,
): { assignment: Assignment; why?: undefined } | { assignment?: undefined; why: Why<'RULE' | 'VALIDATION'> } {
  const wanted = [...new Set(emails.map((email) => email.trim().toLowerCase()))]
  const byEmail = new Map(people.map((person) => [person.email.toLowerCase(), person]))
  const unknown = wanted.filter((email) => !byEmail.has(email))
  if (unknown.length > 0)
    return { why: { code: 'VALIDATION', message: `Unknown e-mail: ${unknown.join(', ')}.`, field: 'userEmails' } }
  const requested = wanted.map((email) => byEmail.get(email)!)
  const inactive = requested.filter((person) => !person.active)
  if (inactive.length > 0)
    return {
      why: {
        code: 'RULE',
        message: `${names(inactive)} ${inactive.length > 1 ? 'are' : 'is'} not active.`,
        field: 'userEmails',
      },
    }
  const foreign = requested.filter((person) => !canWorkOn(person, request.mc, request.subCarrier))
  if (foreign.length > 0)
    return { why: { code: 'RULE', message: `${names(foreign)} cannot work on this group.`, field: 'userEmails' } }

  const able = new Map<string, Candidate>(
    people.filter((person) => canWorkOn(person, request.mc, request.subCarrier)).map((person) => [person.id, person]),
  )
  const owners: Candidate[] = []
  const warnings: string[] = []
  const rerouted: { name: string; until: string }[] = []
  const add = (person: Candidate) => void (owners.includes(person) || owners.push(person))
  for (const person of requested) {
    add(person)
    const leave = awayNow(person, now)
    if (!leave) continue
    const until = backOn(leave.endAt, zone)
    const delegate = standIn(person, able, now) as Candidate | undefined
    if (!delegate) warnings.push(`${person.name} is out of office until ${until} and has no available delegate.`)
    else {
      add(delegate)
      warnings.push(`${person.name} is out of office until ${until}. ${delegate.name} was added.`)
      rerouted.push({ name: person.name, until })
    }
  }
  return { assignment: { owners, warnings, rerouted } }
}

export type Rights = {
  email: string
  name: string
  roles: string[]
  canDecide: boolean
  canOverrideSafety: boolean
  outOfOffice: boolean
  reason: string | null
}

/** A safety code of the usual grade: one that any user with the right to clear safety codes may clear. */
const major: RejectFacts = {
  rejectCode: ncpdp.DRUG_SAFETY,
  class: 'DUR',
  safety: true,
  severity: 2,
  hardStop: false,
  overridableBy: 'R',
}

/**
 * What a user could clear on a request if they owned it; undefined when the e-mail is of no user here. Days are in the
 * caller's zone.
 */
export function rightsOn(
  email: string,
  chosen: (Candidate & { licenseStates: readonly string[]; approvalLimit: number | null }) | undefined,
  request: DecisionFacts & { mc: string },
  settings: DecisionSettings,
  now: string,
  zone: string,
): Rights {
  const none = { email, name: '', roles: [], canDecide: false, canOverrideSafety: false, outOfOffice: false }
  if (!chosen) return { ...none, reason: 'Nobody of this carrier has this e-mail address.' }
  const leave = awayNow(chosen, now)
  const known = { ...none, name: chosen.name, roles: cleanRoles(chosen.roles), outOfOffice: leave !== undefined }
  if (!chosen.active) return { ...known, reason: `${chosen.name} is not active.` }
  if (!canWorkOn(chosen, request.mc, request.sub_carrier))
    return { ...known, reason: `${chosen.name} cannot work on this group.` }
  const person: Person = {
    ...asPerson(chosen, request.mc),
    id: chosen.id,
    name: chosen.name,
    licenseStates: chosen.licenseStates,
    approvalLimit: chosen.approvalLimit,
  }
  const why = whyNotDecide(person, { ...request, owner_ids: [...request.owner_ids, chosen.id] }, settings)
  const safety = request.rejects.filter((reject) => reject.safety)
  const clears = (safety.length > 0 ? safety : [major]).every(
    (reject) => whyNotOverride(person, reject, settings, request) === undefined,
  )
  const away = leave ? `${chosen.name} is out of office until ${backOn(leave.endAt, zone)}.` : null
  return { ...known, canDecide: why === undefined, canOverrideSafety: clears, reason: why?.message ?? away }
}

const mailbox = (settings: Readonly<Record<string, unknown>>): string | null => {
  const value = settings['dolExaminerMailbox']
  return typeof value === 'string' && value.includes('@') ? value.toLowerCase() : null
}

/**
 * The address of a letter to the claims examiner: the requested address when it is on file, else the program's mailbox,
 * else the examiner of the claim. Data of a worker is never sent to a typed address.
 */
export function examinerAddress(
  person: Person,
  request: Assignable,
  settings: Readonly<Record<string, unknown>>,
  of: { to: string | undefined; known: boolean; owner: string | null },
):
  | { address: string; why?: undefined }
  | { address?: undefined; why: Why<'FEATURE_OFF' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED' | 'VALIDATION'> } {
  const why = whyNotMailExaminer(person, request, settings)
  if (why) return { why }
  const box = mailbox(settings)
  if (of.to !== undefined) {
    if (of.known || of.to === box) return { address: of.to }
    return { why: { code: 'VALIDATION', message: 'This address is not on file for the carrier.', field: 'to' } }
  }
  const address = box ?? of.owner?.toLowerCase()
  return address
    ? { address }
    : { why: { code: 'RULE', message: 'No examiner is on file. Name somebody.', field: 'to' } }
}
