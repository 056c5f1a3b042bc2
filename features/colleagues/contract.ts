import { z } from 'zod'
import { mcCode, subOrAll } from '#features/claims/fields.ts'
import { calls, read } from '#platform/calls/contract.ts'
import { userTypes } from './rules.ts'

/** Id or username of a user of the session's carrier. */
const user = z.string().min(1).max(64)

export const colleagues = calls('colleagues', {
  groups: read('GET /user/clients/groups/_{masterCarrier}?userId', {
    id: 'C140',
    summary: 'The groups a user may work, as far as the asker sees them',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode,
      /** The caller by default. */
      userId: user.optional(),
    }),
    output: z.array(
      z.object({
        groupCode: z.string(),
        groupName: z.string(),
        subCarrier: z.string(),
        state: z.string(),
        autoPa: z.boolean(),
      }),
    ),
    refusals: ['NOT_FOUND'],
  }),
  fullName: read('GET /user/{id}/fullName', {
    id: 'C141',
    summary: "A colleague's id and full name, by id or username",
    phi: 'none',
    input: z.strictObject({ id: user }),
    output: z.object({ id: z.string(), fullName: z.string() }),
    refusals: ['NOT_FOUND'],
  }),
  type: read('GET /user/{id}/type', {
    id: 'C142',
    summary: "A colleague's type",
    phi: 'none',
    input: z.strictObject({ id: z.uuid('Enter the id of a user.') }),
    output: z.object({
      type: z.enum(userTypes),
      ssoUser: z.boolean(),
    }),
    refusals: ['NOT_FOUND'],
  }),
  nameByEmail: read('GET /user/{a}/{b}/{c}/{d}/fullNameByEmailAndCarrier', {
    id: 'C143',
    summary: "The name behind a case owner's e-mail address: a the address, b carrier, c sub-carrier, d group",
    phi: 'none',
    carrier: ['b'],
    input: z.strictObject({
      a: z.string().min(3).max(200),
      b: mcCode,
      c: subOrAll,
      d: z.string().regex(/^[A-Z0-9-]{1,15}$/, 'Enter a group code or ALL.'),
    }),
    output: z.object({ fullName: z.string(), active: z.boolean(), email: z.string() }),
    refusals: ['NOT_FOUND'],
  }),
})
