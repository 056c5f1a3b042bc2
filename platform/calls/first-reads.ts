import type { AnyCall } from './contract.ts'

/** A read whose answer a page needs first, with its input as the page asks it. */
export type FirstRead = readonly [call: AnyCall, input: Readonly<Record<string, unknown>>]

/** What a page's HTML brings along: a feature's `first-reads.ts`. */
export type FirstReads = {
  /** Pattern of the page's address, the narrower first; every page of a signed-in user where none is named. */
  path?: string
  /** The modules the page loads at once. */
  modules: readonly string[]
  /** Says who is signed in, and in which carrier (`masterCarrier`). */
  who?: FirstRead
  /**
   * What the page is about, where its address names it: asked alone, and where it is not answered the page brings nothing of its
   * own. So no text of an address is in an answer, but the id of what there is and the user sees.
   */
  about?: (mc: string, path: string) => FirstRead | undefined
  /** What is asked in a carrier. The query is any text; only words the feature knows may have an effect. */
  reads: (of: { mc: string; query: string; user: unknown; about?: unknown }) => readonly FirstRead[]
}
