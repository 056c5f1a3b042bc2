import { calendarOf, type BusinessHours } from '#features/deadlines/business-hours.ts'
import type { BusinessCalendar } from '#features/deadlines/business-time.ts'
import { addBusinessHours } from '#features/deadlines/business-time.ts'
import { isSupport } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Refusal, Why } from '#platform/calls/refusal.ts'
import { weekdayOf } from '#platform/dates/day.ts'
import { SECOND_MS } from '#platform/dates/instant.ts'
import { atWords, dayAndTime, timeWords, weekdayNames } from '#platform/dates/words.ts'
import { dateIn, timeIn } from '#platform/dates/zone.ts'
import { injuredOn, MOST_A_MINUTE } from './limits.ts'

export const chatState = { LEFT: 'LEFT', WAITING: 'WAITING', TALKING: 'TALKING', ENDED: 'ENDED' } as const
export type ChatState = keyof typeof chatState

/** What a conversation becomes that its agent gives back: a message that was left keeps its promise until an agent wrote. */
export const whenGivenBack = (chat: { reply_by: string | null }, agentWrote: boolean): ChatState =>
  chat.reply_by !== null && !agentWrote ? chatState.LEFT : chatState.WAITING

type Turn = { state: ChatState; waitingSince: string; replyBy: string | null }
/** The order of the queue: users who are there, the longest wait first; then messages that were left, the earliest promise first. */
export function byTurn(one: Turn, other: Turn): number {
  const [left, otherLeft] = [one, other].map(({ state }) => Number(state === chatState.LEFT)) as [number, number]
  const promise = (of: Turn) => (of.state === chatState.LEFT && of.replyBy !== null ? Date.parse(of.replyBy) : Infinity)
  const [due, otherDue] = [promise(one), promise(other)]
  if (left !== otherLeft) return left - otherLeft
  return due === otherDue ? Date.parse(one.waitingSince) - Date.parse(other.waitingSince) : due - otherDue
}

/** Messages of one answer; the next ones come with the next question. */
export const MOST_MESSAGES = 200
/** How long an agent counts as being there after one of their pages was last heard of; with the clock's ten seconds, half a minute. */
export const AGENT_THERE_MS = 20 * SECOND_MS
/** The same after a hidden page: browsers let it speak once a minute. */
export const HIDDEN_THERE_MS = 90 * SECOND_MS
/** Typing ends by itself where nobody says so. */
export const TYPING_MS = 10 * SECOND_MS
/** How long a chat takes on average, for the estimate of a wait. */
const CHAT_SECONDS = 240

const chatWords = {
  CLOSED: 'Chat is currently closed.  Please check back during normal business hours.',
  HOLIDAY: 'Chat is currently closed.  Please check back after the holidays.',
  ENDED: 'The conversation has ended.',
} as const

export type Availability = 'Open' | 'Busy' | 'Closed' | 'ClosedHoliday'

/** The hours of chat as a calendar of business hours. */
const calendarOfChat = (hours: BusinessHours): BusinessCalendar => calendarOf('chat', hours)

/** Whether chat is open by its hours: a working day that is a holiday is ClosedHoliday. */
function openBy(hours: BusinessHours, zone: string, nowMs: number): Exclude<Availability, 'Busy'> {
  const day = dateIn(nowMs, zone)
  if (!hours.days.includes(weekdayOf(day))) return 'Closed'
  if (calendarOfChat(hours).holidayOf(day) !== undefined) return 'ClosedHoliday'
  const time = timeIn(nowMs, zone).slice(0, 5)
  return time >= hours.opens && time < hours.closes ? 'Open' : 'Closed'
}

/** The hours of chat in words: "Monday to Friday, 8:00 AM to 8:00 PM EST". */
export function hoursInWords({ days, opens, closes }: BusinessHours, zone: string, nowMs: number): string {
  const first = Math.min(...days)
  const isRun = days.length > 2 && days.every((day) => day < first + days.length)
  const names = weekdayNames.filter((_, day) => days.includes(day))
  const which = days.length === 7 ? 'Every day' : isRun ? `${names[0]} to ${names.at(-1)}` : names.join(', ')
  return `${which}, ${timeWords(opens)} to ${timeWords(closes)} ${dayAndTime(nowMs, zone).zone}`
}

/** What an availability follows from: hours, the agents that are there, and how many chats there are. */
export type Load = {
  hours: BusinessHours
  zone: string
  agents: number
  perAgent: number
  talking: number
  waiting: number
}

/** Open where an agent has room and nobody waits; Busy where one has to wait. */
export function availability(of: Load, nowMs: number): Availability {
  const byHours = openBy(of.hours, of.zone, nowMs)
  if (byHours !== 'Open') return byHours
  return of.waiting === 0 && of.talking < of.agents * of.perAgent ? 'Open' : 'Busy'
}

/** Seconds somebody who starts now is likely to wait; null where chat is closed or no agent is there. */
export function waitSeconds(of: Load, nowMs: number): number | null {
  const now = availability(of, nowMs)
  if (now === 'Open') return 0
  return now === 'Busy' && of.agents > 0
    ? Math.ceil(((of.waiting + 1) * CHAT_SECONDS) / (of.agents * of.perAgent))
    : null
}

