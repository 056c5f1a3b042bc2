// Who may dispense and prescribe under a state's law, and where each compound is approved first (rules R08, R09, R12,
// R16, R19). Its rows are assumed: they carry what the trade says and must be confirmed by counsel. Callers may hand newer facts to the engine (`Snapshot.stateControl`).

export type StateDispensing = {
  state: string
  /** The payer may direct the worker to a pharmacy network. */
  networkDirection: boolean
  /** Only the authorized treating provider may prescribe (reason 11). */
  treatingProviderOnly: boolean
  repackagedDenied: boolean
  /** Days from the injury in which a physician may dispense; null = no limit. */
  physicianDispenseDays: number | null
  /** Each compound needs prior authorization or review. */
  compoundsNeedApproval: boolean
  confidence: 'confirmed' | 'assumed'
}

const row = (state: string, more: Partial<StateDispensing>): StateDispensing => ({
  state,
  networkDirection: false,
  treatingProviderOnly: false,
  repackagedDenied: false,
  physicianDispenseDays: null,
  compoundsNeedApproval: false,
  confidence: 'assumed',
  ...more,
})

/** States that differ from "open choice, no limit". */
export const stateDispensing: readonly StateDispensing[] = [
  row('AR', { networkDirection: true, compoundsNeedApproval: true }),
  row('CA', { networkDirection: true, compoundsNeedApproval: true }),
  row('FL', { treatingProviderOnly: true }),
  row('GA', { treatingProviderOnly: true }),
  row('IN', { physicianDispenseDays: 7 }),
  row('KY', { networkDirection: true }),
  row('MN', { networkDirection: true }),
  row('MT', { compoundsNeedApproval: true }),
  row('NC', { treatingProviderOnly: true }),
  row('NJ', { treatingProviderOnly: true }),
  row('NY', { networkDirection: true, repackagedDenied: true, compoundsNeedApproval: true }),
  row('OH', { networkDirection: true, repackagedDenied: true }),
  row('OK', { compoundsNeedApproval: true }),
  row('TX', { physicianDispenseDays: 0, compoundsNeedApproval: true }),
  row('US-EEOIC', { compoundsNeedApproval: true }),
  row('US-FECA', { compoundsNeedApproval: true }),
  row('WA', { repackagedDenied: true }),
]

/** How much of a drug a prescriber hands out under a statute that was read. */
export type PhysicianSupply = {
  state: string
  /** Schedules II and III, all other drugs, or drugs of no schedule. */
  of: 'CII and CIII' | 'other' | 'unscheduled'
  /** Days of supply; 0 = none at all. */
  days: number
  /** Only an initial supply, from the first treatment on. */
  initialOnly: boolean
  /** More around an operation: days of supply, and days after it in which it is handed out. */
  afterSurgery: { days: number; within: number } | null
  source: string
  /** The statute was read, or what lawyers and journals say of it. */
  read: 'statute' | 'summary'
}

/** Florida leaves three days of a Schedule II opioid after an operation, seven where the prescriber states why; the seven are taken. */
export const physicianSupplies: readonly PhysicianSupply[] = [
  {
    state: 'FL',
    of: 'CII and CIII',
    days: 0,
    initialOnly: false,
    afterSurgery: { days: 14, within: 14 },
    source: 'F.S. 465.0276(1)(b)',
    read: 'statute',
  },
  {
    state: 'NC',
    of: 'CII and CIII',
    days: 5,
    initialOnly: true,
    afterSurgery: null,
    source: 'N.C.G.S. 97-26.2(b)(4)',
    read: 'statute',
  },
  {
    state: 'NY',
    of: 'unscheduled',
    days: 3,
    initialOnly: false,
    afterSurgery: null,
    source: 'Education Law 6807(2)',
    read: 'summary',
  },
  {
    state: 'PA',
    of: 'CII and CIII',
    days: 7,
    initialOnly: true,
    afterSurgery: { days: 15, within: 15 },
    source: '77 P.S. 531(3)(vi), Act 184 of 2014',
    read: 'summary',
  },
  {
    state: 'PA',
    of: 'other',
    days: 30,
    initialOnly: true,
    afterSurgery: null,
    source: '77 P.S. 531(3)(vi), Act 184 of 2014',
    read: 'summary',
  },
]

/** The statutes of a state on a drug of this schedule that a prescriber hands out. */
export const physicianSupplyOf = (state: string, dea: string | null): PhysicianSupply | undefined =>
  physicianSupplies.find(
    (one) =>
      one.state === state &&
      (one.of === 'unscheduled' ? dea === null : (one.of === 'CII and CIII') === (dea === 'CII' || dea === 'CIII')),
  )

/** "Schedule II and III drugs", "drugs" */
export const drugsOf = ({ of }: Pick<PhysicianSupply, 'of'>): string =>
  ({ 'CII and CIII': 'Schedule II and III drugs', other: 'other drugs', unscheduled: 'drugs of no schedule' })[of]

/** "physicians hand out 5 days of Schedule II and III drugs, from the first treatment on" */
export function supplyWords(rule: PhysicianSupply): string {
  const days = rule.days === 0 ? 'none' : `${rule.days} days`
  const after = rule.afterSurgery
  return [
    `physicians hand out ${days} of ${drugsOf(rule)}`,
    ...(rule.initialOnly ? ['from the first treatment on'] : []),
    ...(after ? [`${after.days} days within ${after.within} days after an operation`] : []),
  ].join(', ')
}

/** States whose law on compounds was read; of the others it is assumed. */
export const compoundLaw: Readonly<Record<string, string>> = {
  CA: '8 CCR 9792.27.1',
  MT: 'ARM 24.29.1624',
  TX: '28 TAC 134.530',
}

const byState = new Map(stateDispensing.map((entry) => [entry.state, entry]))
const open = row('*', {})

/** The dispensing rules of a jurisdiction; "open choice" where none is known. */
export const stateDispensingOf = (state: string): StateDispensing => byState.get(state) ?? open

/** What a row says, in words: "repackaged products are not paid; each compound is approved first". */
export function dispensingWords(rule: StateDispensing): string {
  const parts: string[] = []
  if (rule.networkDirection) parts.push('the payer may direct to a pharmacy network')
  if (rule.treatingProviderOnly) parts.push('only the authorized treating provider prescribes')
  if (rule.repackagedDenied) parts.push('repackaged products are not paid')
  if (rule.physicianDispenseDays !== null)
    parts.push(`physicians dispense in the first ${rule.physicianDispenseDays} days after the injury`)
  if (rule.compoundsNeedApproval) parts.push('each compound is approved first')
  return parts.join('; ')
}
