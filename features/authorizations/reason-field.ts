import { z } from 'zod'
import { whyNotExplained } from './explains.ts'

/** A required reason of a call; `missing` is what its writer reads where nothing was written. */
export const reasonField = (missing: string, most: number, tooLong = `Write ${most} characters at most.`) =>
  z
    .string()
    .trim()
    .max(most, tooLong)
    .superRefine((text, context) => {
      const message = whyNotExplained(text, missing)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
