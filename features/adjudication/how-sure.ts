import { compoundLaw, stateDispensingOf } from '#reference/state-dispensing.ts'
import { type Case, claimOf } from './case.ts'
import type { StateControl } from './snapshot.ts'

/** What the state's row says of a fact nobody read in its law is not said as law. */
export function howSure(c: Case, fact: keyof StateControl): string {
  const { jurisState } = claimOf(c)
  const isRead = fact === 'compoundsNeedApproval' && jurisState in compoundLaw
  return !isRead &&
    c.snapshot.stateControl?.[fact] === undefined &&
    stateDispensingOf(jurisState).confidence === 'assumed'
    ? ' (assumed: source not confirmed)'
    : ''
}
