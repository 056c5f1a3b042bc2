import { firstFillRule } from '#reference/first-fill.ts'
import { type Case, claimOf } from './case.ts'
import type { FormularyItem } from './contract.ts'
import { isControlled, isRelaxant } from './drug-class.ts'

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
  const controlled = isControlled(c.product.drug?.dea ?? null) || c.product.drug?.dea === 'CV'
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

/** Whether a drug may be paid as a first fill: covered, or with days before prior authorization, or by state rule. */
export const onFirstFillList = (item: FormularyItem | null, rule: FirstFill): boolean =>
  item === null ||
  item.status === 'COVERED' ||
  (item.status === 'PA' && ((item.firstFillDays ?? 0) > 0 || rule.paysPriorAuthDrugs)) ||
  (item.status === 'STEP' && rule.paysPriorAuthDrugs)
