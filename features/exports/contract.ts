import { z } from 'zod'
import { claimId, mcCode } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { day } from '#platform/dates/fields.ts'
import { marks, states } from './rules.ts'

const words = (what: string) => z.string().trim().min(1, what).max(1000, 'Write 1,000 characters at most.')
/** What was asked of the user who took a file. */
const Question = z.object({
  questionId: z.string(),
  question: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  /** Null while it waits. */
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
})
const Export = z.object({
  /** The call that made it: what its user knows as the Support Id. */
  exportId: z.string(),
  at: z.string(),
  /** Who took it; the portal itself for what ran on a schedule. */
  name: z.string(),
  username: z.string().nullable(),
  what: z.string(),
  about: z.string().nullable(),
  subCarrier: z.string().nullable(),
  /** How its rows were chosen; filters that may name somebody without their value. */
  filters: z.array(z.string()),
  state: z.enum(states),
  /** Rows that left; null where it was never counted, as on paper. */
  rows: z.int().nullable(),
  /** Its size as it left; null where it was not recorded yet. */
  bytes: z.int().nullable(),
  endedAt: z.string().nullable(),
  /** What is unusual about it. */
  marks: z.array(z.enum(marks)),
  /** Whether it can be made again from its entry. */
  again: z.boolean(),
  /** Whether the caller may ask who took it about it. */
  mayAsk: z.boolean(),
  questions: z.array(Question),
})
export type Export = z.infer<typeof Export>

export const exportList = calls('exports', {
  list: read('GET /admin/exports?masterCarrier&username&subject&claimId&from&to&state&mark&size&after', {
    id: 'X215',
    summary: 'Every file that left the portal, newest first: who took what, when, and how it ended',
    phi: 'limited',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      /** Only those of this user. */
      username: z.string().trim().max(60).optional(),
      /** Only files of this kind or about this, by words of the list: "letters", "transactions". */
      subject: z.string().trim().max(60).optional(),
      /** Only files that had something of this claim in them. */
      claimId: claimId.optional(),
      /** First and last day, of the caller's zone. */
      from: day.optional(),
      to: day.optional(),
      state: z.enum(states).optional(),
      /** Only files with this mark. */
      mark: z.enum(marks).optional(),
      size: z.int().min(1, 'Enter 1 to 100.').max(100, 'Enter 1 to 100.').default(50),
      /** `next` of the previous answer. */
      after: z.string().max(2000).optional(),
    }),
    output: z.object({ content: z.array(Export), next: z.string().nullable() }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'VALIDATION'],
  }),
  weeks: read('GET /admin/exportWeeks?masterCarrier', {
    id: 'X672',
    summary:
      'How many files left the portal in each of the last twelve weeks, with how many rows, and how many are marked',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional() }),
    output: z.object({
      /** Weeks from Monday on in the time zone of the carrier, oldest first; the last is this one. */
      weeks: z.array(z.object({ from: z.string(), files: z.int(), rows: z.number(), marked: z.int() })),
    }),
    refusals: ['NOT_ALLOWED'],
  }),
  one: read('GET /admin/exports/{exportId}', {
    id: 'X671',
    summary:
      'More of a file of the list: its columns, how many claims are in it, its check sum, what is unusual about it',
    phi: 'none',
    ids: { exportId: 'export_record' },
    input: z.strictObject({ exportId: z.uuid('Enter the id of an export.') }),
    output: z.object({
      /** As people read them; null where what made the file is not kept, or chooses none. */
      columns: z.array(z.string()).nullable(),
      claims: z.int(),
      /** SHA-256 of the file as it left; null where it was not recorded. */
      sha256: z.string().nullable(),
      /** Why it has its marks. */
      why: z.array(z.string()),
    }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
  again: read('GET /admin/exports/{exportId}/again', {
    id: 'X490',
    summary: 'The call and input that make a file of the list again; who makes it needs the rights for it',
    phi: 'limited',
    ids: { exportId: 'export_record' },
    input: z.strictObject({ exportId: z.uuid('Enter the id of an export.') }),
    output: z.object({
      /** Method and address of the call, as its contract has them. */
      line: z.string(),
      input: z.record(z.string(), z.unknown()),
    }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'RULE'],
  }),
  ask: act('POST /admin/exports/{exportId}/questions', {
    id: 'X530',
    trips: { count: 3, why: 'of two who ask at once the insert says who was first' },
    summary: 'Ask the user who took a file about it; the answer is kept with its entry',
    phi: 'none',
    ids: { exportId: 'export_record' },
    input: z.strictObject({ exportId: z.uuid('Enter the id of an export.'), question: words('Enter a question.') }),
    output: z.object({ success: z.literal(true), questionId: z.string() }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'RULE'],
  }),
  questions: read('GET /exports/questions', {
    id: 'X531',
    summary: 'What account managers asked the caller about files the caller took, open questions first',
    phi: 'none',
    input: z.strictObject({}),
    output: z.array(
      Question.extend({
        what: z.string(),
        about: z.string().nullable(),
        /** When the file was taken. */ at: z.string(),
      }),
    ),
  }),
  answer: act('PUT /exports/questions/{questionId}', {
    id: 'X532',
    own: true,
    summary: 'Answer a question about a file the caller took',
    phi: 'none',
    ids: { questionId: 'export_question' },
    input: z.strictObject({ questionId: z.uuid('Enter the id of a question.'), answer: words('Enter an answer.') }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND', 'RULE'],
  }),
  job: read('GET /jobs/exports/{id}', {
    id: 'E18',
    summary: 'How far an own export is, and how it ended; for other systems',
    phi: 'none',
    input: z.strictObject({ id: z.uuid('Enter the id of an export.') }),
    output: Export.pick({ exportId: true, at: true, what: true, state: true, rows: true, bytes: true, endedAt: true }),
    refusals: ['NOT_FOUND'],
  }),
})
