import { workBounded } from './bounded-child.ts'

/** Work for tests: answers what it is given, or goes over its bounds in one way or another. */
export type TestWork = { echo: string } | { spin: true } | { keep: number; leak?: true } | { fail: true }

const leaked: Uint8Array[] = []

workBounded<TestWork, string | number>(async (work) => {
  if ('echo' in work) return work.echo
  if ('fail' in work) throw new Error('It failed.')
  if ('spin' in work) for (;;) Math.sqrt(2)
  const kept = work.leak ? leaked : []
  for (let at = 0; at < work.keep; at += 1) kept.push(new Uint8Array(1024 * 1024).fill(1))
  return work.keep
})
