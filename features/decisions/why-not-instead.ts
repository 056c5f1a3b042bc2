import type { Why } from '#platform/calls/refusal.ts'

/** Why a product may not be named to be used instead of what is denied; nothing means it may. */
export function whyNotInstead(
  name: string,
  of: {
    isBilled: boolean
    /** A compound or a clinic line was billed: its amount is none of another product. */
    isMixture: boolean
    /** The block of the denial reaches it. */
    isStopped: boolean
    /** What the engine says to the same amount of it. */
    rejects: readonly { rejectCode: string }[]
  },
): Why<'RULE'> | undefined {
  const why = (message: string): Why<'RULE'> => ({ code: 'RULE', field: 'insteadNdc', message })
  if (of.isBilled) return why('This is what was billed. Name another drug, or none.')
  if (of.isMixture) return why('A drug to use instead can be named only where one drug was billed.')
  if (of.isStopped) return why(`The block would stop ${name} too. Block less, or reject this fill only.`)
  if (of.rejects.length === 0) return undefined
  const codes = [...new Set(of.rejects.map(({ rejectCode }) => rejectCode))].join(', ')
  return why(`${name} would be rejected too: ${codes}. Name another drug, or none.`)
}
