// Who may dispense and prescribe under a state's law, and where each compound is approved first (rules R08, R09, R12,
// R16, R19). All rows are assumed: they carry what the trade says and must be confirmed by counsel. Callers may hand newer facts to the engine (`Snapshot.stateControl`).

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
  row('NC', { treatingProviderOnly: true, physicianDispenseDays: 5 }),
  row('NJ', { treatingProviderOnly: true }),
  row('NY', { networkDirection: true, repackagedDenied: true, physicianDispenseDays: 3, compoundsNeedApproval: true }),
  row('OH', { networkDirection: true, repackagedDenied: true }),
  row('OK', { compoundsNeedApproval: true }),
  row('PA', { physicianDispenseDays: 30 }),
  row('TX', { physicianDispenseDays: 0, compoundsNeedApproval: true }),
  row('US-EEOIC', { compoundsNeedApproval: true }),
  row('US-FECA', { compoundsNeedApproval: true }),
  row('WA', { repackagedDenied: true }),
]

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
