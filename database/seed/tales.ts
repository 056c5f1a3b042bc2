import type { Claim } from './claim-rows.ts'
import type { Directory } from './routines.ts'
import { fillsOf } from './courses.ts'
import { routineOf } from './routines.ts'
import { handPlanned } from './handovers.ts'
import type { Setting } from './setting.ts'
import type { Size } from './sizes.ts'
import type { Ledger, Tale } from './tale.ts'
import { later, play } from './tale.ts'
import { treatingOf } from './treating.ts'
import { seeTo } from './waiting.ts'

/** The story of one person with an empty calendar. */
export const taleOf = (setting: Setting, ledger: Ledger, claims: readonly Claim[]): Tale => ({
  setting,
  random: setting.stream('tale', claims[0]!.serial),
  ledger,
  claims,
  history: [],
  rows: new Map(),
  requests: [],
  priorAuths: [],
  bypasses: [],
  decisions: [],
  references: new Map(),
  seeTo,
  stopped: new Set(),
  counted: { references: 0, priorAuths: 0 },
  retries: 0,
  queue: [],
  planned: 0,
})

/** How often something unusual is prescribed: a small world shows everything all the same. */
const oddity: Readonly<Record<Size, number>> = { test: 11, demo: 0.5, scale: 1 }

/** Puts the ordinary fills of a person's claims on the calendar. */
function prescribe(tale: Tale, directory: Directory): void {
  const { setting } = tale
  for (const claim of tale.claims) {
    if (claim.card !== null) continue
    const random = setting.stream('course', claim.serial)
    const routine = routineOf(claim, directory, random)
    claim.treating = treatingOf(claim, routine, setting.stream('treating', claim.serial))
    for (const fill of fillsOf(claim, routine, setting.today, setting.nowMs, random, oddity[setting.size])) {
      later(tale, fill.ms, (now) => {
        if (!tale.stopped.has(`${claim.serial} ${fill.product}`)) handPlanned(tale, claim, fill, now)
      })
    }
  }
}

/** A person's ordinary life, from first fill to the as-of instant. */
export function tell(setting: Setting, ledger: Ledger, directory: Directory, claims: readonly Claim[]): Tale {
  const tale = taleOf(setting, ledger, claims)
  prescribe(tale, directory)
  play(tale)
  return tale
}

/** Prior authorizations and blocks whose window is over are over. */
export function age(ledger: Ledger, today: string): void {
  for (const row of ledger.priorAuths) {
    if (row.end_date >= today) continue
    if (row.status_id === 7) row.status_id = 8
    else if (row.status_id === 2 || row.status_id === 3) row.status_id = 5
  }
}

/** Lines of the log in the order of time, as they would have been written. */
export const chronological = (ledger: Ledger): Ledger['events'] =>
  ledger.events
    .map((row, index) => ({ row, index }))
    .sort((a, b) => (a.row.at === b.row.at ? a.index - b.index : a.row.at < b.row.at ? -1 : 1))
    .map(({ row }) => row)
