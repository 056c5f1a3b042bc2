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

/** A safety finding or an ordinary code of the approve form: whether the caller may clear it, and why not. */
const Clearing = z.object({
  reject: z.object({
    rejectCode: z.string(),
    description: z.string(),
    safety: z.boolean(),
    severity: z.int().nullable(),
    /** What names it in an approval: its code, or the finding where others have the same code. */
    finding: z.string(),
    /** What a safety finding is about: "major, 40 mg a day, with alprazolam"; else ''. */
    about: z.string(),
  }),
  may: z.boolean(),
  whyNot: z.string().nullable(),
  /** Over the caller's own limit: a second person must confirm. */
  secondPerson: z.boolean(),
})
export type Clearing = z.infer<typeof Clearing>

/** What was asked for, where the caller may not grant less or later than that. */
const LeastGrant = z.object({
  code: z.enum(['NEEDS_UR_DECISION', 'DENIAL_TOO_LATE']),
  message: z.string(),
  latestStart: z.string().nullable(),
  daysSupply: z.int(),
  quantity: z.number().nullable(),
  /** Fewest fills, and whether the prescription says how many were asked for. */
  fills: z.object({ atLeast: z.int(), areKnown: z.boolean() }).nullable(),
  /** Fewest days from the start to the end: of a range, and of a single fill; no end after `lastEnd` is asked. */
  days: z.int().nullable(),
  onceDays: z.int().nullable(),
  lastEnd: z.string().nullable(),
})
export type LeastGrant = z.infer<typeof LeastGrant>

const Counted = z.object({ products: z.int(), names: z.array(z.string()) })
/** What a block stops and what it leaves alone, counted in the catalog. */
const Reached = z.object({ level: z.int(), brandOnly: z.boolean(), stops: Counted, stays: Counted })

/** The edit rules with what the caller may do in the form, by the carrier's settings. */
export const FormRules = EditRules.extend({
  clearings: z.array(Clearing),
  /** An approval waits for a second person, for its cost or its drug. */
  secondApproval: z.boolean(),
  /** The reason an approval begins with; null where none is sure to be true of the claim. */
  presetReason: z.int().nullable(),
  leastGrant: LeastGrant.nullable(),
  /** The prescription an approval covers alone, where the state approves one prescription order. */
  oneOrder: z.string().optional(),
  /** The state lets no approval be withdrawn: a new one comes beside it. */
  approvalsStay: z.boolean().optional(),
  /** Of a denial: whether the drug is a brand, and what a block of each level does to the products of the drug. */
  block: z.object({ brand: z.boolean(), reaches: z.array(Reached) }).optional(),
  /** Reasons of a denial that cannot be true of the request, which a form does not offer. */
  untrueReasons: z.array(z.int()).optional(),
  /** Reasons of a denial that only utilization review may give: for the whole request, and for this fill alone. */
  reasonsNotAllowed: z.array(
    z.object({ reasonId: z.int(), reject: z.string().nullable(), rejectThisFill: z.string().nullable() }),
  ),
})
export type FormRules = z.infer<typeof FormRules>
