import { firstFillRule } from '#reference/first-fill.ts'
import { type Case, claimOf } from '../case.ts'
import { isControlled, isRelaxant } from '../drug-class.ts'

export type FirstFill = {
  windowDays: number
  capDays: number
  capUsd: number
  /** 76, or 75 where the state speaks of prior authorization. */
  daysCode: '75' | '76'
  /** One supply only of this drug class while the window is open. */
  oneSupply: boolean
  paysPriorAuthDrugs: boolean
  words: string
}

/** The first-fill rule this claim falls under: the state's, else the carrier's (R08). Caps already fit the drug. */
export function firstFillOf(c: Case): FirstFill {
  const carrier = c.settings.firstFill
  const state = firstFillRule(claimOf(c).jurisState)
  if (state === undefined) {
    return {
      windowDays: carrier.windowDays,
      capDays: carrier.capDays,
      capUsd: carrier.capUsd,
      daysCode: '76',
      oneSupply: false,
      paysPriorAuthDrugs: false,
      words: 'Carrier first-fill rule',
    }
  }
  // "Controlled" in the state rules means any DEA schedule, V included.
  const controlled = isControlled(c.product.dea) || c.product.dea === 'CV'
  const relaxant = isRelaxant(c.product.gpi)
  const whole = state.capDays ?? carrier.capDays
  const capDays = controlled ? (state.controlledCapDays ?? whole) : relaxant ? (state.relaxantCapDays ?? whole) : whole
  return {
    windowDays: state.windowDays,
    capDays,
    capUsd: state.capUsd ?? carrier.capUsd,
    daysCode: state.daysCode,
    oneSupply: state.oneSupply && (controlled || relaxant),
    paysPriorAuthDrugs: state.paysPriorAuthDrugs,
    words: `${state.citation}`,
  }
}

/**
 * Whether a drug may be paid as a first fill: covered, or with days before prior authorization, or by state rule. What an
 * open list does not name is covered; what another list does not name, or is a compound where the state wants each
 * approved, is not paid before a person has looked (MT, KY, CA, NY).
 */
export function onFirstFillList(c: Case, rule: FirstFill): boolean {
  if (c.product.kind === 'COMPOUND' && c.stateControl.compoundsNeedApproval) return false
  if (c.item === null) return c.snapshot.formulary.kind === 'OPEN'
  const { status, firstFillDays } = c.item
  if (status === 'PA') return (firstFillDays ?? 0) > 0 || rule.paysPriorAuthDrugs
  return status === 'COVERED' || (status === 'STEP' && rule.paysPriorAuthDrugs)
}
