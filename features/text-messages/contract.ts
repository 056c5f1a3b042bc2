import { z } from 'zod'
import { Page } from '#platform/calls/page.ts'
import { claimId, mcCode, page, size, subCode, zone } from '#features/claims/fields.ts'
import { phone } from '#features/claims/number-shapes.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'
import { day } from '#platform/dates/fields.ts'
import { gatewayActions, templates } from './gateway-rules.ts'
import { textStates } from './rules.ts'

/** A file: the handler makes it, the browser receives it. */
const File = z.custom<FileAnswer>().transform((answer) => answer as unknown as Blob)

const stateName = z.enum(textStates.map((one) => one.name))

export const texts = calls('texts', {
  inbound: act('POST /sms/inbound', {
    id: 'E10',
    summary: 'The text message gateway hands over what somebody texted: STOP, START, YES, HELP or anything else',
    service: { kind: 'number', field: 'from' },
    phi: 'none',
    limit: 'intake',
    input: z.strictObject({
      /** The gateway's own id of the text; a repeated report changes nothing. */
      id: z.string().regex(/^[\w.:-]{1,100}$/, "Enter the gateway's id of the text."),
      from: phone,
      text: z.string().max(1600),
    }),
    output: z.object({
      success: z.literal(true),
      meaning: z.enum(['ACCEPT', 'JOIN', 'STOP', 'HELP', 'OTHER']),
      /** True when a text is sent in reply. */
      answered: z.boolean(),
    }),
    refusals: ['NOT_FOUND'],
  }),
  status: act('POST /sms/status', {
    id: 'E10',
    summary: 'The text message gateway says what became of a text',
    service: { kind: 'text', field: 'messageId' },
    phi: 'none',
    limit: 'intake',
    input: z.strictObject({
      messageId: z.uuid('Enter the id of a text.'),
      status: z.enum(['sent', 'delivered', 'failed'], 'Enter sent, delivered or failed.'),
      /** Permanent, because the number is a landline, or temporary; permanent by default. */
      failure: z.enum(['HARD', 'LANDLINE', 'TEMPORARY'], 'Enter HARD, LANDLINE or TEMPORARY.').optional(),
      reason: z.string().max(200).optional(),
    }),
    output: z.object({ success: z.literal(true), status: z.string() }),
    refusals: ['NOT_FOUND'],
  }),
  campaign: read('GET /campaignstatus/_{a}/_{b}/_{c}', {
    id: 'C121',
    summary: 'Where the worker of a claim stands with text messages',
    phi: 'limited',
    carrier: ['a'],
    ids: { c: 'wc_claim' },
    input: z.strictObject({ a: mcCode, b: subCode, c: claimId }),
    output: z.object({
      state: stateName,
      stateId: z.int(),
      label: z.string(),
      /** "(***) ***-0144"; null where the worker was never asked. */
      mobile: z.string().nullable(),
      optedInAt: z.string().nullable(),
      optedOutAt: z.string().nullable(),
      language: z.string(),
      canSend: z.boolean(),
      /** Why no text can be sent; null where one can. */
      reason: z.string().nullable(),
      /** The mobile number on file, masked; null where there is none. */
      mobileOnFile: z.string().nullable(),
      invitedAt: z.string().nullable(),
      /** How consent came: the worker's own text, the carrier, a call, paper; null where the worker was never asked. */
      consentSource: z.string().nullable(),
      /** Who recorded it; null where no user did. */
      recordedBy: z.string().nullable(),
      /** Texts to the number today, and how many it may get in a day. */
      sentToday: z.int(),
      mostPerDay: z.int(),
      /** The worker's time zone (IANA), in which no text is sent from 21:00 to 08:00. */
      zone: z.string(),
      /** When a text written now is sent; null where it is sent at once. */
      waitsUntil: z.string().nullable(),
      /** What this user may do, with the reason for what they may not. */
      actions: z.array(
        z.object({
          action: z.enum(gatewayActions),
          whyNot: z.object({ code: z.string(), message: z.string() }).nullable(),
        }),
      ),
      /** The fixed texts, in both languages, with the reason for those that are not true now. */
      templates: z.array(
        z.object({
          template: z.enum(templates),
          en: z.string(),
          es: z.string(),
          whyNot: z.string().nullable(),
          lastSentAt: z.string().nullable(),
        }),
      ),
    }),
    refusals: ['NOT_FOUND'],
  }),
  gateway: act('POST /commGateway', {
    id: 'C123',
    summary: 'Invite a worker to text messages, end them, or send one of the fixed texts',
    phi: 'limited',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      claimId,
      masterCarrier: mcCode.optional(),
      action: z.enum(gatewayActions, `Enter one of ${gatewayActions.join(', ')}.`),
      /** The number on file, as the sender read it; another one is refused. */
      mobile: phone.optional(),
      /** For SEND. */
      template: z.enum(templates, `Enter one of ${templates.join(', ')}.`).optional(),
      /** The worker's own by default. */
      language: z.enum(['en', 'es'], 'Enter en or es.').optional(),
      /** For ENROLL: how and on which day the worker agreed to be asked; for OPT_OUT how they said no. `by` is ignored: it is the caller. */
      consent: z
        .strictObject({
          source: z.enum(['PHONE', 'PAPER'], 'Enter PHONE or PAPER.'),
          at: day,
          by: z.string().max(120).optional(),
        })
        .optional(),
    }),
    output: z.object({
      success: z.literal(true),
      state: stateName,
      stateId: z.int(),
      /** The text; null where none is sent. */
      messageId: z.string().nullable(),
      /** When it is sent, where it waits for the morning. */
      waitsUntil: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'VALIDATION', 'RULE', 'FEATURE_OFF'],
  }),
  history: read('GET /eventloghistory/_{mc}/_{sc}/_{claimId}?page&size', {
    id: 'C122',
    summary: 'Text messages to and from the worker of a claim, newest first',
    phi: 'limited',
    carrier: ['mc'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({ mc: mcCode, sc: subCode, claimId, page, size }),
    output: Page(
      z.object({
        at: z.string(),
        direction: z.enum(['IN', 'OUT']),
        /** The purpose of the text; for a text from the worker, its meaning. */
        template: z.string().nullable(),
        text: z.string(),
        state: z.enum(['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'BLOCKED', 'RECEIVED']),
        error: z.string().nullable(),
      }),
    ),
    refusals: ['NOT_FOUND'],
  }),
  export: read('POST /eventloghistory/export/{type}', {
    id: 'X230',
    summary: 'Text messages to and from the worker of a claim as a file, newest first',
    phi: 'limited',
    limit: 'export',
    trips: {
      count: 3,
      why: 'the audit says what the file is of, so it follows the rows; how it ended follows the file',
    },
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    file: 'text/csv; charset=utf-8',
    input: z.strictObject({
      /** CSV or PDF, in any case. */
      type: z.string().max(50),
      masterCarrier: mcCode,
      subCarrier: subCode,
      claimId,
      timeZone: zone.optional(),
    }),
    output: File,
    refusals: ['NOT_FOUND', 'UNKNOWN_EXPORT_TYPE', 'FEATURE_OFF', 'VALIDATION'],
  }),
})
