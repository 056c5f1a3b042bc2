import { noticesToActive } from '#features/notifications/sql.ts'
import { type Caller, type Handlers, oneTrip } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import { usDate } from '#platform/dates/day.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { accessReview, ReviewHead } from './contract.ts'
import { membershipChange } from './membership.ts'
import { reviewFile } from './review-file.ts'
import * as rules from './review-rules.ts'
import * as sql from './review-sql.ts'
import { whyNotAdminister } from './administering.ts'
import { colleagueForChange, opens } from './sql.ts'

const toHead = (row: sql.HeadRow): ReviewHead => ({
  reviewId: row.id,
  openedBy: row.opened_by_name,
  openedAt: isoOf(row.opened_at),
  remindedAt: row.reminded_at && isoOf(row.reminded_at),
  closedBy: row.closed_by_name,
  closedAt: row.closed_at && isoOf(row.closed_at),
  users: row.users,
  toReview: row.to_review,
  kept: row.kept,
  changed: row.changed,
  removed: row.removed,
})
/** Users without an answer once this line has one. */
const rest = (line: sql.ForAnswer): number => line.to_review - (line.answered ? 0 : 1)

/** A review is not found by anybody but account managers. */
const forAdministrators = (person: Pick<Caller, 'roles'>): void => {
  if (whyNotAdminister(person)) notFound()
}

