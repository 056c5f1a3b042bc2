import type { AnyCall } from './contract.ts'

/** A read whose answer a page needs first, with its input as the page asks it. */
export type FirstRead = readonly [call: AnyCall, input: Readonly<Record<string, unknown>>]

/** What a page's HTML brings along: a feature's `first-reads.ts`. */
export type FirstReads = {
  /** Address of the page; every page of a signed-in user where none is named. */
  path?: string
  /** The modules the page loads at once. */
  modules: readonly string[]
  /** Says who is signed in, and in which carrier (`masterCarrier`). */
  who?: FirstRead
  /** What is asked in a carrier. The query is any text; only words the feature knows may have an effect. */
  reads: (mc: string, query: string) => readonly FirstRead[]
}
