import { type Table, cardClaim, Scene } from './cards.ts'
import type { Claim } from './claim-rows.ts'
import { historyCards } from './history-scenarios.ts'
import { requestCards } from './request-scenarios.ts'
import { type Ledger, type Tale, play } from './tale.ts'
import { taleOf } from './tales.ts'

// The scenario cards, as far as the present tables reach, each on its claim DEMO-nnn.

/** Tells all cards; their people and claims join the others. */
export function tellCards(table: Table, ledger: Ledger): { tales: Tale[]; claims: Claim[] } {
  const tales: Tale[] = []
  const claims: Claim[] = []
  for (const card of [...requestCards(table), ...historyCards(table)]) {
    const claim = cardClaim(table, card.claim)
    const more = card.more ? cardClaim(table, card.more, claim) : null
    const own = more ? [claim, more] : [claim]
    const tale = taleOf(table.setting, ledger, own)
    card.tell(new Scene(tale, claim, table.directory), more ? new Scene(tale, more, table.directory) : null)
    play(tale)
    tales.push(tale)
    claims.push(...own)
  }
  return { tales, claims }
}
