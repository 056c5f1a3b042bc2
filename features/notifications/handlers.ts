import { implement, oneTrip } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { notifications } from './contract.ts'
import { groupNames, type NoticeGroup } from './choice-names.ts'
import { DAILY_AT, groupOfKind, kindsOf, noticeGroups, wayOfGroup } from './choices.ts'
import { chosen, ownChoices, setChoices } from './choices-sql.ts'
import * as sql from './inbox-sql.ts'

/** Browsers of this user ask for their notices again, and for nothing else. */
const readTopic = (userId: string): string => `${notifications.list.name}@${userId}`

const kindsFor = (group: NoticeGroup | undefined): sql.Kinds =>
  group ? kindsOf(group) : { kinds: null, others: false }
const question = (of: unknown): string => `notifications ${JSON.stringify(of)}`

export const handlers = implement(notifications)({
  list: oneTrip(
    ({ unread = false, done = false, group, size, after = null }) => {
      const which = { unread, done, ...kindsFor(group) }
      return {
        on: sql.shown(),
        rows: sql.slice({ ...which, size, after }, question(which)),
        opened: sql.opens(after, question(which)),
        unread: sql.unread(),
      }
    },
    ({ on: [on], rows, opened: [opened], unread: [counted] }, { input: { size }, refuse }) => {
      if (!on!.shown) return notFound()
      if (!opened!.ours)
        refuse({
          code: 'VALIDATION',
          field: 'after',
          message: 'This place belongs to another list. Start again without it.',
        })
      const shown = rows.slice(0, size)
      return {
        content: shown.map((row) => ({
          notificationId: row.id,
          kind: row.kind,
          group: groupOfKind(row.kind),
          title: row.title,
          authorizationId: row.authorization_id,
          at: row.at,
          readAt: row.read_at,
        })),
        next: rows.length > size ? shown.at(-1)!.place : null,
        unread: counted!.unread,
      }
    },
  ),

  listGroups: oneTrip(
    () => ({ on: sql.shown(), rows: sql.byKind(), kept: sql.kept(), choose: chosen() }),
    ({ on: [on], rows, kept: [kept], choose: [choose] }) => {
      if (!on!.shown) return notFound()
      const found = Map.groupBy(rows, ({ kind }) => groupOfKind(kind))
      const sum = (group: NoticeGroup, count: 'all' | 'unread') =>
        (found.get(group) ?? []).reduce((all, row) => all + row[count], 0)
      return {
        groups: groupNames.map((group) => ({
          group,
          label: noticeGroups[group].label,
          all: sum(group, 'all'),
          unread: sum(group, 'unread'),
        })),
        keptDays: kept!.days,
        settings: choose!.shown,
      }
    },
  ),

  markRead: async ({ input: { notificationId, andOlder = false, group }, db, now, write, note, publishChange }) => {
    const found = await db.one(sql.markable(notificationId))
    if (!found) return notFound()
    write(sql.markRead(notificationId, andOlder, kindsFor(group), now.toISOString()))
    publishChange(readTopic(found.user_id))
    note({ type: 'user_notification', id: notificationId, detail: { andOlder, ...(group && { group }) } })
    return { success: true }
  },

  markUnread: async ({ input: { notificationId, andTogether = false }, db, write, note, publishChange }) => {
    const found = await db.one(sql.markable(notificationId))
    if (!found) return notFound()
    write(sql.markUnread(notificationId, andTogether))
    publishChange(readTopic(found.user_id))
    note({ type: 'user_notification', id: notificationId, detail: { unread: true, andTogether } })
    return { success: true }
  },

  choices: oneTrip(
    () => ({ on: chosen(), own: ownChoices() }),
    ({ on: [on], own: [own] }) => {
      if (!on!.shown) return notFound()
      const choices = own!.choices
      return {
        groups: groupNames.map((group) => ({
          group,
          label: noticeGroups[group].label,
          means: noticeGroups[group].means,
          fixed: noticeGroups[group].fixed ?? null,
          ...wayOfGroup(group, choices),
        })),
        quietFrom: choices?.quietFrom ?? null,
        quietUntil: choices?.quietUntil ?? null,
        dailyAt: choices?.dailyAt ?? DAILY_AT,
      }
    },
  ),

  choose: async ({ input: { groups, quietFrom, quietUntil, dailyAt }, db, write, note, refuse }) => {
    if (!(await db.one(chosen()))!.shown) return notFound()
    if ((quietFrom === null) !== (quietUntil === null))
      refuse({
        code: 'VALIDATION',
        field: quietFrom === null ? 'quietFrom' : 'quietUntil',
        message: 'Enter both times, or none.',
      })
    const byGroup = Object.fromEntries(groups.map(({ group, portal, mail }) => [group, { portal, mail }]))
    write(setChoices({ byGroup, quietFrom, quietUntil, dailyAt }))
    note({ type: 'notice_choice', id: 'own', detail: { byGroup, quietFrom, quietUntil, dailyAt } })
    return { success: true }
  },
})
