import { roleNames } from '#features/permissions/role-names.ts'
import { cleanRoles } from '#features/permissions/roles.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'
import { inZone } from '#platform/dates/zone-stamp.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { csvLine, csvMark, csvRemark } from '#platform/text/csv.ts'
import { licenseWords } from './licenses.ts'
import type { ReviewAnswer } from './review-rules.ts'
import type { HeadRow, LineRow } from './review-sql.ts'
import { lookWords } from './user-words.ts'

const heads = [
  'User',
  'Username',
  'E-mail',
  'Roles',
  'Programs',
  'Programs for extracts',
  'License states',
  'Licenses',
  'Approval limit',
  'Access since',
  'Last login',
  'Looked at first',
  'Open requests',
  'Answer',
  'Note',
  'Answered by',
  'Answered at',
  'Changed to',
] as const
const answerWords: Readonly<Record<ReviewAnswer, string>> = {
  KEEP: 'Keep',
  CHANGE: 'Change',
  REMOVE: 'Remove',
  GONE: 'Access ended before the review',
  UNREVIEWED: 'Not reviewed: no other account manager',
}
const namesOf = (roles: readonly string[]): string =>
  cleanRoles(roles)
    .map((role) => roleNames[role])
    .join(', ')

/** The evidence of a review as CSV in the reader's zone; the last line says who opened and closed it. */
export function reviewFile(of: {
  review: HeadRow
  lines: readonly LineRow[]
  timeZone: string
  now: Date
  by: string
  /** Programs whose users the file has; null = all users of the review. */
  programs: readonly string[] | null
}): FileAnswer {
  const { review, lines, now } = of
  const reader = inZone(of.timeZone)
  const at = (iso: string | null): string => (iso === null ? '' : reader.instant(new Date(iso).toISOString()))
  const rows = lines.map(({ rights, ...line }) =>
    csvLine([
      line.name,
      line.username,
      line.email,
      namesOf(rights.roles),
      rights.subCarriers?.join(', ') ?? 'All programs',
      rights.dataExtractSubCarriers.join(', '),
      rights.licenseStates.join(', '),
      (rights.licenses ?? []).map(licenseWords).join('; '),
      rights.approvalLimit,
      at(line.since),
      rights.lastLoginAt === null ? 'Never' : at(rights.lastLoginAt),
      line.look && lookWords[line.look],
      rights.openRequests,
      line.answer === null ? (line.active ? 'To review' : answerWords.GONE) : answerWords[line.answer],
      line.note,
      line.answered_by_name,
      at(line.answered_at),
      line.after && changedTo(line.after as Partial<Changed>),
    ]),
  )
  const said = [
    `Opened by ${review.opened_by_name} ${at(review.opened_at)}.`,
    review.closed_at === null ? 'Not closed yet.' : `Closed by ${review.closed_by_name} ${at(review.closed_at)}.`,
    ...(of.programs === null ? [] : [`Users of ${of.programs.join(', ') || 'no program'} only.`]),
    `Exported by ${of.by} ${at(now.toISOString())}.`,
  ].join(' ')
  const day = dateIn(Date.parse(review.closed_at ?? now.toISOString()), reader.zone).replaceAll('-', '')
  return {
    file: csvMark + csvLine(heads) + rows.join('') + csvRemark(said, heads.length),
    name: `access-review-${day}.csv`,
  }
}

type Changed = {
  roles: string[]
  sub_carriers: string[] | null
  data_extract_sub_carriers: string[]
  license_states: string[]
  approval_limit: number | null
}
/** The rights after a change in one cell. */
const changedTo = (to: Partial<Changed>): string =>
  [
    `Roles: ${namesOf(to.roles ?? []) || 'none'}`,
    `Programs: ${to.sub_carriers?.join(', ') ?? 'all'}`,
    `Extracts: ${to.data_extract_sub_carriers?.join(', ') || 'none'}`,
    `Licenses: ${to.license_states?.join(', ') || 'none'}`,
    `Limit: ${to.approval_limit ?? 'none'}`,
  ].join('; ')
