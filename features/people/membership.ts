import type { CallContext, Refusing } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import { exactWords } from '#platform/dates/words.ts'
import { isoOf } from '#platform/dates/instant.ts'
import type { License } from '#features/permissions/professions.ts'
import { whyNotAdminister } from './administering.ts'
import { settleAbout } from '#features/notifications/done-sql.ts'
import { noticesToActive } from '#features/notifications/sql.ts'
import { keptLicenses, whyNotLicenses } from './licenses.ts'
import {
  confirmersOf,
  confirmKind,
  confirmTitle,
  givingOf,
  untilConfirmed,
  whyNotAlone,
  whyNotChange,
  whyNotGiveAll,
  whyNotLose,
  whyNotThere,
  type Authority,
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
  licenses?: License[] | undefined
  approvalLimit?: number | null | undefined
  /** Why, for the record. */
  reason?: string | undefined
}
type Codes = 'NOT_FOUND' | 'NOT_ALLOWED' | 'CONFLICT' | 'PRECONDITION_REQUIRED' | 'RULE' | 'VALIDATION'
type Context = Pick<CallContext<AnyCall>, 'db' | 'who' | 'now' | 'newId' | 'publishChange'> & Refusing<Codes>

/** Who could confirm what a change gives. */
export const toAuthority = ({ managers, two_until: until }: sql.AuthorityRow): Authority => ({
  managers,
  twoUntil: until && isoOf(until),
})

/**
 * What changes when a colleague gets other rights at the carrier, with the statements that do it, or why it may not: the one
 * way of it, for the page of users and for access reviews.
 */
export async function membershipChange(context: Context, change: Change) {
  const { db, who, now, newId, publishChange, refuse } = context
  const [person, , colleague, there, authorityRow, asked, licensed] = await Promise.all([
    who(),
    db.one(sql.oneChangeAtATime()),
    db.one(sql.colleagueForChange(change.id)),
    db.all(sql.subCarriers()),
    db.one(sql.authority()),
    db.one(sql.asked(change.id)),
    db.one(sql.licensesNow(change.id)),
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
  if (change.subCarriers !== undefined) refuse(whyNotThere(change.subCarriers ?? [], codes, 'subCarriers'))
  if (change.dataExtractSubCarriers) refuse(whyNotThere(change.dataExtractSubCarriers, codes, 'dataExtractSubCarriers'))
  const { licenses, today } = licensed!
  if (change.licenses) refuse(whyNotLicenses(change.licenses, wanted.license_states, today))
  const authority = toAuthority(authorityRow!)
  // Who lost the role or programs to a change this one waited for gives nothing any more.
  const giver = authority.managers.find(({ id }) => id === person.id)
  if (!giver) return refuse({ code: 'NOT_ALLOWED' })
  refuse(whyNotGiveAll(giver, wanted))
  const askedBefore = asked && { by: asked.asked_by, roles: asked.roles, subCarriers: asked.sub_carriers }
  const giving = givingOf({
    giver: person.id,
    colleague: change.id,
    before,
    after: wanted,
    authority,
    asked: askedBefore,
  })
  const { confirmed, waits, blocked } = giving
  refuse(whyNotAlone(blocked, authority.twoUntil === null ? '' : exactWords(authority.twoUntil, person.timeZone)))
  const after = waits.length > 0 ? untilConfirmed(before, wanted, waits) : wanted
  refuse(whyNotLose({ colleague: change.id, before, after, managers: authority.managers }))
  const why = { reason: change.reason, askedBy: confirmed.length > 0 ? asked!.asked_by_name : undefined }
  const writes = [sql.change(change.id, version, after, now.toISOString(), why)]
  if (change.licenses || change.licenseStates) {
    const kept = change.licenses ?? keptLicenses(licenses, wanted.license_states, today)
    writes.push(...sql.setLicenses(change.id, kept, person.name, now.toISOString()))
  }
  if (waits.length > 0) {
    const ask = { roles: waits, subCarriers: wanted.sub_carriers }
    writes.push(sql.askForSecond(change.id, ask, person, now.toISOString()))
    // Who asks for the same once more reminds nobody.
    const isKnown = asked?.asked_by === person.id && waits.every((role) => asked.roles.includes(role))
    if (!isKnown) {
      const of = { giver: person.id, colleague: change.id, after: wanted, managers: authority.managers }
      const confirmers = confirmersOf(of).map(({ id }) => ({ id: newId(), userId: id }))
      const title = confirmTitle(person.name, colleague.username, waits)
      const at = now.toISOString()
      // What was asked for before waits no longer.
      writes.push(settleAbout(confirmKind, change.id, at))
      writes.push(noticesToActive(confirmers, { kind: confirmKind, title, at, about: [change.id] }))
      publishChange('notifications')
    }
  } else if (asked && (change.roles || change.active !== undefined))
    writes.push(sql.closeGrant(change.id), settleAbout(confirmKind, change.id, now.toISOString()))
  return { writes, version: version + 1, waits, before, after, confirmed, askedBy: asked?.asked_by ?? null }
}
