import { z } from 'zod'
import { mcCode } from '#features/claims/fields.ts'
import { contactReasonCodes } from '#features/contact-notes/rules.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'
import { chatIntervals, injuredOn, MOST_MESSAGE, ratings } from './limits.ts'

/** A message of a conversation; `index` counts from 0 without gaps. Instants are ISO 8601 UTC. */
export const ChatMessage = z.object({
  index: z.int(),
  type: z.enum(['Message', 'Notice']),
  from: z.object({ type: z.enum(['Agent', 'Client', 'System']), nickname: z.string() }),
  text: z.string(),
  utcTime: z.string(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** What a conversation is asked with. */
const Keys = z.object({ chatId: z.string(), userId: z.string(), secureKey: z.string(), alias: z.string() })
const State = z.enum(['LEFT', 'WAITING', 'TALKING', 'ENDED'])
const News = z.object({
  messages: z.array(ChatMessage),
  nextPosition: z.int(),
  chatEnded: z.boolean(),
  state: State,
  /** The agent, where one has taken it. */
  agent: z.string().nullable(),
  /** Above 0 only for trouble that passes; those calls are sent again. */
  statusCode: z.int(),
})
export type ChatNews = z.infer<typeof News>

const text = z
  .string()
  .trim()
  .min(1, 'Write a message.')
  .max(MOST_MESSAGE, `Write ${MOST_MESSAGE.toLocaleString('en-US')} characters at most.`)
const optional = (most: number) => z.string().trim().max(most).optional()
const keys = {
  chatId: z.uuid('Enter the id of a chat.'),
  userId: z.uuid('Enter the user id of the chat.'),
  secureKey: z.string().max(200),
  alias: optional(120),
}
/** A day that exists, MM/DD/YYYY; nothing where it is empty. */
const injured = optional(10).refine(
  (typed) => !typed || injuredOn(typed) !== undefined,
  'Enter the date of injury as MM/DD/YYYY.',
)
/** The address of the page the user is on, for the agent: ids only. */
const page = { endpoint: optional(60) }
const ids = { chatId: 'chat_session' } as const
const id = z.uuid('Enter the id of a chat.')
const success = z.object({ success: z.literal(true) })

const Waiting = z.object({
  chatId: z.string(),
  name: z.string(),
  reason: z.string(),
  state: State,
  question: z.string(),
  waitingSince: z.string(),
  /** Of a message that was left while chat was closed. */
  replyBy: z.string().nullable(),
  /** The number of the last message. */
  lastIndex: z.int(),
})
const Conversation = News.extend({
  chatId: z.string(),
  name: z.string(),
  email: z.string(),
  reason: z.string(),
  startedAt: z.string(),
  claimId: z.string().nullable(),
  subCarrier: z.string().nullable(),
  /** What the form gave: client, patient, claim number, date of injury, last four digits. */
  context: z.record(z.string(), z.string()),
  userTyping: z.boolean(),
  /** This agent has it. */
  mine: z.boolean(),
  /** The others who take chats now and see this one. */
  transferTo: z.array(z.object({ userId: z.string(), name: z.string() })),
  notes: z.array(z.object({ noteId: z.string(), at: z.string(), by: z.string(), text: z.string() })),
  /** The request or the patient on the page the user is on; null on other pages, and where the agent may not see it. */
  lookingAt: z
    .object({
      patient: z.string(),
      claimNumber: z.string(),
      injured: z.string().nullable(),
      /** Of a request. */
      drug: z.string().nullable(),
      rejectCodes: z.array(z.string()),
      dueAt: z.string().nullable(),
      pharmacy: z.string().nullable(),
      pharmacyPhone: z.string().nullable(),
    })
    .nullable(),
  /** The user's latest ended chats, newest first. */
  earlier: z.array(
    z.object({
      chatId: z.string(),
      reason: z.string(),
      startedAt: z.string(),
      endedAt: z.string(),
      rating: z.enum(ratings).nullable(),
    }),
  ),
})
export type Conversation = z.infer<typeof Conversation>

export const chat = calls('chat', {
  check: read('GET /chat/check', {
    id: 'C079',
    summary: 'Whether support chat is open, how long one waits, and the conversation of this user',
    phi: 'none',
    input: z.strictObject({}),
    output: z.object({
      ChatEnabled: z.enum(['Open', 'Busy', 'Closed', 'ClosedHoliday']),
      phone: z.string(),
      waitEstimateSec: z.int().nullable(),
      /** When a message left now is answered at the latest. */
      replyBy: z.string().nullable(),
      agentsThere: z.boolean(),
      /** "Monday to Friday, 8:00 AM to 8:00 PM EST". */
      hours: z.string(),
      email: z.string(),
      dateLabel: z.string(),
      chat: Keys.nullable(),
      statusCode: z.int(),
    }),
  }),
  start: act('PUT /chat/startChat', {
    id: 'C080',
    own: true,
    summary:
      'Start a chat with support, or leave a message while chat is closed; one at a time for each user: while it is open, the question becomes its next message',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      firstName: z.string().trim().min(1, 'Enter a first name.').max(60),
      lastName: z.string().trim().min(1, 'Enter a last name.').max(60),
      email: z.email('Enter an e-mail address.').max(254),
      /** The question. */
      subject: text,
      /** Leaves a message where chat is closed. */
      leaveMessage: z.boolean().optional(),
      chatData: z.strictObject({
        reason: z.enum(contactReasonCodes, `Enter one of ${contactReasonCodes.join(', ')}.`),
        endpoint: optional(60),
        DNIS: optional(20),
        falloutType: optional(60),
        clientName: optional(120),
        patientName: optional(120),
        claimNumber: optional(40),
        /** Only its last four digits are kept. */
        patientSSN: optional(11),
        patientDOI: injured,
      }),
    }),
    output: Keys.extend({
      nextPosition: z.int(),
      messages: z.array(ChatMessage),
      state: State,
      replyBy: z.string().nullable(),
      /** A number in the question or about the patient was masked before it was stored. */
      masked: z.boolean(),
      statusCode: z.int(),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'RULE', 'VALIDATION'],
  }),
  send: act('PUT /chat/sendMessage', {
    id: 'C081',
    own: true,
    summary: 'Send a chat message; sent again with the same key it is there once',
    phi: 'none',
    ids,
    input: z.strictObject({
      ...keys,
      message: text,
      ...page,
      /** A new one for each message, the same when it is sent again. */
      messageKey: z.uuid('Enter a key.'),
      nextPosition: z.int().min(0).max(1_000_000).optional(),
    }),
    output: News.extend({ masked: z.boolean() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'CONFLICT', 'RULE', 'VALIDATION'],
  }),
  startTyping: act('PUT /chat/startTyping', {
    id: 'C082',
    own: true,
    summary: 'The user types',
    phi: 'none',
    ids,
    input: z.strictObject({ ...keys, ...page }),
    output: success,
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'VALIDATION'],
  }),
  stopTyping: act('PUT /chat/stopTyping', {
    id: 'C083',
    own: true,
    summary: 'The user stopped typing',
    phi: 'none',
    ids,
    input: z.strictObject(keys),
    output: success,
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'VALIDATION'],
  }),
  refresh: read('PUT /chat/refreshChat', {
    id: 'C084',
    summary: 'New messages of the own chat from a position on',
    phi: 'none',
    ids,
    input: z.strictObject({ ...keys, nextPosition: z.int().min(0).max(1_000_000) }),
    output: News.extend({ agentTyping: z.boolean(), replyBy: z.string().nullable() }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  end: act('PUT /chat/endChat', {
    id: 'C085',
    own: true,
    summary: 'End the own chat; where it named a claim, its text becomes a contact note of the claim',
    phi: 'none',
    ids,
    input: z.strictObject(keys),
    output: success.extend({ claimContactNoteId: z.string().nullable() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'VALIDATION'],
  }),
  rate: act('PUT /chat/{chatId}/rating', {
    id: 'X250',
    own: true,
    summary: 'Say whether an ended chat gave what was needed; said again, the last answer counts',
    phi: 'none',
    ids,
    input: z.strictObject({ chatId: keys.chatId, rating: z.enum(ratings, `Enter one of ${ratings.join(', ')}.`) }),
    output: success,
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'RULE'],
  }),
  transcript: read('GET /chat/{chatId}/transcript', {
    id: 'X251',
    summary: 'A chat as a text file, for its user and for agents',
    phi: 'limited',
    limit: 'export',
    trips: { count: 2, why: 'the list of exports has it once it is made' },
    ids,
    file: 'text/plain; charset=utf-8',
    input: z.strictObject({ chatId: keys.chatId }),
    output: z.custom<FileAnswer>().transform((answer) => answer as unknown as Blob),
    refusals: ['NOT_FOUND'],
  }),
  settings: read('GET /chat/settings?f', {
    id: 'C086',
    summary: 'How often the chat window asks',
    phi: 'none',
    input: z.strictObject({
      f: z
        .array(z.enum(chatIntervals, `Enter keys of these: ${chatIntervals.join(', ')}.`))
        .min(1)
        .max(2),
    }),
    output: z.record(z.string(), z.number()),
    refusals: ['VALIDATION'],
  }),
  queue: read('GET /agent/chat/queue', {
    id: 'E13',
    summary:
      'Chats that wait, users who are there before messages that were left; those of this agent, and the agents that are there',
    phi: 'limited',
    input: z.strictObject({}),
    output: z.object({
      waiting: z.array(Waiting),
      mine: z.array(Waiting),
      agents: z.array(z.object({ userId: z.string(), name: z.string() })),
      available: z.boolean(),
      quickReplies: z.array(z.string()),
    }),
    refusals: ['NOT_ALLOWED'],
  }),
  conversation: read('GET /agent/chat/{id}?nextPosition', {
    id: 'E13',
    summary: 'A chat as its agent sees it',
    phi: 'limited',
    ids: { id: 'chat_session' },
    input: z.strictObject({ id, nextPosition: z.int().min(0).max(1_000_000).optional() }),
    output: Conversation,
    refusals: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
  take: act('PUT /agent/chat/{id}/agent', {
    id: 'E13',
    summary: 'Take a chat, give it back to the queue, or hand it to another agent; one agent has it',
    phi: 'limited',
    ids: { id: 'chat_session' },
    input: z.strictObject({
      id,
      mine: z.boolean('Say whether you take it.'),
      /** Another agent who gets it, by user id. */
      to: z.uuid('Enter the user id of an agent.').optional(),
    }),
    output: success.extend({ state: State, agent: z.string().nullable() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'CONFLICT', 'VALIDATION'],
  }),
  reply: act('PUT /agent/chat/{id}/message', {
    id: 'E13',
    summary: 'Send a message as the agent',
    phi: 'limited',
    ids: { id: 'chat_session' },
    input: z.strictObject({ id, message: text, messageKey: z.uuid('Enter a key.') }),
    output: success.extend({ index: z.int(), masked: z.boolean() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'CONFLICT'],
  }),
  note: act('PUT /agent/chat/{id}/note', {
    id: 'E13',
    summary: 'Write a private note, which only agents see',
    phi: 'limited',
    ids: { id: 'chat_session' },
    input: z.strictObject({ id, note: text }),
    output: success.extend({ noteId: z.string() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED'],
  }),
  typing: act('PUT /agent/chat/{id}/typing', {
    id: 'E13',
    summary: 'The agent types, or stopped',
    phi: 'none',
    ids: { id: 'chat_session' },
    input: z.strictObject({ id, typing: z.boolean('Say whether you type.') }),
    output: success,
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'CONFLICT'],
  }),
  finish: act('PUT /agent/chat/{id}/end', {
    id: 'E13',
    summary: 'End a chat as its agent',
    phi: 'limited',
    ids: { id: 'chat_session' },
    input: z.strictObject({ id }),
    output: success.extend({ claimContactNoteId: z.string().nullable() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'CONFLICT'],
  }),
  presence: act('PUT /agent/chat/presence', {
    id: 'E13',
    summary: 'The agent is there, and takes chats or does not',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      available: z.boolean('Say whether you take chats.'),
      /** Nobody looks at the page: it is heard of once a minute. */
      hidden: z.boolean().optional(),
    }),
    output: success,
    refusals: ['UPDATE_BLOCKED', 'NOT_ALLOWED'],
  }),
})
