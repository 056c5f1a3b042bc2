import type { TestApi } from './api.ts'
import { copyClaim } from './attacks/copy-claim.ts'

/** Adds an injured worker like the first of the fixtures, without any history; returns what `pharmacyClaim` needs. */
export async function anotherWorker(
  api: TestApi,
  sub: 'AAA1' | 'AAA2' | 'BBB1',
  at: number,
): Promise<{ sub: typeof sub; at: number }> {
  const mc = sub.slice(0, 3)
  const [from, to] = [`${mc} ${sub} claim 1`, `${mc} ${sub} claim ${at}`]
  const last = mc === 'BBB' ? `Ortega-ZZBBBCANARY${at}` : `Ortega${sub === 'AAA2' ? 'two' : ''}${at}`
  await copyClaim(api.db, from, to, { key: `${sub}${at}`, lastName: last })
  return { sub, at }
}
