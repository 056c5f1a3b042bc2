import { billClocks } from './bill-clocks.ts'
import { californiaPacks } from './california.ts'
import { federalPacks } from './federal.ts'
import type { Jurisdiction } from './jurisdictions.ts'
import { jurisdictions } from './jurisdictions.ts'
import { lookUpOf } from './looked-up.ts'
import { newYorkPacks } from './new-york.ts'
import { otherStatePacks } from './other-states.ts'
import { priorAuthorizationClocks } from './prior-authorization-clocks.ts'
import type { Denier, RequestKind, RulePack } from './rule-pack.ts'
import { rulePack } from './rule-pack.ts'
import { supersededPacks } from './superseded.ts'
import { texasPacks } from './texas.ts'

const cited: readonly RulePack[] = [
  ...californiaPacks,
  ...newYorkPacks,
  ...texasPacks,
  ...otherStatePacks,
  ...priorAuthorizationClocks,
  ...billClocks,
  ...federalPacks,
]

/** True where the time of a pack is the law's as far as it is known, not an internal target. */
export const statesTheTime = (pack: RulePack): boolean => !pack.isDefault && !pack.ownTarget && pack.confidence !== 'L'

const urgentHours = 72
const urgentText = `Internal target for an urgent request: ${urgentHours} hours from receipt.`

/** States whose time for any request, however urgent, is a week and more. */
const slowForUrgent: readonly string[] = ['CO', 'VT']

/**
 * An urgent request where the state's rule on asking in advance is an internal target, not confirmed, begins with a form, or
 * leaves far longer than anybody in haste can wait: the hours of the default, and what else the state's rule says.
 */
const urgentTargets: readonly RulePack[] = cited
  .filter(
    (pack) =>
      pack.kind === 'prospective' &&
      pack.track === null &&
      (pack.form !== null || !statesTheTime(pack) || slowForUrgent.includes(pack.jurisdiction)),
  )
  .map((pack) => ({
    ...pack,
    id: pack.id.replace('/prospective/', '/expedited/'),
    version: 1,
    name: `${pack.name.split(': ')[0]}: internal target for an urgent request`,
    kind: 'expedited',
    unit: 'hours',
    amount: urgentHours,
    startEvent: 'receipt',
    rollForward: false,
    holidays: 'none',
    extension: null,
    ceiling: null,
    form: null,
    lapse: 'internal_target',
    ownTarget: true,
    source: `Internal service target; no time for an urgent request was found in ${pack.source}`,
    // Nothing that was read gives these hours, however well the rule beside them is known.
    confidence: 'L',
    verifiedOn: null,
    text: urgentText,
  }))

/** Packs that rest on a cited fact, and the internal targets for urgent requests beside those that do not state the time. */
export const statedPacks: readonly RulePack[] = [...cited, ...urgentTargets]

type Target = Pick<RulePack, 'unit' | 'amount' | 'text'>

/** What we promise where no rule was found. None of it decides anything by silence. */
const targets = {
  prospective: {
    unit: 'businessDays',
    amount: 3,
    text: 'No state deadline on file. Internal target: 3 business days from receipt.',
  },
  expedited: {
    unit: 'hours',
    amount: urgentHours,
    text: `No state deadline on file. ${urgentText}`,
  },
  retrospective: {
    unit: 'calendarDays',
    amount: 30,
    text: 'No state deadline on file for the bill of a drug that was dispensed. Internal target: 30 days from receipt.',
  },
  reconsideration: {
    unit: 'businessDays',
    amount: 3,
    text: 'No state deadline on file for a reconsideration. Internal target: 3 business days from receipt.',
  },
  level2: {
    unit: 'businessDays',
    amount: 3,
    text: 'No state deadline on file for a second reconsideration. Internal target: 3 business days from receipt.',
  },
  level3: {
    unit: 'calendarDays',
    amount: 30,
    text: 'A board or a court decides; no payer deadline runs. Internal target: ask for the outcome within 30 days.',
  },
} as const satisfies Partial<Record<RequestKind, Target>>

const targetKinds = Object.keys(targets) as (keyof typeof targets)[]

type Place = Pick<Jurisdiction, 'code' | 'name' | 'regulator' | 'timeZone' | 'holidays' | 'monopolistic' | 'kind'>

/**
 * Who may deny where no rule on this kind of request says it: of a bill and a reconsideration those who may deny in advance;
 * else by what was looked up.
 */
