import type { z } from 'zod'
import type { AnswerOf, AnyCall, OutputOf } from '../calls/contract.ts'

/** The answer as the contract promises it; what is not declared cannot leave, and a broken promise is our fault, not the caller's. */
export function promised<C extends AnyCall>(call: C, output: OutputOf<C>): AnswerOf<C> {
  const parsed = call.output.safeParse(output)
  if (!parsed.success)
    throw new Error(
      `${call.name} broke its promise: ${(parsed.error as z.ZodError).issues
        .map((issue) => `${issue.path.join('.')} ${issue.code}`)
        .slice(0, 5)
        .join('; ')}`,
    )
  return parsed.data as AnswerOf<C>
}
