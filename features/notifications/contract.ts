import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { groupNames, mailWays } from './choice-names.ts'
import { ownNotifications } from './list-contract.ts'

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 21:00.')
const Way = z.strictObject({ portal: z.boolean(), mail: z.enum(mailWays) })
/** Quiet hours and the e-mail of the day, in the user's time zone; null for no quiet hours. */
const hours = { quietFrom: timeOfDay.nullable(), quietUntil: timeOfDay.nullable(), dailyAt: timeOfDay }

export const notifications = {
  ...ownNotifications,
  ...calls('notifications', {
    markUnread: act('PUT /notifications/unread', {
      id: 'E06',
      own: true,
      summary: 'Mark an own notification as unread, and those read in the same act where asked',
      phi: 'none',
      ids: { notificationId: 'user_notification' },
      input: z.strictObject({
        notificationId: z.uuid('Enter the id of a notification.'),
        /** Also those marked as read together with it: it undoes that act. */
        andTogether: z.boolean().optional(),
      }),
      output: z.object({ success: z.literal(true) }),
      refusals: ['NOT_FOUND'],
    }),
    choices: read('GET /notifications/preferences', {
      id: 'E06',
      summary: 'How the caller is notified of each group of events, and when e-mail waits',
      phi: 'none',
      input: z.strictObject({}),
      output: z.object({
        groups: z.array(
          Way.extend({
            group: z.enum(groupNames),
            label: z.string(),
            means: z.string(),
            /** Why it cannot be switched off; null where it can. */
            fixed: z.string().nullable(),
          }),
        ),
        ...hours,
      }),
      refusals: ['NOT_FOUND'],
    }),
    choose: act('PUT /notifications/preferences', {
      id: 'E06',
      own: true,
      summary: 'Choose how to be notified of each group of events, and when e-mail waits',
      phi: 'none',
      input: z.strictObject({ groups: z.array(Way.extend({ group: z.enum(groupNames) })).max(20), ...hours }),
      output: z.object({ success: z.literal(true) }),
      refusals: ['NOT_FOUND', 'VALIDATION'],
    }),
  }),
}
