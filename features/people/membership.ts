import type { CallContext, Refusing } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import {
  administratorChange,
  untilConfirmed,
  whyNotAdminister,
  whyNotChange,
  whyNotGrant,
  whyNotLose,
  whyNotThere,
} from './rules.ts'
import * as sql from './sql.ts'

type Change = {
  id: string
  version?: number | undefined
  active?: boolean | undefined
  roles?: readonly string[] | undefined
  subCarriers?: string[] | null | undefined
  dataExtractSubCarriers?: string[] | undefined
  licenseStates?: string[] | undefined
  approvalLimit?: number | null | undefined
  /** Why, for the record. */
  reason?: string | undefined
}
type Codes = 'NOT_FOUND' | 'NOT_ALLOWED' | 'CONFLICT' | 'PRECONDITION_REQUIRED' | 'RULE' | 'VALIDATION'
type Context = Pick<CallContext<AnyCall>, 'db' | 'who' | 'now'> & Refusing<Codes>

/**
 * What changes when a colleague gets other rights at the carrier, with the statements that do it, or why it may not: the one
 * way of it, for the page of users and for access reviews.
 */
export async function membershipChange(context: Context, change: Change) {
  const { db, who, now, refuse } = context
  const [person, , colleague, there, administrators] = await Promise.all([
    who(),
    db.one(sql.oneChangeAtATime()),
    db.one(sql.colleagueForChange(change.id)),
    db.all(sql.subCarriers()),
    db.one(sql.administrators(change.id)),
  ])
  refuse(whyNotAdminister(person))
  if (!colleague) return notFound()
  refuse(whyNotChange(person, change.id))
  const { updated_by: by, updated_at: at, version } = colleague
  refuseStaleVersion(context, { seen: change.version, of: 'user', current: { by, at, version } })
  const before = {
    active: colleague.active,
    roles: colleague.roles,
    sub_carriers: colleague.sub_carriers,
    data_extract_sub_carriers: colleague.data_extract_sub_carriers,
    license_states: colleague.license_states,
    approval_limit: colleague.approval_limit,
  }
  const wanted = {
    active: change.active ?? before.active,
    roles: change.roles ? [...new Set<string>(change.roles)] : before.roles,
    sub_carriers: change.subCarriers === undefined ? before.sub_carriers : change.subCarriers,
    data_extract_sub_carriers: change.dataExtractSubCarriers ?? before.data_extract_sub_carriers,
    license_states: change.licenseStates ?? before.license_states,
    approval_limit: change.approvalLimit === undefined ? before.approval_limit : change.approvalLimit,
  }
  const codes = there.map((one) => one.sub_carrier)
  if (change.subCarriers !== undefined) {
    refuse(whyNotThere(change.subCarriers ?? [], codes, 'subCarriers'))
    refuse(whyNotGrant(person, change.subCarriers))
  }
  if (change.dataExtractSubCarriers) {
    refuse(whyNotThere(change.dataExtractSubCarriers, codes, 'dataExtractSubCarriers'))
    refuse(whyNotGrant(person, change.dataExtractSubCarriers, 'dataExtractSubCarriers'))
  }
  const { others, asked_by: askedBy, asked_by_name: askedByName } = administrators!
  const administrator = administratorChange({
    before,
    after: wanted,
    others,
    changer: person.id,
    askedBy: askedBy ?? undefined,
  })
  if (administrator === 'LOSE') refuse(whyNotLose(others))
  const waits = administrator === 'WAIT'
  const after = waits ? untilConfirmed(before, wanted) : wanted
  const confirmed = administrator === 'GRANT' && askedBy !== person.id ? (askedByName ?? undefined) : undefined
  const why = { reason: change.reason, askedBy: confirmed }
  const writes = [sql.change(change.id, version, after, now.toISOString(), why)]
  if (waits) writes.push(sql.askForSecond(change.id, person, now.toISOString()))
  else if (askedBy !== null && (change.roles || change.active === false)) writes.push(sql.closeGrant(change.id))
  return { writes, version: version + 1, waits, before, after, administrator, askedBy }
}
