import type pg from 'pg'
import type { Portal } from '#platform/portal/portal.ts'
import { checkShown, type Shown } from './shown.ts'
import { checkSince, inWords } from './untruths.ts'

/** A job reads, an act commits, the job sends: in so short a time either may be so. */
const GRACE_MS = 2000

/**
 * What a portal sent since an instant and what its pages showed, as far as it was not so, in words; empty where all of it was. What was
 * sent earlier belongs to the demonstration's data.
 */
export async function untruthsIn(
  db: Pick<pg.Pool, 'query'>,
  { portal, since, shown }: { portal: Portal; since: string; shown: readonly Shown[] },
): Promise<string> {
  const reads = db as Pick<pg.Client, 'query'>
  const sent = await checkSince(reads, since, { portal, grace: GRACE_MS, untilActed: true })
  const seen = await checkShown(reads, shown)
  return inWords([...sent.untruths, ...seen.untruths])
}
