import { capitalized } from '#platform/text/capitalized.ts'
import { lapseOf, packFor, tracksOf } from '#features/deadlines/which-pack.ts'
import { daysBetween } from '#platform/dates/day.ts'
import { adjusterMayDeny } from '#features/decisions/denial.ts'
import { firstFillRule, opioidRule } from '#reference/first-fill.ts'
import { noteWords } from '#features/adjudication/in-words.ts'
import { drugGroupName } from '#reference/drug-groups.ts'
import { jurisdictionOf } from '#reference/jurisdictions/jurisdictions.ts'
import { lookUpOf, type LookUp } from '#reference/jurisdictions/looked-up.ts'
import { statesTheDenier } from '#reference/jurisdictions/packs.ts'
import type { Denier, RequestKind, RulePack } from '#reference/jurisdictions/rule-pack.ts'
import { physicianSupplies, stateDispensingOf, supplyWords } from '#reference/state-dispensing.ts'

const kinds: readonly RequestKind[] = [
  'prospective',
  'expedited',
  'concurrent',
  'inpatient',
  'retrospective',
  'reconsideration',
  'level2',
  'level3',
]

const denialWords: Readonly<Record<Denier, string>> = {
  adjuster: 'An adjuster may deny for medical necessity.',
  opinion:
    'A denial for medical necessity needs a supporting medical opinion; an adjuster may approve or send it to review.',
  ur: 'Only utilization review can deny for medical necessity; an adjuster may approve or send it there.',
  physician:
    'Only a physician reviewer can deny or modify for medical necessity; an adjuster may approve or send it to review.',
  examiner: 'The program’s claims examiner decides.',
  fund: 'The state fund decides.',
  fundOrEmployer: 'The state fund decides; a self-insured employer decides its own claims.',
  board: 'The state’s board or a court decides.',
}

const OPIOIDS = ['1010', '1012', '1014', '1016']
const isOpioid = (gpi: string): boolean => OPIOIDS.some((group) => gpi.startsWith(group) || group.startsWith(gpi))

type Clock = Pick<
  RulePack,
  | 'text'
  | 'amount'
  | 'unit'
  | 'dueTime'
  | 'source'
  | 'sourceUrl'
  | 'confidence'
  | 'verifiedOn'
  | 'lookedOn'
  | 'ownTarget'
  | 'effectiveFrom'
  | 'isDefault'
> & { lapse: string; open: string[] }
type Guideline = {
  stateCode: string
  program: string
  formulary: string
  clocks: Record<string, Clock>
  urNeeded: boolean
  denialRule: string
  links: { title: string; source: string }[]
  lookedUp: Omit<LookUp, 'code' | 'denier'> | null
  /** The parts of the text whose source was not read. */
  unconfirmed: string[]
  text: string[]
}

const clockOf = (pack: RulePack): Clock => ({
  text: pack.text,
  amount: pack.amount,
  unit: pack.unit,
  dueTime: pack.dueTime,
  lapse: lapseOf(pack, 'PA'),
  source: pack.source,
  confidence: pack.confidence,
  sourceUrl: pack.sourceUrl,
  verifiedOn: pack.verifiedOn,
  lookedOn: pack.lookedOn,
  open: [...pack.open],
  ownTarget: pack.ownTarget,
  effectiveFrom: pack.effectiveFrom,
  isDefault: pack.isDefault,
})

/** The first-fill rule of a state in a sentence, with how it applies to an injury of this date. */
function firstFillWords(state: string, doi: string | undefined, today: string): string[] {
  const rule = firstFillRule(state)
  if (!rule) return []
  const cap = rule.capDays === null ? 'the days the carrier allows' : `${rule.capDays} days of supply`
  const tightly = [
    ...(rule.controlledCapDays === null ? [] : [`${rule.controlledCapDays} days for a controlled drug`]),
    ...(rule.relaxantCapDays === null ? [] : [`${rule.relaxantCapDays} days for a muscle relaxant`]),
  ]
  const tight = tightly.length === 0 ? '' : ` (${tightly.join(', ')})`
  const said = `First fill: up to ${cap}${tight} in the first ${rule.windowDays} days after the injury (${rule.citation}).`
  if (doi === undefined) return [said]
  const since = daysBetween(doi, today)
  if (since < 0) return [said]
  return [
    said,
    since <= rule.windowDays
      ? `Day ${since} after the injury: the first-fill rule still applies.`
      : `Day ${since} after the injury: the first-fill rule no longer applies.`,
  ]
}

/** The opioid rule of a jurisdiction in a sentence. */
function opioidWords(state: string, doi: string | undefined): string[] {
  const rule = opioidRule(state, doi)
  if (!rule) return []
  const parts = [
    `first fill up to ${rule.firstFillDays} days${rule.firstFillDaysAfterSurgery === null ? '' : ` (${rule.firstFillDaysAfterSurgery} within a week after surgery)`}`,
    ...(rule.firstFillMme === null || rule.firstFillMme === rule.mmeLimit
      ? []
      : [`first fill up to ${rule.firstFillMme} MME a day`]),
    ...(rule.firstFillShortActing ? ['first fill short-acting only'] : []),
    ...(rule.mmeLimit === null ? [] : [`approval above ${rule.mmeLimit} MME a day`]),
    ...(rule.firstFills === null ? [] : [`${rule.firstFills} such fills before prior authorization`]),
    ...(rule.letterAfterDays === null ? [] : [`letter of medical necessity from day ${rule.letterAfterDays + 1}`]),
    ...(rule.maxConcurrent === null ? [] : [`up to ${rule.maxConcurrent} concurrent opioids`]),
    ...(rule.maxDaysSupply === null ? [] : [`up to ${rule.maxDaysSupply} days per fill`]),
  ]
  return [`Opioids: ${parts.join(', ')} (${rule.citation}).`]
}

