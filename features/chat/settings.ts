import { z } from 'zod'
import { businessHours, businessHoursTake, type BusinessHours } from '#features/deadlines/business-hours.ts'
import { list, onOff, setting, whole } from '#features/settings/setting-rows.ts'

const defaultHours: BusinessHours = {
  days: [1, 2, 3, 4, 5],
  opens: '08:00',
  closes: '20:00',
  federalHolidays: true,
  daysOff: [],
}

/** What a carrier sets for support chat. */
export const chatSettingTable = {
  chatHours: setting<BusinessHours, BusinessHours>(
    businessHours,
    businessHoursTake,
    defaultHours,
    "When support chat is open, in the carrier's time zone.",
  ),
  chatPerAgent: setting<number, number>(whole(1, 20), 'a whole number, 1 to 20', 3, 'Chats an agent has at a time.'),
  chatReplyHours: setting<number, number>(
    whole(1, 40),
    'a whole number of chat hours, 1 to 40',
    4,
    'Within how many hours of chat a message left while chat is closed is answered.',
  ),
  chatCheckInterval: setting<number, number>(
    whole(1000, 600_000),
    'milliseconds, 1000 to 600000',
    30_000,
    'How often the chat window asks whether chat is open.',
  ),
  chatRefreshInterval: setting<number, number>(
    whole(1000, 60_000),
    'milliseconds, 1000 to 60000',
    4000,
    'How often an open chat asks for new messages.',
  ),
  chatMasksNumbers: onOff(true, 'Social security and card numbers typed in a chat are masked before they are stored.'),
  chatQuickReplies: list(
    z.string().min(1).max(500),
    'texts',
    [
      'Thank you. Let me look at this.',
      'May I call you back about this?',
      'Is there anything else I can help you with?',
    ],
    'Quick replies of the agents.',
  ),
}
type Values = {
  chatHours: BusinessHours
  chatPerAgent: number
  chatReplyHours: number
  chatCheckInterval: number
  chatRefreshInterval: number
  chatMasksNumbers: boolean
  chatQuickReplies: readonly string[]
}

/** The settings of a carrier, where valid; the default for each that is not. */
export function chatSettings(rows: readonly { key: string; value: unknown }[]): Values {
  const own = new Map(rows.map(({ key, value }) => [key, value]))
  return Object.fromEntries(
    Object.entries(chatSettingTable).map(([key, row]) => {
      const read = row.shape.safeParse(own.get(key))
      return [key, read.success ? read.data : row.default]
    }),
  ) as Values
}
