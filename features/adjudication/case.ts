import { origin } from '#reference/origins.ts'
import { durMeaning } from '#reference/dur-codes.ts'
import { opioidRule, type OpioidRule } from '#reference/first-fill.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import { stateDispensingOf } from '#reference/state-dispensing.ts'
import type {
  Bypass,
  ClaimState,
  DrugFacts,
  EligibilitySpan,
  FormularyItem,
  Options,
  PastFill,
  PriorAuth,
  Snapshot,
  StateControl,
} from './snapshot.ts'
import { type Amount, type Measure, measured, type Party } from '#features/prior-auths/findings.ts'
import type { CarrierSettings } from './settings.ts'
import type { ClaimRequest } from './claim-request.ts'
import type { ClearedBy } from '#reference/reject-codes.ts'
import type { ClearedReject, Dur, EngineFacts, Gate, Pricing, Reject, Severity, TraceStep } from './answer.ts'
import { dayNumber } from './day-number.ts'
import { toMilli } from './money.ts'
import { type Product, productOf } from './product.ts'
import { ruleBook } from './rule-book.ts'
import { settingsOf } from './settings.ts'

/** A dispensed fill with its days as numbers. */
export type Fill = {
  past: PastFill
  drug: DrugFacts
  start: number
  /** Last day the supply covers. */
  last: number
  /** Last day it counts: the day before the refill that replaces it, or `last`. */
  until: number
}

/** The working state of one claim in the gates. The gates read the upper part and write to the lower. */
export type Case = {
  request: ClaimRequest
  snapshot: Snapshot
  options: Options
  settings: CarrierSettings
  stateControl: StateControl
  opioidRule: OpioidRule | undefined
  feca: boolean
  /** Date of service as a day number; NaN until gate G1 has passed it. */
  day: number
  quantity: number
  quantityMilli: number
  daysSupply: number
  fillNumber: number
  rxNumber: string
  pharmacyNabp: string
  prescriberNpi: string
  deliveryType: number
  product: Product
  /** Fills handed out up to the date of service, oldest first, then later ones. */
  fills: Fill[]
  /**
   * Supplies taken beside this one, newest first: all that touch its days, without those a refill or this claim replaces.
   */
  concurrent: Fill[]
  /** Those of `concurrent` that cover the date of service itself. */
  active: Fill[]
  /** What is left of the supply this claim refills. */
  replaced: Fill | null
  span: EligibilitySpan | null
  /** What the formulary says about the product, from gate G5 on; null when not listed. */
  item: FormularyItem | null

  pricing: Pricing | null
  rejects: Reject[]
  cleared: ClearedReject[]
  warnings: { rule: string; message: string }[]
  dur: Dur[]
  trace: TraceStep[]
  facts: EngineFacts
  priorAuth: PriorAuth | null
  /** The rest of a fill whose first part was paid under `priorAuth`: one fill of it. */
  isRestUnder: boolean
  block: PriorAuth | null
  bypass: Bypass | null
}

const emptyFacts = (product: Product): EngineFacts => ({
  gpi: product.gpi === '' ? null : product.gpi,
  drugName: product.name,
  age: null,
  daysSinceInjury: null,
  planLevel: null,
  firstFill: false,
  firstFillCapDays: null,
  formularyStatus: null,
  formularyNote: null,
  formulary: null,
  partGroups: [],
  injuryMatch: null,
  opioid: false,
  opioidNaive: false,
  opioidDay: 0,
  daysSinceLastOpioid: null,
  mme: null,
  refill: null,
  active: [],
  concurrentOpioids: 0,
  benzodiazepineActive: false,
  relaxantActive: false,
  acetaminophenGramsPerDay: null,
  naloxoneOnFile: false,
  prescribers90: 0,
  pharmacies90: 0,
  earlyRefills180: 0,
  sameDrugFills180: 0,
  stableTherapy: false,
  letterAgeDays: null,
  surgeryWithin7Days: false,
  estimatedCost: null,
  genericAlternative: null,
})

