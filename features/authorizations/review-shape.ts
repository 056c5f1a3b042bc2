import { z } from 'zod'

/** How a criterion of a guideline was answered. */
const criterionAnswers = ['MET', 'NOT_MET', 'NOT_SHOWN'] as const

type Part = { min: number; max: number; tooShort: string; tooLong: string }
const part = (min: number, max: number, tooShort: string): Part => ({
  min,
  max,
  tooShort,
  tooLong: `Write ${max.toLocaleString('en-US')} characters at most.`,
})

/** The texts of a review: how long each is without the blanks around it, and what is said of another. */
export const reviewParts = {
  text: part(3, 200, 'Write the criterion.'),
  citation: part(3, 300, 'Enter the guideline, with its section.'),
  peerToPeer: part(3, 300, 'Offer the prescriber a call: two times and a number.'),
  rationale: part(80, 1000, 'Write the rationale in 80 characters or more.'),
}
const words = ({ min, max, tooShort, tooLong }: Part) => z.string().trim().min(min, tooShort).max(max, tooLong)

/** What a reviewer writes down of a request before deciding less than was asked. */
export const ReviewText = z.strictObject({
  rationale: words(reviewParts.rationale),
  citation: words(reviewParts.citation),
  criteria: z
    .array(
      z.strictObject({
        text: words(reviewParts.text),
        answer: z.enum(criterionAnswers, `Enter one of ${criterionAnswers.join(', ')}.`),
      }),
    )
    .min(1, 'Enter at least one criterion.')
    .max(12, 'Enter at most 12 criteria.'),
  /** When and under which number the reviewer talks with the prescriber. */
  peerToPeer: words(reviewParts.peerToPeer),
})
export type ReviewText = z.infer<typeof ReviewText>

/** The same with who wrote it, and when (ISO 8601 UTC). */
export const Review = ReviewText.extend({ byId: z.string(), byName: z.string(), at: z.string() })
export type Review = z.infer<typeof Review>
