import type { AnswerOf, AnyCall, InputOf } from '../calls/contract.ts'

/** The answer to a call, with the input it was asked with. */
export type First = { call: string; input: unknown; answer: unknown }

/** What the server answered to the first calls of this page already, in its HTML; on the server, where it is rendered, what `bring` gives. */
let brought: First[] = (() => {
  const found = globalThis.document?.getElementById('first-answers')
  found?.remove()
  return found ? (JSON.parse(found.textContent) as First[]) : []
})()

/** Gives the answers of the page that is rendered next, instead of what is left of another. */
export function bring(first: First[]): void {
  brought = first
}

/** The answer to this call that came with the page, once. */
export function takeFirst<C extends AnyCall>(call: C, input: InputOf<C>): AnswerOf<C> | undefined {
  const at = brought.findIndex((one) => one.call === call.name && JSON.stringify(one.input) === JSON.stringify(input))
  return at === -1 ? undefined : (brought.splice(at, 1)[0]!.answer as AnswerOf<C>)
}

/** All that came with the page but the answers to this call, once. */
export function takeFirstsBut({ name }: AnyCall): First[] {
  const taken = brought.filter(({ call }) => call !== name)
  brought.splice(0, brought.length, ...brought.filter(({ call }) => call === name))
  return taken
}

/** Milliseconds since the server answered with this page. */
export function sincePage(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page ? Math.max(0, performance.now() - page.responseStart) : 0
}