function dispensingWords(state: string): string[] {
  const rule = stateDispensingOf(state)
  const parts = [
    ...(rule.networkDirection ? ['the payer may direct the patient to a pharmacy network'] : []),
    ...(rule.treatingProviderOnly ? ['only the authorized treating provider may prescribe'] : []),
    ...(rule.repackagedDenied ? ['repackaged products are not covered'] : []),
    ...(rule.physicianDispenseDays === null
      ? []
      : [
          rule.physicianDispenseDays === 0
            ? 'physician dispensing is not allowed'
            : `physician dispensing only in the first ${rule.physicianDispenseDays} days`,
        ]),
  ]
  return parts.length === 0 ? [] : [`Dispensing: ${parts.join('; ')}.`]
}

/** What was looked at for a jurisdiction. */
function lookedUp(code: string): Guideline['lookedUp'] {
  const row = lookUpOf(code)
  if (!row) return null
  const { lookedAt, found, effectiveFrom, asOf, confidence, site, lookedOn } = row
  return { lookedAt, found, effectiveFrom, asOf, confidence, site, lookedOn }
}

const statusWords: Readonly<Record<string, string>> = {
  COVERED: 'covered',
  PA: 'prior authorization required',
  EXCLUDED: 'excluded',
  STEP: 'covered after a first-line drug',
}

/**
 * What a state says of drugs, clocks and denials, from the dated data of `reference/`. `plan` is what
 * the carrier's plan says of the drug asked about; `today` is the person's day. A code that is no jurisdiction has the generic text, never an error.
 */
export function guideline(
  input: { stateCode: string; gpi?: string | undefined; doi?: string | undefined },
  now: string,
  today: string,
  plan: { status: string; note: string | null } | undefined,
): Guideline {
  const stateCode = input.stateCode.toUpperCase()
  const jurisdiction = jurisdictionOf(stateCode)
  const prospective = packFor(stateCode, 'prospective', now)
  const packs = kinds
    .map((kind) => ({ kind, pack: packFor(stateCode, kind, now) }))
    .filter(({ kind, pack }) => pack.kind === kind && (jurisdiction !== undefined || kind === 'prospective'))
  const tracks = tracksOf(stateCode, now)
  const rules = [firstFillRule(stateCode), opioidRule(stateCode, input.doi)]
  const dispensing = dispensingWords(stateCode)
  const supplies = physicianSupplies.filter(({ state }) => state === stateCode)
  const unconfirmed = [
    { title: 'First fill', confidence: rules[0]?.confidence },
    { title: 'Opioids', confidence: rules[1]?.confidence },
    { title: 'Dispensing', confidence: dispensing.length === 0 ? undefined : stateDispensingOf(stateCode).confidence },
  ].flatMap(({ title, confidence }) => (confidence === 'assumed' ? [title] : []))
  const links = [
    ...packs.filter(({ pack }) => !pack.isDefault).map(({ pack }) => ({ title: pack.name, source: pack.source })),
    ...tracks.map(({ name, source }) => ({ title: name, source })),
    ...rules.flatMap((rule, at) =>
      rule ? [{ title: at === 0 ? 'First fill' : 'Opioids', source: rule.citation }] : [],
    ),
    ...supplies.map(({ source }) => ({ title: 'Physician dispensing', source })),
  ]
  const drug =
    input.gpi === undefined
      ? []
      : [
          plan === undefined
            ? `${drugGroupName(input.gpi) ?? 'This drug'}: not listed on the plan formulary.`
            : `${drugGroupName(input.gpi) ?? 'This drug'}: ${statusWords[plan.status] ?? plan.status.toLowerCase()}${plan.note === null ? '' : ` (${noteWords(plan.note)})`}.`,
        ]
  const formulary = jurisdiction?.guideline ?? 'No state formulary found. Check carrier rules.'
  return {
    stateCode,
    program: jurisdiction ? `${jurisdiction.name}: ${jurisdiction.regulator}` : 'Jurisdiction unknown',
    formulary,
    clocks: Object.fromEntries(packs.map(({ kind, pack }) => [kind, clockOf(pack)])),
    urNeeded: !adjusterMayDeny(stateCode, now),
    denialRule: statesTheDenier(prospective)
      ? denialWords[prospective.whoMayDeny]
      : 'No state rule found on who may deny for medical necessity; an adjuster may.',
    links: links.filter((link, at) => links.findIndex((one) => one.source === link.source) === at),
    lookedUp: lookedUp(stateCode),
    unconfirmed,
    text: [
      formulary,
      prospective.text,
      ...tracks.map(({ text }) => text),
      ...firstFillWords(stateCode, input.doi, today),
      ...(input.gpi === undefined || isOpioid(input.gpi) ? opioidWords(stateCode, input.doi) : []),
      ...dispensing,
      ...supplies.map((one) => `${capitalized(supplyWords(one))} (${one.source}).`),
      ...drug,
    ],
  }
}