/** The case as it enters gate G1: request and snapshot side by side, nothing decided. */
export function openCase(request: ClaimRequest, snapshot: Snapshot, options: Options): Case {
  const claim = snapshot.claim
  const jurisState = claim?.jurisState ?? ''
  const product = productOf(request, snapshot)
  const rx = request.prescription
  const feca = jurisState === 'US-FECA' || claim?.dolProgram === 'FECA'
  const state = stateDispensingOf(jurisState)
  const program = stateDispensingOf(`US-${feca ? 'FECA' : claim?.dolProgram}`)
  // A clinic line is given on the day: one day's supply, quantity in billed units unless the NDC quantity is there.
  const clinic = product.kind === 'HCPCS'
  const quantity = rx?.quantity ?? (clinic ? (request.hcpcs?.units ?? Number.NaN) : Number.NaN)
  return {
    request,
    snapshot,
    options,
    settings: settingsOf(snapshot.settings),
    stateControl: {
      networkDirection: snapshot.stateControl?.networkDirection ?? state.networkDirection,
      treatingProviderOnly: snapshot.stateControl?.treatingProviderOnly ?? state.treatingProviderOnly,
      repackagedDenied: snapshot.stateControl?.repackagedDenied ?? state.repackagedDenied,
      physicianDispenseDays:
        snapshot.stateControl?.physicianDispenseDays === undefined
          ? state.physicianDispenseDays
          : snapshot.stateControl.physicianDispenseDays,
      compoundsNeedApproval:
        snapshot.stateControl?.compoundsNeedApproval ?? (state.compoundsNeedApproval || program.compoundsNeedApproval),
    },
    opioidRule: opioidRule(feca ? 'US-FECA' : jurisState, snapshot.claim?.doi),
    feca,
    day: dayNumber(request.dateOfService),
    quantity,
    quantityMilli: toMilli(quantity),
    daysSupply: rx?.daysSupply ?? (clinic ? 1 : Number.NaN),
    fillNumber: rx?.fillNumber ?? 0,
    rxNumber: rx?.rxNumber ?? '',
    pharmacyNabp: request.pharmacyNabp ?? '',
    prescriberNpi: request.prescriber?.npi ?? '',
    deliveryType: request.deliveryType ?? (request.channel === origin.MAIL_ORDER ? 2 : clinic ? 6 : 1),
    product,
    fills: [],
    concurrent: [],
    active: [],
    replaced: null,
    span: null,
    item: null,
    pricing: null,
    rejects: [],
    cleared: [],
    warnings: [],
    dur: [],
    trace: [],
    facts: emptyFacts(product),
    priorAuth: null,
    isRestUnder: false,
    block: null,
    bypass: null,
  }
}

/** The injury claim; gates behind G2 run only when there is one. */
export function claimOf(c: Case): ClaimState {
  if (c.snapshot.claim === null) throw new Error('Gate G2 lets no claim through that is not identified')
  return c.snapshot.claim
}

/** Adds a trace line for a rule of the book; its citation is the rule's unless the finding has a source of its own. */
export function trace(c: Case, ruleId: string, result: TraceStep['result'], detail: string, citation?: string): void {
  const rule = ruleBook[ruleId]
  if (rule === undefined) throw new Error(`No rule ${ruleId}`)
  c.trace.push({ gate: rule.gate, rule: ruleId, result, detail, citation: citation ?? rule.citation })
}

/** Adds a trace line for a step that is no rule of the book ('format', 'price'). */
export function note(c: Case, gate: Gate, step: string, result: TraceStep['result'], detail: string): void {
  c.trace.push({ gate, rule: step, result, detail })
}

export function warn(c: Case, ruleId: string, message: string): void {
  c.warnings.push({ rule: ruleId, message })
  trace(c, ruleId, 'warn', message)
}

export type RejectMore = {
  by?: ClearedBy
  safety?: boolean
  dur?: string
  severity?: Severity
  letterNeeded?: boolean
  amount?: number
  measure?: Measure
  fixHint?: string
  /** The source of the finding, where it is not the rule's. */
  citation?: string
  /** What the code means here, where figures belong to it. */
  description?: string
}

/** The reject a rule answers, with class, safety and reader's texts from the code list. */
export function makeReject(sourceRule: string, code: string, message: string, more: RejectMore = {}): Reject {
  const row = rejectCode(code)
  if (row === undefined) throw new Error(`No reject code ${code}`)
  const by = more.by ?? row.by
  const made: Reject = {
    rejectCode: code,
    description:
      more.description ??
      (more.dur === undefined ? row.meaning : `${row.meaning}: ${durMeaning(more.dur).toLowerCase()}`),
    class: row.class,
    safety: more.safety ?? row.safety,
    hardStop: by === '-',
    overridableBy: by,
    sourceRule,
    message,
    fixHint: more.fixHint ?? row.fixHint,
    pendingWorthy: row.pend === 'y' && by !== '-' && by !== 'K',
  }
  if (more.dur !== undefined) made.dur = more.dur
  if (more.severity !== undefined) made.severity = more.severity
  if (more.letterNeeded === true) made.letterNeeded = true
  if (more.amount !== undefined) made.amount = more.amount
  if (more.citation !== undefined) made.citation = more.citation
  if (more.measure !== undefined) made.measure = measured(more.measure)
  return made
}

