import { z } from 'zod'
import { uuid } from '#features/authorizations/contract.ts'
import { mcCode, reference, subOrAll } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'

const state = z.string().trim().min(2, 'Enter a state.').max(8)

const Rule = z.object({
  jurisState: z.string(),
  name: z.string(),
  eobrRequired: z.boolean(),
  codeSet: z.string(),
  appealText: z.string(),
  /** Days in which a bill is answered, as its clock counts them: the state's, or an internal target where none was found. */
  dueDays: z.int(),
})

export const eobr = calls('eobr', {
  toggle: read('GET /eobr/toggle/{x}', {
    id: 'C042',
    summary: 'Whether explanations of bill review are on for this carrier',
    phi: 'none',
    carrier: ['x'],
    input: z.strictObject({ x: mcCode }),
    output: z.object({ eobrEnabled: z.boolean(), jurisdictions: z.array(z.string()) }),
    refusals: ['NOT_FOUND'],
  }),
  list: read('GET /eobr/dropdownlist/{list}?jurisState', {
    id: 'C043',
    summary: 'The values of a list for an explanation of bill review',
    phi: 'none',
    input: z.strictObject({ list: z.string().max(40), jurisState: state.optional() }),
    output: z.array(z.object({ id: z.string(), code: z.string(), label: z.string(), active: z.boolean() })),
    refusals: ['VALIDATION'],
  }),
  jurisdictions: read('GET /jurisdictions/eobr/{x}', {
    id: 'C044',
    summary: 'Which states need an explanation of bill review, with which codes',
    phi: 'none',
    input: z.strictObject({ x: state }),
    output: z.array(Rule),
    refusals: ['NOT_FOUND'],
  }),
  note: act('POST /eobr/stratusnotes', {
    id: 'C045',
    summary: 'Keep how a bill is explained: codes, action and words',
    phi: 'limited',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      authorizationId: uuid.optional(),
      referenceNumber: reference.optional(),
      /** The claim's state; another one is refused. */
      jurisState: state,
      eobrCodes: z.array(z.string().max(10)).min(1, 'Choose 1 to 4 codes.').max(4, 'Choose 1 to 4 codes.'),
      action: z.enum(['PAY', 'REDUCE', 'DENY', 'RETURN'], 'Enter PAY, REDUCE, DENY or RETURN.'),
      note: z.string().trim().max(1000, 'Enter at most 1,000 characters.').default(''),
    }),
    output: z.object({ success: z.literal(true), noteId: z.string() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'FEATURE_OFF', 'VALIDATION'],
  }),
  labels: read('POST /passthru/labels', {
    id: 'C046',
    summary: 'The names of the fields a carrier defines for itself',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional(), subCarrier: subOrAll.optional() }),
    output: z.object({
      /** `field1` to `field10`; a field without a label is hidden. */
      labels: z.record(z.string(), z.string()),
      showOn: z.record(z.string(), z.array(z.enum(['screen', 'letter', 'extract']))),
    }),
    refusals: ['NOT_FOUND'],
  }),
})