/** The calls of access reviews. */
export const reviewing: Handlers<typeof accessReview> = {
  overview: oneTrip(
    () => ({ reviews: sql.reviews(), facts: sql.dueFacts() }),
    ({ reviews, facts: [facts] }, { person, now, refuse }) => {
      refuse(whyNotAdminister(person))
      const { every_days: everyDays, since } = facts!
      const dueAt = rules.dueOf(since, everyDays)
      const heads = reviews.map(toHead)
      const open = heads.find(({ closedAt }) => closedAt === null) ?? null
      return {
        everyDays,
        dueAt,
        overdue: rules.isOverdue(dueAt, now),
        remindsAt: open && rules.nextReminder({ last: open.remindedAt ?? open.openedAt, dueAt }),
        open,
        closed: heads.filter(({ closedAt }) => closedAt !== null),
      }
    },
  ),

  lines: oneTrip(
    ({ reviewId, state = null, after = null, size }) => {
      const question = `accessReview.lines ${JSON.stringify([reviewId, state])}`
      return {
        review: sql.review(reviewId),
        lines: sql.lines(reviewId, state, { after, question, size }),
        opened: opens(after, question),
      }
    },
    ({ review: [review], lines, opened: [opened] }, { input: { size }, person, refuse }) => {
      forAdministrators(person)
      if (!review) return notFound()
      if (!opened!.ours)
        refuse({
          code: 'VALIDATION',
          field: 'after',
          message: 'This place belongs to another list. Start again without it.',
        })
      const shown = lines.slice(0, size)
      const closed = review.closed_at !== null
      return {
        review: toHead(review),
        content: shown.map((line) => ({
          userId: line.user_id,
          name: line.name,
          username: line.username,
          email: line.email,
          ssoUser: line.sso_user,
          rights: line.rights,
          since: isoOf(line.since),
          look: line.look,
          version: line.version,
          answer: line.answer,
          note: line.note,
          asked: line.asked,
          answeredBy: line.answered_by_name,
          answeredAt: line.answered_at && isoOf(line.answered_at),
          whyNot: rules.whyNotAnswer(person, { ...line, closed })?.message ?? null,
        })),
        next: lines.length > size ? shown.at(-1)!.place : null,
      }
    },
  ),

  open: async ({ db, who, now, newId, write, note, publishChange, refuse }) => {
    const [person, , open, facts, managers] = await Promise.all([
      who(),
      db.one(sql.oneReviewAtATime()),
      db.one(sql.openReview()),
      db.one(sql.dueFacts()),
      db.all(sql.managersToRemind()),
    ])
    refuse(whyNotAdminister(person))
    refuse(rules.whyNotOpen(open))
    const reviewId = newId()
    write(sql.open(reviewId, person, now.toISOString()))
    write(sql.openLines(reviewId))
    const others = managers.filter(({ id }) => id !== person.id).map(({ id }) => ({ id: newId(), userId: id }))
    const due = usDate(dateIn(Date.parse(rules.dueOf(facts!.since, facts!.every_days)), person.timeZone))
    const title = rules.openedTitle(person.name, due)
    write(noticesToActive(others, { kind: rules.reviewKind, title, at: now.toISOString() }))
    publishChange('notifications')
    note({ type: 'access_review', id: reviewId, detail: { opened: true } })
    return { success: true, reviewId }
  },

  keep: async (context) => {
    const { input, db, who, now, write, note, refuse } = context
    const { reviewId, userId } = input
    const [person, line, colleague] = await Promise.all([
      who(),
      db.one(sql.lineForAnswer(reviewId, userId)),
      db.one(colleagueForChange(userId)),
    ])
    forAdministrators(person)
    if (!line || !colleague) return notFound()
    refuse(rules.whyNotAnswer(person, line))
    const { updated_by: by, updated_at: at, version } = colleague
    refuseStaleVersion(context, { seen: input.version, of: 'user', current: { by, at, version } })
    const kept = { reviewId, userId, answer: 'KEEP' as const, note: input.note ?? '', by: person, after: null }
    write(sql.answer({ ...kept, now: now.toISOString() }))
    note({ type: 'access_review', id: reviewId, detail: { user: userId, answer: 'KEEP', note: kept.note } })
    return { success: true, toReview: rest(line) }
  },

  change: async (context) => {
    const { input, db, who, now, write, note, refuse } = context
    const { reviewId, userId, answer, version, ...given } = input
    const { roles, subCarriers, dataExtractSubCarriers, licenseStates, licenses, approvalLimit } = given
    const rights = { roles, subCarriers, dataExtractSubCarriers, licenseStates, licenses, approvalLimit }
    if (answer === 'CHANGE') refuse(rules.whyNoChange(Object.values(rights)))
    const changing = membershipChange(context, {
      id: userId,
      version,
      reason: given.note,
      ...(answer === 'CHANGE' ? rights : { active: false }),
    })
    changing.catch(() => {}) // what the review says comes first
    const [person, line] = await Promise.all([who(), db.one(sql.lineForAnswer(reviewId, userId))])
    forAdministrators(person)
    if (!line) return notFound()
    refuse(rules.whyNotAnswer(person, line))
    const change = await changing
    const { before, after, waits, confirmed, askedBy } = change
    // The answer keeps the rights as they were seen, so it goes first.
    write(
      sql.answer({
        reviewId,
        userId,
        answer,
        note: given.note,
        by: person,
        after: answer === 'CHANGE' ? after : null,
        now: now.toISOString(),
      }),
    )
    change.writes.forEach(write)
    note({
      type: 'access_review',
      id: reviewId,
      detail: { user: userId, answer, note: given.note, before, after, waits, confirmed, askedBy },
    })
    return { success: true, toReview: rest(line), waitsForSecond: waits.length > 0, waitsFor: waits }
  },

  close: async ({ input, db, who, now, write, note, refuse }) => {
    const [person, found] = await Promise.all([who(), db.one(sql.forClose(input.reviewId))])
    forAdministrators(person)
    if (!found) return notFound()
    refuse(rules.whyNotClose(found))
    write(sql.answerRest(input.reviewId, now.toISOString()))
    write(sql.close(input.reviewId, person, now.toISOString()))
    note({
      type: 'access_review',
      id: input.reviewId,
      detail: { closed: true, unreviewed: found.own ? person.id : null },
    })
    return { success: true }
  },

  export: oneTrip(
    ({ reviewId }) => ({ review: sql.review(reviewId), lines: sql.allLines(reviewId) }),
    ({ review: [review], lines }, { input, person, now }) => {
      forAdministrators(person)
      if (!review) return notFound()
      return reviewFile({
        review,
        lines,
        timeZone: input.timeZone ?? person.timeZone,
        now,
        by: person.name,
        programs: person.subCarriers,
      })
    },
  ),
}
