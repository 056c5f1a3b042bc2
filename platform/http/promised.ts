import type { z } from 'zod'
import type { AnswerOf, AnyCall, OutputOf } from '../calls/contract.ts'

/** The answer in the shape of the contract: undeclared fields are dropped, and an answer of another shape is a fault. */
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
