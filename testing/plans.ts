import pg from 'pg'
import { planning } from '#platform/database/pools.ts'
import type { Sql } from '#platform/database/sql.ts'
import { idOf } from './fixtures.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** The tables that grow with the work of a carrier; users, drugs and settings do not, and small ones are read whole. */
const growing = [
  'claim_name',
  'claimant',
  'wc_claim',
  'rx_authorization',
  'rx_transaction',
  'authorization_',
  'prior_auth',
  'request_turnaround',
  'outside_',
]

/** How many rows of growing tables a plan has touched: what its scans found, and what they read and threw away. */
function touched(node: Node): number {
  const lost = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const counts = growing.some((name) => node['Relation Name']?.startsWith(name))
  const own = counts ? (node['Actual Rows'] + lost) * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((all, next) => all + touched(next), own)
}

/** How a plan reads growing tables: "Index Only Scan rx_authorization". */
const scansOf = (node: Node): string[] => [
  ...(growing.some((name) => node['Relation Name']?.startsWith(name))
    ? [`${node['Node Type']} ${node['Relation Name']}`]
    : []),
  ...(node.Plans ?? []).flatMap(scansOf),
]

/** Runs a statement as a user of carrier AAA does: the rows it touches, which no busy machine changes, and how. */
export async function workOf(
  url: string,
  statement: Sql<unknown>,
  user = 'adj.aaa',
): Promise<{ rows: number; scans: string[] }> {
  const client = new pg.Client({
    connectionString: url,
    options: `-c role=rxdocket_reader -c timezone=UTC ${planning}`,
  })
  await client.connect()
  try {
    await client.query(
      `select set_config('app.mc', 'AAA', false), set_config('app.user', $1, false), set_config('app.subs', '*', false),
        set_config('app.zone', 'America/New_York', false), set_config('app.now', '', false)`,
      [idOf(user)],
    )
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>({
      text: `explain (analyze, timing off, format json) ${statement.text}`,
      values: statement.values as unknown[],
    })
    const plan = rows[0]!['QUERY PLAN'][0].Plan
    return { rows: Math.round(touched(plan)), scans: scansOf(plan) }
  } finally {
    await client.end()
  }
}
