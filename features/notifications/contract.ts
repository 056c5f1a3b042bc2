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
    // Named as the list: what asks for the list again asks for this.
    listGroups: read('GET /notifications/groups', {
      id: 'X670',
      summary: 'How many own notifications there are of each group, and how many of them are not read',
      phi: 'none',
      input: z.strictObject({}),
      output: z.object({
        /** Those with something to do or to know, of the newest 1,000. */
        groups: z.array(z.object({ group: z.enum(groupNames), label: z.string(), all: z.int(), unread: z.int() })),
        /** How long the carrier keeps notifications. */
        keptDays: z.int(),
        /** Whether users choose how they are notified. */
        settings: z.boolean(),
      }),
      refusals: ['NOT_FOUND'],
    }),
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
