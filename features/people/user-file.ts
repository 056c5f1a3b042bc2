import { roleNames } from '#features/permissions/role-names.ts'
import type { Role } from '#features/permissions/roles.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'
import { inZone } from '#platform/dates/zone-stamp.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { csvLine, csvMark, csvRemark } from '#platform/text/csv.ts'
import type { Colleague } from './contract.ts'
import { licenseWords } from './licenses.ts'
import type { ListedState } from './rules.ts'
import { programWords, roleWords, stateNames } from './user-words.ts'

const heads = [
  'User',
  'Username',
  'E-mail',
  'Status',
  'Roles',
  'Approval limit',
  'Programs',
  'Programs for extracts',
  'License states',
  'Licenses',
  'Team of',
  'Leads',
  'Signs in by',
  'Last login',
] as const

/** How the users of a file were chosen, in words. */
export const filterWords = (of: {
  search: string | undefined
  role: Role | undefined
  state: ListedState | undefined
}): string[] => [
  ...(of.search === undefined ? [] : [of.search === '' ? 'Search' : `Search: ${of.search}`]),
  ...(of.role === undefined ? [] : [`Role: ${roleNames[of.role]}`]),
  ...(of.state === undefined ? [] : [`Status: ${stateNames[of.state]}`]),
]

/** The users as CSV, times in the reader's zone; the last line says who made it, when, and of which users. */
export function userFile(of: {
  users: readonly Colleague[]
  timeZone: string
  now: Date
  by: string
  filters: readonly string[]
  truncated: boolean
}): FileAnswer {
  const { users, now } = of
  const reader = inZone(of.timeZone)
  const at = (iso: string): string => reader.instant(new Date(iso).toISOString())
  const rows = users.map((user) =>
    csvLine([
      user.name,
      user.username,
      user.email,
      stateNames[user.state],
      roleWords(user.roles),
      user.approvalLimit,
      programWords(user.subCarriers),
      user.dataExtractSubCarriers.join(', '),
      user.licenseStates.join(', '),
      user.licenses.map(licenseWords).join('; '),
      user.ledBy.join(', '),
      user.leads,
      user.ssoUser ? 'Directory of the carrier' : 'Password',
      user.lastLoginAt === null ? 'Never' : at(user.lastLoginAt),
    ]),
  )
  const said = [
    `${users.length} ${users.length === 1 ? 'user' : 'users'}.`,
    ...(of.filters.length > 0 ? [`${of.filters.join('; ')}.`] : []),
    ...(of.truncated ? ['There are more: narrow the list.'] : []),
    `Exported by ${of.by} ${at(now.toISOString())}.`,
  ].join(' ')
  return {
    file: csvMark + csvLine(heads) + rows.join('') + csvRemark(said, heads.length),
    name: `users-${dateIn(now.getTime(), reader.zone).replaceAll('-', '')}.csv`,
  }
}