/** When a message that is left now is answered at the latest (ISO 8601); null for hours that never open. */
export function replyBy(hours: BusinessHours, zone: string, replyHours: number, now: string): string | null {
  try {
    return addBusinessHours(now, replyHours, calendarOfChat(hours), zone)
  } catch {
    return null
  }
}

/** Why a chat cannot be started while chat is closed; a message can be left. */
export function whyNotStart(is: Availability, leaves: boolean): Why<'RULE'> | undefined {
  if (is === 'Open' || is === 'Busy' || leaves) return undefined
  return { code: 'RULE', message: is === 'ClosedHoliday' ? chatWords.HOLIDAY : chatWords.CLOSED }
}

/** Whether a question that comes while a chat is open is new there: one that is sent again is there already. */
export const isNewQuestion = (messages: readonly { from_type: string; text: string }[], question: string): boolean =>
  messages.findLast(({ from_type: from }) => from === 'CLIENT')?.text !== question

/** Why a worker was not injured on this day: it has not come. */
export const whyNotInjured = (typed: string | undefined, today: string): Why<'VALIDATION'> | undefined =>
  (injuredOn(typed ?? '') ?? '') <= today
    ? undefined
    : { code: 'VALIDATION', field: 'chatData.patientDOI', message: 'The date of injury cannot be in the future.' }

/** Why somebody is no agent of support chat. */
export const whyNotAgent = (person: Person): Why<'NOT_ALLOWED'> | undefined =>
  isSupport(person) ? undefined : { code: 'NOT_ALLOWED', message: 'Only support answers chats.' }

export const whyNotOpen = (state: ChatState): Why<'CONFLICT'> | undefined =>
  state === chatState.ENDED ? { code: 'CONFLICT', message: chatWords.ENDED } : undefined

/** The messages that count for how many a user may send are those of so long. */
export const COUNTED_MS = 60 * SECOND_MS
/** Why a user may send no message now: too many within a minute, and when there is room for the next one. */
export function whyTooMany(sent: { count: number; first: string | null }, now: Date): Why<'RULE'> | undefined {
  if (sent.count < MOST_A_MINUTE || sent.first === null) return undefined
  const seconds = Math.max(1, Math.ceil((Date.parse(sent.first) + COUNTED_MS - now.getTime()) / SECOND_MS))
  return {
    code: 'RULE',
    message: `You sent ${MOST_A_MINUTE} messages within a minute. Send the next one in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  }
}

/** Why an open chat cannot be rated. */
export const whyNotRate = (state: ChatState): Why<'RULE'> | undefined =>
  state === chatState.ENDED ? undefined : { code: 'RULE', message: 'The conversation has not ended yet.' }

type Taken = { state: ChatState; agent_id: string | null; agent_name: string | null; taken_at: string | null }

/** Why an agent does not have this chat: another took it, and when. */
function whyTaken(chat: Taken, person: Person, now: string): Refusal<'CONFLICT'> | undefined {
  if (chat.state !== chatState.TALKING || chat.agent_id === person.id) return undefined
  return {
    code: 'CONFLICT',
    message: `${chat.agent_name} took this chat ${atWords(chat.taken_at!, person.timeZone, Date.parse(now))}.`,
    current: { by: chat.agent_name, at: chat.taken_at },
  }
}

/** Whether an agent has this chat. Who does not see it any more (their programs changed) has it no longer. */
export const isBusy = (chat: { state: ChatState; agent_sees: boolean }): boolean =>
  chat.state === chatState.TALKING && chat.agent_sees

/** Why an agent cannot take a chat, give it back or hand it over: another has it. */
export const whyNotTake = (
  chat: Taken & { agent_sees: boolean },
  person: Person,
  now: string,
): Refusal<'CONFLICT'> | undefined => whyNotOpen(chat.state) ?? (isBusy(chat) ? whyTaken(chat, person, now) : undefined)

/** Why a chat cannot be handed to this agent: they are not there, or do not work for the program of its claim. */
export function whyNotHandTo(
  agent: { name: string; available: boolean } | undefined,
  sees: boolean,
): Why<'VALIDATION'> | undefined {
  if (!agent?.available) return { code: 'VALIDATION', field: 'to', message: 'This agent is not there.' }
  if (sees) return undefined
  return {
    code: 'VALIDATION',
    field: 'to',
    message: `${agent.name} does not work for the program of this claim. Choose another agent, or return the chat to the queue.`,
  }
}

/** Why an agent cannot write in a chat: it ended, another has it, or nobody took it. */
export const whyNotMine = (chat: Taken, person: Person, now: string): Refusal<'CONFLICT'> | undefined =>
  whyNotOpen(chat.state) ??
  whyTaken(chat, person, now) ??
  (chat.state === chatState.TALKING ? undefined : { code: 'CONFLICT', message: 'Take this chat first.' })
