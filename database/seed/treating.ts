import { stateDispensingOf } from '#reference/state-dispensing.ts'
import type { Claim } from './claim-rows.ts'
import type { Stream } from './prng.ts'
import type { Routine } from './routines.ts'

// Where the state directs care, some carriers keep who may treat (R12): any other prescriber is stopped.

/** Of so many claims in such a state one names its providers. */
const NAMED = 0.2

/** The prescribers a claim allows: those its worker goes to; undefined where it names none. */
export function treatingOf(claim: Claim, routine: Routine, random: Stream): readonly string[] | undefined {
  if (!stateDispensingOf(claim.row.juris_state).treatingProviderOnly || !random.chance(NAMED)) return undefined
  return [...new Set([routine.npi, ...routine.npis])]
}

/** The rows of a claim that names its providers, from the day of the injury on. */
export const treatingRows = ({ row, treating = [] }: Claim) =>
  treating.map((npi) => ({
    mc: row.mc,
    stratus_claim_id: row.id,
    npi,
    valid_from: row.doi,
    valid_to: null,
  }))
