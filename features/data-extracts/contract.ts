import { z } from 'zod'
import { mcCode, subCode } from '#features/claims/fields.ts'
import { roles } from '#features/permissions/roles.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { dropSteps } from '#platform/calls/file-drop.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'
import { cadences, deliveryStates, periods } from './schedule-rules.ts'

const key = z.string().regex(/^[a-zA-Z]{1,60}$/, 'Enter a key of the list.')

const Parameters = z.object({
  /** Text, Select or DateRange; a page takes others as well, to name them. */
  type: z.string(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  /** Characters and ranges of them, blanks between; case does not count. */
  validCharacters: z.string().optional(),
  options: z.array(z.object({ key: z.string(), label: z.string() })).optional(),
  multiSelect: z.boolean().optional(),
  fromName: z.string().optional(),
  toName: z.string().optional(),
  fromDisplayValue: z.string().optional(),
  toDisplayValue: z.string().optional(),
})
const Filter = z.object({
  /** SOLO or GROUP; a page takes others as well, to name them. */
  filterType: z.string(),
  filtering: z.string(),
  outputFieldName: z.string(),
  fieldName: z.string(),
  fieldDisplayValue: z.string(),
  required: z.boolean(),
  parameters: Parameters,
})

const stamp = z.iso.datetime({ offset: true, error: 'Invalid date' }).nullable().optional()
const unsupported = (what: string) => (issue: { input?: unknown }) =>
  `Unsupported form filter${what} type: ${String(issue.input).slice(0, 40)}`
/** A filter as filled: text in `value`, choices in `selectedOptions`, a range in `fromValue` and `toValue`. */
const Filled = z.strictObject({
  fieldName: key,
  filterType: z.enum(['SOLO', 'GROUP'], { error: unsupported('') }).optional(),
  parameters: z
    .strictObject({ type: z.enum(['Text', 'Select', 'DateRange'], { error: unsupported(' field') }) })
    .optional(),
  value: z.string().max(200, 'Maximum length: 200').optional(),
  selectedOptions: z.array(z.string().max(60)).max(100).optional(),
  fromValue: stamp,
  toValue: stamp,
})

/** What makes an extract; a preset keeps the same. */
const Extract = {
  mc: mcCode,
  /** One program. */
  selectedSubCarriers: z.array(subCode).length(1, 'Choose one program.'),
  subjectAreaId: key,
  /** Keys of fields, in the order of the columns. */
  fieldList: z.array(key).min(1, 'Required').max(100),
  reportFilters: z.array(Filled).max(30).default([]),
}

export const dataExtracts = calls('dataExtracts', {
  subjectAreas: read('GET /reporting/subjectareas', {
    id: 'C087',
    summary: 'What data can be extracted',
    phi: 'none',
    input: z.strictObject({}),
    output: z.array(z.object({ key: z.string(), label: z.string() })),
    refusals: ['NOT_FOUND'],
  }),
  parameters: read('GET /reporting/{a}/{b}/parameters', {
    id: 'C088',
    summary: 'Fields and filters of a subject area',
    phi: 'none',
    input: z.strictObject({ a: key, b: subCode }),
    output: z.object({
      fieldList: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          type: z.enum(['text', 'number', 'money', 'date', 'instant']),
          default: z.boolean(),
        }),
      ),
      requiredReportFilters: z.array(Filter),
      /** Each is offered while its field is chosen. */
      optionalReportFilters: z.array(Filter),
    }),
    refusals: ['NOT_FOUND'],
  }),
  extract: read('POST /reporting/_{mc}/extract', {
    id: 'C089',
    summary: 'Extract data as a CSV file of any length',
    phi: 'full',
    limit: 'export',
    carrier: ['mc'],
    trips: {
      count: 12,
      why: 'counting for the audit and copying are transactions of their own, a statement at a time',
    },
    file: 'text/csv; charset=utf-8',
    input: z.strictObject(Extract),
    output: z.custom<FileAnswer>().transform((answer) => answer as unknown as Blob),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  count: read('POST /reporting/_{mc}/extract/count', {
    id: 'X182',
    summary: 'How many rows an extract would have, counted to a million',
    phi: 'none',
    roles, // a filter by name and birth date says who is a patient
    limit: 'search',
    carrier: ['mc'],
    input: z.strictObject(Extract),
    output: z.object({
      /** One more than a file may have stands for more. */
      rows: z.int(),
      most: z.int(),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  preview: read('POST /reporting/_{mc}/extract/preview', {
    id: 'X385',
    summary: 'The first 20 rows an extract would have',
    phi: 'full',
    limit: 'search',
    carrier: ['mc'],
    input: z.strictObject(Extract),
    output: z.object({
      /** A row a list, a text a field, in the order of the fields. */
      content: z.array(z.array(z.string())),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  programs: read('GET /reporting/_{mc}/listSubCarriers', {
    id: 'C090',
    summary: 'Programs whose data the user may extract',
    phi: 'none',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode }),
    output: z.array(z.object({ carrierCode: z.string(), carrierName: z.string() })),
    refusals: ['NOT_FOUND'],
  }),
})

const uuid = z.uuid('Enter an id of the list.')
const title = z.string().trim().min(1, 'Required').max(60, 'Maximum length: 60')
const success = z.object({ success: z.literal(true) })
/** As it is kept; nothing where it cannot be read any more. */
const Kept = z
  .object({
    selectedSubCarriers: z.array(z.string()),
    subjectAreaId: z.string(),
    fieldList: z.array(z.string()),
    reportFilters: z.array(Filled),
  })
  .nullable()

const Preset = z.object({
  presetId: z.string(),
  name: z.string(),
  shared: z.boolean(),
  /** Whose it is, where it is somebody else's. */
  by: z.string().nullable(),
  program: z.string(),
  area: z.string(),
  extract: Kept,
})
export type Preset = z.infer<typeof Preset>

const Recent = z.object({
  exportId: z.string(),
  at: z.string(),
  area: z.string(),
  program: z.string(),
  scheduled: z.boolean(),
  state: z.enum(['RUNNING', 'FINISHED', 'CANCELED', 'FAILED']),
  rows: z.int().nullable(),
  extract: Kept,
})
export type Recent = z.infer<typeof Recent>

/** A file of a schedule. */
const Run = z.object({
  dueAt: z.string(),
  state: z.enum(deliveryStates),
  file: z.string(),
  rows: z.int().nullable(),
  why: z.string().nullable(),
  supportId: z.string().nullable(),
  /** How often it was tried so far. */
  tries: z.int(),
  /** When it is tried again; null where no try waits. */
  nextTryAt: z.string().nullable(),
})
export type Run = z.infer<typeof Run>

const Schedule = z.object({
  scheduleId: z.string(),
  name: z.string(),
  program: z.string(),
  area: z.string(),
  cadence: z.enum(cadences),
  day: z.int(),
  hour: z.int(),
  period: z.enum(periods),
  paused: z.boolean(),
  /** Why it is paused, where its owner did not. */
  why: z.string().nullable(),
  nextAt: z.string(),
  /** Its latest file. */
  last: Run.nullable(),
})
export type Schedule = z.infer<typeof Schedule>

/** What users keep of their extracts: under a name, the last ones, on a schedule. */
export const keptExtracts = calls('keptExtracts', {
  presets: read('GET /reporting/_{mc}/extracts/presets', {
    id: 'X216',
    summary: 'Extracts the caller keeps, and those shared with users of their programs',
    phi: 'limited',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode }),
    output: z.array(Preset),
    refusals: ['NOT_FOUND'],
  }),
  keepPreset: act('POST /reporting/_{mc}/extracts/presets', {
    id: 'X217',
    summary: 'Keep an extract under a name; an own one of that name is replaced',
    phi: 'limited',
    carrier: ['mc'],
    input: z.strictObject({ ...Extract, name: title, shared: z.boolean() }),
    output: success.extend({ presetId: z.string() }),
    refusals: ['NOT_FOUND', 'VALIDATION', 'RULE'],
  }),
  removePreset: act('DELETE /reporting/_{mc}/extracts/presets/{presetId}', {
    id: 'X218',
    summary: 'Remove an own kept extract',
    phi: 'none',
    carrier: ['mc'],
    ids: { presetId: 'data_extract_preset' },
    input: z.strictObject({ mc: mcCode, presetId: uuid }),
    output: success,
    refusals: ['NOT_FOUND'],
  }),
  recent: read('GET /reporting/_{mc}/extracts/recent', {
    id: 'X219',
    summary: "The caller's last ten extracts",
    phi: 'limited',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode }),
    output: z.array(Recent),
    refusals: ['NOT_FOUND'],
  }),
  schedules: read('GET /reporting/_{mc}/extracts/schedules', {
    id: 'X220',
    summary: "The caller's scheduled extracts, each with its latest file",
    phi: 'none',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode }),
    output: z.object({
      content: z.array(Schedule),
      /** The hours of schedules are of this zone. */
      zone: z.string(),
      goesTo: z.enum(['folder', 'sftp']),
    }),
    refusals: ['NOT_FOUND'],
  }),
  runs: read('GET /reporting/_{mc}/extracts/schedules/{scheduleId}/runs', {
    id: 'X386',
    summary: 'The latest files of an own scheduled extract, newest first: when, how many rows, how each ended',
    phi: 'none',
    carrier: ['mc'],
    ids: { scheduleId: 'data_extract_schedule' },
    input: z.strictObject({ mc: mcCode, scheduleId: uuid }),
    output: z.object({ content: z.array(Run.extend({ endedAt: z.string().nullable() })) }),
    refusals: ['NOT_FOUND'],
  }),
  addSchedule: act('POST /reporting/_{mc}/extracts/schedules', {
    id: 'X221',
    summary: 'Have an extract made and delivered on a schedule',
    phi: 'limited',
    carrier: ['mc'],
    input: z.strictObject({
      ...Extract,
      name: title,
      cadence: z.enum(cadences),
      /** Weekly: 0 is Sunday. Monthly: 1 to 28. Daily: 0. */
      day: z.int().min(0, 'Enter a day.').max(28, 'Enter a day.'),
      hour: z.int().min(0, 'Enter an hour.').max(23, 'Enter an hour.'),
      period: z.enum(periods),
    }),
    output: success.extend({ scheduleId: z.string(), nextAt: z.string() }),
    refusals: ['NOT_FOUND', 'VALIDATION', 'RULE'],
  }),
  pauseSchedule: act('PUT /reporting/_{mc}/extracts/schedules/{scheduleId}', {
    id: 'X222',
    summary: 'Pause or resume an own scheduled extract',
    phi: 'none',
    carrier: ['mc'],
    ids: { scheduleId: 'data_extract_schedule' },
    input: z.strictObject({ mc: mcCode, scheduleId: uuid, paused: z.boolean() }),
    output: success.extend({
      nextAt: z.string(),
      /** The file that is made at once of what failed files before it should have had; null where nothing was missed. */
      file: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND'],
  }),
  runSchedule: act('POST /reporting/_{mc}/extracts/schedules/{scheduleId}/run', {
    id: 'X491',
    summary: 'Have a file of an own scheduled extract made now, beside its schedule',
    phi: 'none',
    carrier: ['mc'],
    ids: { scheduleId: 'data_extract_schedule' },
    input: z.strictObject({ mc: mcCode, scheduleId: uuid }),
    output: success.extend({ file: z.string() }),
    refusals: ['NOT_FOUND', 'RULE'],
  }),
  testDestination: act('POST /reporting/_{mc}/extracts/destination/test', {
    id: 'X492',
    summary: 'Try the place files of schedules are left, step by step; no file of data is sent',
    phi: 'none',
    limit: 'search',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode }),
    output: z.object({ steps: z.array(z.object({ step: z.enum(dropSteps), ok: z.boolean() })) }),
    refusals: ['NOT_FOUND'],
  }),
  removeSchedule: act('DELETE /reporting/_{mc}/extracts/schedules/{scheduleId}', {
    id: 'X223',
    summary: 'Remove an own scheduled extract',
    phi: 'none',
    carrier: ['mc'],
    ids: { scheduleId: 'data_extract_schedule' },
    input: z.strictObject({ mc: mcCode, scheduleId: uuid }),
    output: success,
    refusals: ['NOT_FOUND'],
  }),
})
