import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { groupNames } from './choice-names.ts'

/** A notice to one user. It names a request by its reference, never a person or a drug. */
const Notification = z.object({
  notificationId: z.string(),
  /** What happened, as `rules.ts` names it. */
  kind: z.string(),
  /** The group of events it is of, one of `groupNames`. */
  group: z.string(),
  title: z.string(),
  /** The request it is about. */
  authorizationId: z.string().nullable(),
  /** ISO 8601 UTC. */
  at: z.string(),
  readAt: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

/** The notifications of a user; the frame of every page asks for them. */
export const ownNotifications = calls('notifications', {
  list: read('GET /notifications?unread&done&group&size&after', {
    id: 'E06',
    summary:
      "The caller's own notifications in the portal, newest first: those with something to do or to know, or those whose work is done",
    phi: 'none',
    input: z.strictObject({
      /** Only those not read yet. */
      unread: z.boolean().optional(),
      /** Those whose work is done, in place of the others. */
      done: z.boolean().optional(),
      /** Only those of this group. */
      group: z.enum(groupNames, 'Enter a group of the list.').optional(),
      size: z.int().min(1, 'Enter 1 to 100.').max(100, 'Enter 1 to 100.').default(30),
      /** `next` of the previous page. */
      after: z.string().max(2000).optional(),
    }),
    output: z.object({
      content: z.array(Notification),
      next: z.string().nullable(),
      /** Not read yet of those with something to do or to know, counted up to 100. */
      unread: z.int(),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  markRead: act('PUT /notifications', {
    id: 'E06',
    own: true,
    summary: 'Mark an own notification as read, and the older ones where asked',
    phi: 'none',
    ids: { notificationId: 'user_notification' },
    input: z.strictObject({
      notificationId: z.uuid('Enter the id of a notification.'),
      /** Also every older one that is in the list. */
      andOlder: z.boolean().optional(),
      /** Of the older ones only those of this group. */
      group: z.enum(groupNames, 'Enter a group of the list.').optional(),
    }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND'],
  }),
})