/** A drug as another drug of a finding: whatever its strength. */
const drugParty = (drug: Pick<DrugFacts, 'gpi' | 'name'>): Party => ({
  id: drug.gpi.slice(0, 8),
  name: drug.name,
})

/**
 * A drug at hand as another drug of a finding, whatever its strength, with all that is taken of it a day: a clearing beside
 * ten milligrams says nothing of eighty.
 */
export function partyOf(c: Case, { drug }: Pick<Fill, 'drug'>): Party {
  const id = drug.gpi.slice(0, 8)
  const unit = drug.strengthUnit
  let value = 0
  for (const { drug: other, past } of c.concurrent)
    if (other.gpi.startsWith(id) && other.strengthUnit === unit)
      value += (other.strengthValue * past.quantity) / Math.max(1, past.daysSupply)
  return { ...drugParty(drug), ...(value > 0 && { dose: { value, unit } }) }
}

/** Daily dose of so many units of a product, by its strength; in units where it has none. */
export const doseOf = (drug: DrugFacts, unitsPerDay: number): Amount =>
  drug.strengthValue > 0
    ? { of: 'DOSE', value: unitsPerDay * drug.strengthValue, unit: drug.strengthUnit }
    : { of: 'DOSE', value: unitsPerDay, unit: drug.form }

/** The daily dose of this claim; none where the product or its days are not known. */
export const ownDose = (c: Case): Amount[] =>
  c.product.drug === null || !(c.quantity / c.daysSupply > 0) ? [] : [doseOf(c.product.drug, c.quantity / c.daysSupply)]

/**
 * What a finding about a compound is about: its recipe, each ingredient with its share, and how much of it is handed out.
 * What was approved of one compound says nothing of another with the same leading ingredient.
 */
function ofCompound({ product, quantity }: Case, made: Reject): Measure {
  const total = product.ingredients.reduce((sum, row) => sum + row.quantity, 0)
  const recipe = product.ingredients.map(({ ndc, quantity: part, drug }) => {
    // Three figures: of a strong ingredient 0.15% is not 0.2%.
    const share = Number(((part / total) * 100).toPrecision(3))
    return { id: `recipe ${drug?.gpi ?? ndc} ${share}%`, name: `${drug?.genericName ?? `NDC ${ndc}`} ${share}%` }
  })
  const { amounts = [], with: parties = [] } = made.measure ?? {}
  const isCounted = amounts.some(({ of }) => of === 'QUANTITY')
  return measured({
    amounts: isCounted ? amounts : [...amounts, { of: 'QUANTITY', value: quantity }],
    with: [...parties, ...recipe.toSorted((a, b) => (a.id < b.id ? -1 : 1))],
  })
}

/** Classes of rejects that say something about the product itself. */
const aboutProduct: readonly string[] = ['PROD', 'QTY', 'PA', 'DUR']

/** Records that a rule fired. */
export function reject(c: Case, ruleId: string, code: string, message: string, more: RejectMore = {}): Reject {
  const made = makeReject(ruleId, code, message, more)
  if (c.product.kind === 'COMPOUND' && aboutProduct.includes(made.class) && !made.hardStop)
    made.measure = ofCompound(c, made)
  c.rejects.push(made)
  const who = made.dur === undefined ? code : `${code} ${made.dur}`
  trace(c, ruleId, 'reject', `${who}: ${message}`, made.citation)
  return made
}

/** Records a drug safety conflict beside its reject. */
export function conflict(c: Case, made: Reject, other: Fill | null): void {
  c.dur.push({
    reason: made.dur ?? '',
    severity: made.severity ?? null,
    otherDrug: other?.drug.name ?? null,
    otherFillDate: other?.past.fillDate ?? null,
    otherPharmacyNabp: other?.past.pharmacyNabp ?? null,
    text: made.message,
    cleared: false,
    ...(made.citation !== undefined && { citation: made.citation }),
  })
}