function denierIn(place: Place, kind: RequestKind): Denier {
  if (kind === 'level3') return 'board'
  const inAdvance =
    kind === 'prospective' || kind === 'expedited'
      ? undefined
      : cited.findLast((pack) => pack.jurisdiction === place.code && pack.kind === 'prospective' && pack.track === null)
  return (
    inAdvance?.whoMayDeny ??
    lookUpOf(place.code)?.denier?.who ??
    (place.monopolistic ? 'fund' : place.kind === 'federal' ? 'examiner' : 'adjuster')
  )
}

/** False where nothing was found on who may deny: an adjuster may, which no rule says. */
export const statesTheDenier = (pack: RulePack): boolean => !pack.isDefault || pack.whoMayDeny !== 'adjuster'

const sourceOf = (place: Place): string => {
  const looked = lookUpOf(place.code)
  return `Internal service target; no rule found in ${looked?.lookedAt ?? 'anything, as the jurisdiction is not known'}`
}

const targetsOf = (place: Place, denier = denierIn): RulePack[] =>
  targetKinds.map((kind) =>
    rulePack({
      ...targets[kind],
      id: `${place.code}/${kind}/default`,
      jurisdiction: place.code,
      name: `${place.name}: internal target`,
      regulator: place.regulator,
      timeZone: place.timeZone,
      kind,
      effectiveFrom: '1970-01-01',
      holidays: place.holidays,
      lapse: 'internal_target',
      whoMayDeny: denier(place, kind),
      isDefault: true,
      ownTarget: true,
      source: sourceOf(place),
      confidence: 'L',
    }),
  )

/** Days off and deniers of the first version of the defaults, where they were others. */
const formerly: Readonly<Record<string, { holidays?: 'federal'; denier?: Denier }>> = {
  AL: { denier: 'adjuster' },
  AR: { denier: 'adjuster' },
  AZ: { holidays: 'federal' },
  CO: { holidays: 'federal', denier: 'adjuster' },
  DC: { denier: 'adjuster' },
  DE: { denier: 'adjuster' },
  FL: { holidays: 'federal' },
  GA: { holidays: 'federal' },
  HI: { denier: 'adjuster' },
  IN: { holidays: 'federal' },
  LA: { holidays: 'federal' },
  MA: { denier: 'adjuster' },
  ME: { denier: 'adjuster' },
  MS: { denier: 'adjuster' },
  MT: { holidays: 'federal' },
  OH: { denier: 'fund' },
  PR: { denier: 'adjuster' },
  TN: { holidays: 'federal' },
  UT: { denier: 'adjuster' },
  VI: { denier: 'adjuster' },
  VT: { denier: 'adjuster' },
  WA: { denier: 'fund' },
}

/** The first version of a default that had other days off or another denier; undefined where nothing changed. */
function firstVersion(now: RulePack): RulePack | undefined {
  const was = formerly[now.jurisdiction]
  const place = jurisdictions.find(({ code }) => code === now.jurisdiction)
  if (!was || !place) return undefined
  const { holidays, denier } = was
  const before = targetsOf({ ...place, ...(holidays && { holidays }) }, (_, kind) =>
    kind === 'level3' ? 'board' : (denier ?? now.whoMayDeny),
  ).find(({ kind }) => kind === now.kind)
  const isOther = before?.holidays !== now.holidays || before.whoMayDeny !== now.whoMayDeny
  return isOther ? before : undefined
}

const allTargets: readonly RulePack[] = jurisdictions.flatMap((place) => targetsOf(place))

/**
 * The defaults: for every jurisdiction a target of our own for every kind of request but an inpatient's, from the
 * beginning of time. A stated pack wins over them on every date it covers.
 */
export const defaultPacks: readonly RulePack[] = allTargets.map((pack) =>
  firstVersion(pack) ? { ...pack, version: 2 } : pack,
)

/** For a code that is no jurisdiction: the same targets, counted in New York. */
export const targetsAnywhere: readonly RulePack[] = targetsOf({
  code: 'US',
  name: 'Jurisdiction unknown',
  regulator: 'None known',
  timeZone: 'America/New_York',
  holidays: 'federal',
  monopolistic: false,
  kind: 'state',
})

/** Every rule pack shipped: stated ones first, then the defaults. A carrier's own rows may be put before them. */
export const allPacks: readonly RulePack[] = [...statedPacks, ...defaultPacks]

/** Every pack a request or a decision record may name by id and version: those in use, and those that were corrected. */
export const recordedPacks: readonly RulePack[] = [
  ...allPacks,
  ...targetsAnywhere,
  ...supersededPacks,
  ...allTargets.flatMap((pack) => firstVersion(pack) ?? []),
]
