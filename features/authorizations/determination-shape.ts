import { storedDay } from '#platform/dates/fields.ts'
import { z } from 'zod'
import { determinationKinds, determinationResults } from './determination-kinds.ts'

/** A determination or order from outside as it was written down; what a denial has not is null. */
export const Determined = z.object({
  determinationId: z.string(),
  kind: z.enum(determinationKinds),
  authority: z.string(),
  /** Their number of it. */
  number: z.string(),
  determinedOn: storedDay,
  result: z.enum(determinationResults),
  startDate: storedDay.nullable(),
  endDate: storedDay.nullable(),
  oneTimeFill: z.boolean().nullable(),
  drugLevel: z.int().nullable(),
  maxFills: z.int().nullable(),
  /** Most units, and most days of supply, of one fill. */
  maxQty: z.number().nullable(),
  maxDays: z.int().nullable(),
  documentId: z.string().nullable(),
  note: z.string(),
  recordedBy: z.string(),
  recordedAt: z.string(),
})
export type Determined = z.infer<typeof Determined>
