import { z } from 'zod'

/** How a criterion of a guideline was answered. */
const criterionAnswers = ['MET', 'NOT_MET', 'NOT_SHOWN'] as const

/** What a reviewer writes down of a request before deciding less than was asked. */
export const ReviewText = z.strictObject({
  rationale: z
    .string()
    .trim()
    .min(80, 'Write the rationale in 80 characters or more.')
    .max(1000, 'Write 1,000 characters at most.'),
  citation: z.string().trim().min(3, 'Enter the guideline, with its section.').max(300),
  criteria: z
    .array(
      z.strictObject({
        text: z.string().trim().min(3, 'Write the criterion.').max(200),
        answer: z.enum(criterionAnswers, `Enter one of ${criterionAnswers.join(', ')}.`),
      }),
    )
    .min(1, 'Enter at least one criterion.')
    .max(12, 'Enter at most 12 criteria.'),
  /** When and under which number the reviewer talks with the prescriber. */
  peerToPeer: z.string().trim().min(3, 'Offer the prescriber a call: two times and a number.').max(300),
})
export type ReviewText = z.infer<typeof ReviewText>

/** The same with who wrote it, and when (ISO 8601 UTC). */
export const Review = ReviewText.extend({ byId: z.string(), byName: z.string(), at: z.string() })
export type Review = z.infer<typeof Review>
