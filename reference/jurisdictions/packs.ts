import { californiaPacks } from './california.ts'
import { federalPacks } from './federal.ts'
import type { Jurisdiction } from './jurisdictions.ts'
import { jurisdictions } from './jurisdictions.ts'
import { newYorkPacks } from './new-york.ts'
import { otherStatePacks } from './other-states.ts'
import type { Denier, RequestKind, RulePack } from './rule-pack.ts'
import { rulePack } from './rule-pack.ts'
import { texasPacks } from './texas.ts'

/** Packs that rest on a cited fact. */
export const statedPacks: readonly RulePack[] = [
  ...californiaPacks,
  ...newYorkPacks,
  ...texasPacks,
  ...otherStatePacks,
  ...federalPacks,
]

type Target = Pick<RulePack, 'unit' | 'amount' | 'source' | 'text'>

const noRule = 'Internal service target; no state rule known to us'
/** What we promise where no rule is known. None of it decides anything by silence. */
const targets = {
  prospective: {
    unit: 'businessDays',
    amount: 3,
    source: noRule,
    text: 'No state turnaround known. Our own target: 3 business days after receipt. Check carrier rules.',
  },
  expedited: {
    unit: 'hours',
    amount: 72,
    source: noRule,
    text: 'No state turnaround known. Our own target: 72 hours after receipt. Check carrier rules.',
  },
  retrospective: {
    unit: 'calendarDays',
    amount: 30,
    source: 'Internal service target; states give 30 to 45 days to pay a bill (assumed)',
    text:
      'The drug was dispensed; this is its bill, and no rule on answering in advance holds. Our own target: 30 days ' +
      'after receipt. Check carrier rules.',
  },
  reconsideration: {
    unit: 'businessDays',
    amount: 3,
    source: noRule,
    text:
      'No turnaround known for a denial that is looked at again. Our own target: 3 business days after receipt. Check ' +
      'carrier rules.',
  },
  level2: {
    unit: 'businessDays',
    amount: 3,
    source: noRule,
    text:
      'No turnaround known for a second reconsideration. Our own target: 3 business days after receipt. Check carrier ' +
      'rules.',
  },
  level3: {
    unit: 'calendarDays',
    amount: 30,
    source: 'Internal service target; a board or a court decides and the outcome is recorded',
    text:
      'A board or a court decides; no clock of the payer runs. Our own target: the outcome is asked after within 30 ' +
      'days.',
  },
} as const satisfies Partial<Record<RequestKind, Target>>

const targetKinds = Object.keys(targets) as (keyof typeof targets)[]

type Place = Pick<Jurisdiction, 'code' | 'name' | 'regulator' | 'timeZone' | 'holidays' | 'monopolistic' | 'kind'>

/** Who may deny where no rule on this kind of request says it: of a bill and a reconsideration who may deny in advance. */
function denierIn(place: Place, kind: RequestKind): Denier {
  if (kind === 'level3') return 'board'
  const inAdvance =
    kind === 'prospective' || kind === 'expedited'
      ? undefined
      : statedPacks.findLast((pack) => pack.jurisdiction === place.code && pack.kind === 'prospective')
  return inAdvance?.whoMayDeny ?? (place.monopolistic ? 'fund' : place.kind === 'federal' ? 'examiner' : 'adjuster')
}

const targetsOf = (place: Place): RulePack[] =>
  targetKinds.map((kind) =>
    rulePack({
      ...targets[kind],
      id: `${place.code}/${kind}/default`,
      jurisdiction: place.code,
      name: `${place.name}: our own target`,
      regulator: place.regulator,
      timeZone: place.timeZone,
      kind,
      effectiveFrom: '1970-01-01',
      holidays: place.holidays,
      lapse: 'internal_target',
      whoMayDeny: denierIn(place, kind),
      isDefault: true,
      confidence: 'L',
    }),
  )

/**
 * The defaults: for every jurisdiction a target of our own for every kind of request but an inpatient's, from the
 * beginning of time. A stated pack wins over them on every date it covers.
 */
export const defaultPacks: readonly RulePack[] = jurisdictions.flatMap(targetsOf)

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
