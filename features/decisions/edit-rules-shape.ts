import { z } from 'zod'

export const EditRules = z.object({
  fields: z.object({
    startDate: z.object({ editable: z.boolean(), min: z.string(), max: z.string(), default: z.string() }),
    endDate: z.object({ editable: z.boolean(), min: z.string(), max: z.string(), default: z.string() }),
    oneTimeFill: z.object({ editable: z.boolean(), default: z.boolean() }),
    drugLevel: z.object({ allowed: z.array(z.int()), default: z.int() }),
    paMaxFill: z.object({ visible: z.boolean(), min: z.int(), max: z.int(), default: z.int().nullable() }),
    overrideAllRejections: z.object({ visible: z.boolean() }),
    safetyRejectEnabled: z.object({ visible: z.boolean(), ackRequired: z.boolean() }),
  }),
  hardStops: z.array(z.string()),
  approveAuthType: z.object({ id: z.int(), name: z.string() }),
  situation: z.string(),
  levels: z.array(z.object({ level: z.int(), label: z.string(), description: z.string() })),
})
export type EditRules = z.infer<typeof EditRules>
