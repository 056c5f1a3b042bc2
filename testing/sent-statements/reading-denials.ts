import { DAY, iso } from './reading-figures.ts'
import type { MayBill, Statement } from './statement.ts'

// What is said beside a denial, and of a request that was merged, read by patterns of their own.

/** "The drug is blocked for this claim until 02/26/2027. Its generics are not blocked." */
export function blockedIn(text: string): Statement[] {
  const block = new RegExp(
    `(This prescription|The brand|The drug) is blocked for this claim(?: until ${DAY})?\\.`,
  ).exec(text)
  if (!block) return []
  return [
    {
      says: 'blocked',
      until: block[2] === undefined ? null : iso(block[2]),
      brandOnly: block[1] === 'The brand' || / Its generics are not blocked\./.test(text),
      thisRxOnly: block[1] === 'This prescription',
    },
  ]
}

/** What is said to be billed after a denial. */
const steps: readonly (readonly [words: RegExp, how: MayBill])[] = [
  [
    /Submit the claim again when the refill is due|The next fill can be billed when the current supply runs out/,
    'later',
  ],
  [/(?:Ask the prescriber for|Prescribe|[Bb]ill) an amount within the guideline/, 'less'],
  [/A pharmacy in the network can fill it|Send the prescription to a pharmacy in the network/, 'elsewhere'],
  [/[Tt]he authorized treating provider can (?:be billed|prescribe it)/, 'by another prescriber'],
  [/send us (?:the medical records|a letter of medical necessity|the documentation)/i, 'with papers'],
]
export const stepsIn = (text: string): Statement[] =>
  steps.flatMap(([words, how]) => (words.test(text) ? [{ says: 'may bill', how } as const] : []))

/** Approved with another request, which is billed. */
export const MERGED = new RegExp(
  String.raw`^Approved with another request(?:\. | for the same prescription, which was merged with this one\. )` +
    String.raw`(?:The pharmacy of that request bills it|Bill prescription \S+): do not submit this claim\.`,
)
