import { roleNames } from '#features/permissions/role-names.ts'
import { cleanRoles, roles as everyRole, type Role } from '#features/permissions/roles.ts'
import { DAY_MS } from '#platform/dates/instant.ts'
import type { KeptRights, LatelyEntry } from './fields.ts'
import { ENDING_DAYS } from './licenses.ts'
import type { ReviewAnswer, ReviewLook } from './review-rules.ts'
import { UNUSED_DAYS, type ListedState } from './rules.ts'

export const stateNames: Readonly<Record<ListedState, string>> = {
  ACTIVE: 'Active',
  INVITED: 'Invited',
  AWAY: 'Away',
  UNUSED: `Unused ${UNUSED_DAYS} days`,
  LOCKED: 'Locked',
  OFF: 'Left',
}
/** Why somebody is reviewed before the others. */
export const lookWords: Readonly<Record<ReviewLook, string>> = {
  NEVER: 'Never used since it was given',
  UNUSED: `Unused ${UNUSED_DAYS} days`,
  LICENSE: `License ended, or ends within ${ENDING_DAYS} days`,
}
export const roleOptions: readonly { value: Role; label: string }[] = everyRole.map((value) => ({
  value,
  label: roleNames[value],
}))
/** The names of these roles. */
export const roleWords = (roles: readonly string[]): string =>
  cleanRoles(roles)
    .map((role) => roleNames[role])
    .join(', ') || 'No role'
export const programWords = (subCarriers: readonly string[] | null): string => subCarriers?.join(', ') ?? 'All programs'
/** The programs of a user's extracts in short: the codes are a click away. */
export const extractCount = (subCarriers: readonly string[]): string | undefined =>
  subCarriers.length > 0
    ? `Extracts ${subCarriers.length === 1 ? subCarriers[0] : `${subCarriers.length} programs`}`
    : undefined
export const limitWords = (limit: number | null): string =>
  limit === null ? 'No limit' : `Up to $${limit.toLocaleString('en-US')}`
/** How long something is still good. */
export function daysLeftWords(until: string, now: number): string {
  const days = Math.floor((Date.parse(until) - now) / DAY_MS)
  return days < 1 ? 'Ends today' : `${days} ${days === 1 ? 'day' : 'days'} left`
}
/** Who leads a user. */
export const ledByWords = (names: readonly string[]): string => names.join(', ') || 'Nobody'

const dollars = (limit: number): string => `$${limit.toLocaleString('en-US')}`
/** What was added to a list and what was taken from it. */
function listWords(what: string, before: readonly string[], after: readonly string[]): string[] {
  const [added, gone] = [after.filter((one) => !before.includes(one)), before.filter((one) => !after.includes(one))]
  return [
    ...(added.length > 0 ? [`${what} added: ${added.join(', ')}`] : []),
    ...(gone.length > 0 ? [`${what} taken away: ${gone.join(', ')}`] : []),
  ]
}
function limitChange(before: number | null, after: number | null): string[] {
  if (before === after) return []
  if (after === null) return ['Limit removed']
  const raised = before !== null && after > before
  return [
    before === null ? `Limit set to ${dollars(after)}` : `Limit ${raised ? 'raised' : 'lowered'} to ${dollars(after)}`,
  ]
}
const programChange = (before: string[] | null, after: string[] | null): string[] =>
  before === null || after === null
    ? before === after
      ? []
      : [`Programs: ${programWords(after)}`]
    : listWords('Program', before, after)
const namesOf = (roles: readonly string[]): string[] => cleanRoles(roles).map((role) => roleNames[role])

/** What changed of what a user may do, one thing each. Without rights before, what they began with. */
export function changeWords(before: KeptRights | null, after: KeptRights): string[] {
  if (before === null)
    return [`Access given: ${roleWords(after.roles)}, ${limitWords(after.approvalLimit).toLowerCase()}`]
  return [
    ...(before.active === after.active ? [] : [after.active ? 'Access given' : 'Access removed']),
    ...listWords('Role', namesOf(before.roles), namesOf(after.roles)),
    ...limitChange(before.approvalLimit, after.approvalLimit),
    ...programChange(before.subCarriers, after.subCarriers),
    ...listWords('Data extracts', before.dataExtractSubCarriers, after.dataExtractSubCarriers),
    ...listWords('License', before.licenseStates, after.licenseStates),
  ]
}
/** What became of a user, in a sentence: who did what. */
export function latelyWords({ kind, name, by, before, after }: LatelyEntry): string {
  switch (kind) {
    case 'RIGHTS':
      return `${by} changed ${name}: ${after ? changeWords(before, after).join(', ') : ''}`
    case 'KEPT':
      return `${by} kept ${name} in the access review`
    case 'INVITED':
      return `${by} invited ${name}`
    case 'WITHDRAWN':
      return `${by} withdrew the invitation of ${name}`
  }
}
/** What came of a user in an access review. */
export const answerShort: Readonly<Record<ReviewAnswer, string>> = {
  KEEP: 'Kept',
  CHANGE: 'Changed',
  REMOVE: 'Removed',
  GONE: 'Access ended before',
  UNREVIEWED: 'Not reviewed',
}
