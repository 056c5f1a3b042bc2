import type { Person } from '#platform/calls/person.ts'
import type { Refusal } from '#platform/calls/refusal.ts'
import { addMs, DAY_MS } from '#platform/dates/instant.ts'

/**
 * What came of a user in an access review. `GONE`: lost access before anybody answered. `UNREVIEWED`: no other
 * account manager could review them.
 */
export const answers = ['KEEP', 'CHANGE', 'REMOVE', 'GONE', 'UNREVIEWED'] as const
export type ReviewAnswer = (typeof answers)[number]
export const lineStates = ['TO_REVIEW', 'ANSWERED'] as const

/**
 * Why somebody is reviewed before the others, in the order of the list. `NEVER`: no login since the access was given. `UNUSED`:
 * none within `UNUSED_DAYS`. `LICENSE`: a license has ended or ends soon.
 */
export const looks = ['NEVER', 'UNUSED', 'LICENSE'] as const
export type ReviewLook = (typeof looks)[number]

/** The key of the carrier setting, and what counts where nothing is set. */
export const REVIEW_SETTING = 'accessReviewDays'
export const REVIEW_DAYS = 90

/** When the next review has to be closed: so many days after the last one, or after the first user of the carrier. */
export const dueOf = (since: string, everyDays: number): string => addMs(since, everyDays * DAY_MS)
export const isOverdue = (dueAt: string, now: Date): boolean => Date.parse(dueAt) < now.getTime()

/** From so many days before a review is due, reminders go out every day; before, every week. */
const LAST_DAYS = 4
/** When the account managers are reminded next: `last` is the last reminder, or when the review was opened. */
export function nextReminder({ last, dueAt }: { last: string; dueAt: string }): string {
  const [weekly, daily, lastDays] = [addMs(last, 7 * DAY_MS), addMs(last, DAY_MS), addMs(dueAt, -LAST_DAYS * DAY_MS)]
  const close = daily > lastDays ? daily : lastDays
  return close < weekly ? close : weekly
}
/** The kind of notices of access reviews. */
export const reviewKind = 'access_review'
type Left = { left: number; users: number; due: string }
export const openedTitle = (by: string, due: string): string => `${by} opened an access review. It is due ${due}.`
export const reminderTitle = ({ left, users: all, due }: Left): string =>
  left === 0
    ? `Every user of the access review is answered. Close it by ${due}.`
    : `Access review: ${left} of ${users(all)} ${left === 1 ? 'has' : 'have'} no answer yet. It is due ${due}.`
/** The mail of a reminder: it names no user. */
export const reminderMail = (
  of: Left & { brand: string; origin: string; carrier: string },
): { subject: string; body: string } => ({
  subject: `Access review of ${of.carrier}, due ${of.due}`,
  body: `${reminderTitle(of)}

Open ${of.origin}/accounts/admin/review in ${of.brand}.
`,
})

type Reviewed = { user_id: string; active: boolean; closed: boolean }
type NoAnswer = Refusal<'ALREADY_DECIDED' | 'RULE'>

/** Why this user may not answer for a user of a review: not for themselves, not once it is closed or access is gone. */
export function whyNotAnswer(person: Pick<Person, 'id'>, line: Reviewed): NoAnswer | undefined {
  if (line.closed) return whyClosed
  if (line.user_id === person.id)
    return { code: 'RULE', field: 'userId', message: 'Ask another account manager to review your own access.' }
  if (!line.active) return { code: 'RULE', field: 'userId', message: 'This user has no access any more.' }
  return undefined
}

const whyClosed: NoAnswer = { code: 'ALREADY_DECIDED', message: 'This access review is closed.' }

/** Why a review cannot be opened: one at a time. */
export const whyNotOpen = (open: { opened_by_name: string; opened_at: string } | undefined) =>
  open && {
    code: 'DUPLICATE' as const,
    message: 'An access review is open already. Close it first.',
    current: { by: open.opened_by_name, at: open.opened_at },
  }

const users = (many: number): string => (many === 1 ? '1 user' : `${many} users`)
/**
 * Why a review cannot be closed: every user who has access and whom an account manager could review is answered first, also
 * the closer and users of programs that are not the closer's.
 */
export function whyNotClose(of: {
  closed: boolean
  /** Users with access and without an answer whom the closer could review. */
  others: number
  /** And those only other account managers could review, the closer left out. */
  elsewhere: number
  /** The closer's own access has no answer, and somebody could give one. */
  own: boolean
}): NoAnswer | undefined {
  if (of.closed) return whyClosed
  if (of.others > 0)
    return {
      code: 'RULE',
      message: `${users(of.others)} ${of.others === 1 ? 'has' : 'have'} no answer yet. Answer for each user first.`,
    }
  if (of.elsewhere > 0)
    return {
      code: 'RULE',
      message:
        'Users of other programs have no answer yet. Ask an account manager of those programs to answer for them.',
    }
  if (of.own)
    return { code: 'RULE', message: 'Your own access has no answer yet. Ask another account manager to review it.' }
  return undefined
}

/** Why a change has nothing to do: it names no right. */
export const whyNoChange = (given: readonly unknown[]): Refusal<'VALIDATION'> | undefined =>
  given.some((one) => one !== undefined)
    ? undefined
    : { code: 'VALIDATION', field: 'roles', message: 'Enter what changes, or keep the user as they are.' }
