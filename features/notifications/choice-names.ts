/** How e-mail of a group of events is sent: at once, in one e-mail a day, or not at all. */
export const mailWays = ['NOW', 'DAILY', 'OFF'] as const
export type MailWay = (typeof mailWays)[number]

/** Events as a user chooses about them. */
export const groupNames = ['DEADLINES', 'REQUESTS', 'REMINDERS', 'DECISIONS', 'LETTERS', 'FILES', 'ACCESS'] as const
export type NoticeGroup = (typeof groupNames)[number]
