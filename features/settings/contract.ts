import { z } from 'zod'
import { calls, read } from '#platform/calls/contract.ts'

const mcCode = z.string().regex(/^[A-Z0-9]{2,6}$/, 'Enter a carrier code.')
const subCode = z.string().regex(/^[A-Z0-9]{2,8}$/, 'Enter a sub-carrier code.')
const settingValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const settings = calls('settings', {
  extractSubCarriers: read('GET /user/subCarriers?masterCarrier', {
    id: 'A11',
    summary: 'Sub-carriers the caller may extract data for',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode }),
    output: z.array(z.object({ carrierCode: z.string(), carrierName: z.string(), subCarrierId: z.int() })),
  }),
  client: read('GET /clientSettings/_{id1}/_{id2}?level', {
    id: 'A12',
    summary: 'Client settings at one level',
    phi: 'none',
    carrier: ['id1'],
    input: z.strictObject({
      id1: mcCode,
      id2: z.string().regex(/^([A-Z0-9]{2,8}|ALL)$/, 'Enter a sub-carrier code or ALL.'),
      level: z.string().max(40),
    }),
    output: z.object({ level: z.string(), settings: z.record(z.string(), settingValue) }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  features: read('GET /features?f&masterCarrier', {
    id: 'C004',
    summary: 'Read feature flags',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      f: z.array(z.string().max(60)).min(1).max(20),
      masterCarrier: mcCode.optional(),
      /** As this sub-carrier has them. */
      subCarrier: subCode.optional(),
    }),
    output: z.object({
      flag: z.string(),
      enabled: z.boolean(),
      value: z.boolean(),
      flags: z.record(z.string(), z.boolean()),
    }),
    refusals: ['NOT_FOUND'],
  }),
  intervals: read('GET /settings?f', {
    id: 'C124',
    summary: 'How often pages ask again, and the sizes of batches',
    phi: 'none',
    input: z.strictObject({ f: z.array(z.string().max(60)).min(1, 'Enter at least one key.').max(20) }),
    output: z.record(z.string(), z.number()),
    refusals: ['VALIDATION'],
  }),
})
