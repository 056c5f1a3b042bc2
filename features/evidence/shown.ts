import { isBenzodiazepine, isGabapentinoid, isOpioid, isRelaxant } from '#features/adjudication/drug-class.ts'
import { ruleBook } from '#features/adjudication/rule-book.ts'
import { layOut } from '#features/adjudication/dose-by-day.ts'
import { money } from '#features/authorizations/figures.ts'
import { recipeWords } from '#features/authorizations/resubmission.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import type { Person } from '#platform/calls/person.ts'
import { dateOfDay, dayNumber, usDate } from '#platform/dates/day.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { capitalized } from '#platform/text/capitalized.ts'
import { icd10Description } from '#reference/icd10.ts'
import type { evidence, Ingredient, Medicine, Submission } from './contract.ts'
import { mayReadLooks, whyNotChart, whyNotLook, words } from './rules.ts'
import type { EvidenceRow, Sent } from './sql.ts'

type Answer = AnswerOf<typeof evidence.of>
const round = (amount: number, digits: number): number => Math.round(amount * 10 ** digits) / 10 ** digits

const ndcWords = (ndc: string): string =>
  /^\d{11}$/.test(ndc) ? `${ndc.slice(0, 5)}-${ndc.slice(5, 9)}-${ndc.slice(9)}` : ndc

/** What is compared between two submissions, in words; a prescriber by name where the names are two. */
const figures: readonly (readonly [figure: string, words: (of: Sent, other: Sent) => string])[] = [
  ['Drug', ({ drug, brand }) => `${drug}${brand === 'B' ? ', brand' : ''}`],
  // A compound has no package of its own.
  ['NDC', ({ ndc, parts }) => (parts ? 'none' : ndcWords(ndc) || 'none')],
  ['Quantity', ({ quantity }) => String(quantity)],
  ['Days’ supply', ({ daysSupply }) => String(daysSupply)],
  ['Billed', ({ billed }) => (billed === null ? 'none' : money(billed))],
  ['DAW', ({ daw }) => daw],
  [
    'Prescriber',
    ({ npi, prescriber }, other) => (prescriber === other.prescriber ? npi : (prescriber ?? npi)) || 'none',
  ],
  ['Refills', ({ refills }) => String(refills)],
  ['Directions', ({ directions }) => directions ?? 'none'],
  ['Ingredients', ({ parts }) => recipeWords(parts ?? null) ?? 'none'],
]
const differences = (before: Sent, after: Sent) =>
  figures.flatMap(([figure, of]) =>
    of(before, after) === of(after, before) ? [] : [{ figure, before: of(before, after), after: of(after, before) }],
  )

/** What the last submission that differs from the one before it changed; null where all ask for the same. */
export function resubmissionOf(sent: readonly Sent[], by: string): Answer['resubmitted'] {
  const at = sent.findLastIndex((one, index) => index > 0 && differences(sent[index - 1]!, one).length > 0)
  if (at < 1) return null
  const [before, after] = [sent[at - 1]!, sent[at]!]
  const isOther = before.quantity !== after.quantity || before.daysSupply !== after.daysSupply
  return {
    at: isoOf(after.at),
    by,
    changes: differences(before, after),
    amount: isOther ? { quantity: before.quantity, daysSupply: before.daysSupply } : null,
  }
}

/** One submission as it is laid beside another: a prescriber with the number, and what it was stopped with. */
const figuresOf = (one: Sent): Submission['figures'] => [
  ...figures.flatMap(([figure, of]) =>
    (figure === 'Ingredients' && !one.parts) || (figure === 'NDC' && one.parts)
      ? []
      : {
          figure,
          words:
            figure === 'Prescriber' ? [one.prescriber, one.npi].filter(Boolean).join(', NPI ') || 'none' : of(one, one),
        },
  ),
  { figure: 'Day of service', words: usDate(one.dateOfService) },
  { figure: 'Stopped with', words: one.codes.join(', ') || 'none' },
]

/** What was sent, oldest first; one that asks for the same as the one before it is no other, but for its codes. */
export function submissionsOf(sent: readonly Sent[]): Submission[] {
  const others: Sent[] = []
  for (const one of sent) {
    const last = others.at(-1)
    if (last && differences(last, one).length === 0) others[others.length - 1] = { ...one, at: last.at }
    else others.push(one)
  }
  return others.map((one) => ({ at: isoOf(one.at), figures: figuresOf(one) }))
}

const asNeeded = (directions: string): boolean => /\bas needed\b|\bif needed\b|\bprn\b/i.test(directions)
const coverage: Readonly<Record<string, Ingredient['covered']>> = {
  COVERED: 'COVERED',
  PA: 'APPROVAL',
  STEP: 'APPROVAL',
  EXCLUDED: 'NOT_COVERED',
}

/** The ingredients of a compound as billed, the dearest first. */
export function ingredientsOf(
  row: Pick<EvidenceRow, 'bill' | 'drugs' | 'formulary' | 'plan' | 'quantity'>,
): Ingredient[] {
  const parts = row.bill?.compound?.ingredients ?? []
  const total = parts.reduce((sum, { cost }) => sum + (cost ?? 0), 0)
  const units = row.bill?.prescription?.quantity ?? row.quantity
  // As R20 asks it: an open list covers what it does not name, no other does.
  const unlisted = (row.plan ?? 'OPEN') === 'OPEN' ? 'COVERED' : 'NOT_COVERED'
  return parts
    .map(({ productId, quantity, cost }): Ingredient => {
      const ndc = productId.replaceAll('-', '')
      const drug = row.drugs[ndc]
      const status = row.formulary.find((one) => one.ndc === ndc)?.status
      return {
        ndc: ndcWords(ndc),
        name: drug?.name ?? `NDC ${ndc}, not on file`,
        schedule: drug?.dea ?? null,
        opioid: drug !== undefined && isOpioid(drug),
        quantity,
        unit: drug?.unit ?? '',
        each: units > 0 ? round(quantity / units, 4) : quantity,
        price: cost ?? null,
        share: total > 0 ? Math.round((100 * (cost ?? 0)) / total) : null,
        covered: !drug
          ? 'UNKNOWN'
          : drug.isCompoundBase === true
            ? 'WITH_DRUG'
            : status == null
              ? unlisted
              : (coverage[status] ?? 'UNKNOWN'),
      }
    })
    .toSorted((a, b) => (b.price ?? 0) - (a.price ?? 0))
}

/**
 * Supplies that are taken on the day of service, as adjudication counts them: one that a refill took the place of is over, two
 * of one drug at once are two, also of two prescribers. What is dangerous with an opioid is first.
 */
function medicinesOf(row: Pick<EvidenceRow, 'fills' | 'date_of_service' | 'claim_number'>): Medicine[] {
  const on = dayNumber(row.date_of_service)
  const taken: Medicine[] = []
  for (const { fill, drug, start, last, until } of layOut(row.fills)) {
    if (start > on || until < on) continue
    const risk = isOpioid(drug) || isBenzodiazepine(drug.gpi) || isRelaxant(drug.gpi) || isGabapentinoid(drug.gpi)
    taken.push({
      name: drug.genericName || drug.name,
      strength: [drug.strength, drug.form].filter(Boolean).join(' '),
      directions: fill.directions,
      filledOn: fill.fillDate,
      lastsTo: dateOfDay(last),
      prescriber: fill.prescriberName,
      specialty: fill.specialty,
      risk,
      otherClaim: fill.claimNumber === row.claim_number ? null : fill.claimNumber,
    })
  }
  return taken.toSorted((a, b) => (a.risk === b.risk ? (a.filledOn < b.filledOn ? 1 : -1) : a.risk ? -1 : 1))
}

const plainCode = (code: string): string => code.replaceAll('.', '').toUpperCase()
/** "M54.16" of "M5416" */
const withPeriod = (code: string): string => (code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code)

function diagnosesOf({ request, bill, icd }: EvidenceRow): Answer['sent']['diagnoses'] {
  const codes = (request ?? bill)?.diagnosisCodes ?? []
  return codes.map((sent) => {
    const known = icd.find(({ code }) => plainCode(code) === plainCode(sent))
    const code = withPeriod(plainCode(sent))
    return {
      code,
      description: known?.description ?? icd10Description(code) ?? '',
      status: known?.status ?? 'NOT_ON_CLAIM',
    }
  })
}

const sentence = (text: string): string => (text === '' ? '' : `${capitalized(text)}.`)

/** The rule that found each reject, in words, with the source of the finding or of the rule. */
function rulesOf({ rejects }: Pick<EvidenceRow, 'rejects'>): Answer['rules'] {
  return rejects.map(({ rejectCode, message, sourceRule, citation }) => {
    const rule = ruleBook[sourceRule]
    return {
      code: rejectCode,
      message,
      rule: sourceRule,
      says: rule ? [sentence(rule.trigger), sentence(rule.note)].filter(Boolean).join(' ') : '',
      source: citation ?? rule?.citation ?? '',
    }
  })
}

export function shown(row: EvidenceRow, person: Person): Answer {
  const ingredients = ingredientsOf(row)
  const resubmitted = resubmissionOf(row.sent, row.pharmacy)
  const directions = row.request?.prescription?.directions?.trim() || null
  const lead = ingredients.find(({ covered }) => covered !== 'WITH_DRUG')
  const ndc = lead ? lead.ndc : (row.request?.prescription?.productId ?? row.ndc).replaceAll('-', '')
  const pricing = (row.request ?? row.bill)?.pricing
  const reads = mayReadLooks(person)
  return {
    resubmitted,
    submissions: submissionsOf(row.sent),
    sent: {
      dateOfService: row.date_of_service,
      directions,
      asNeeded: directions === null ? null : asNeeded(directions),
      diagnoses: diagnosesOf(row),
      ndc: ndcWords(ndc) || null,
      ndcOf: lead?.name ?? row.drug_name,
    },
    ingredients,
    fee: ingredients.length > 0 ? (pricing?.dispensingFee ?? null) : null,
    billed: pricing?.grossAmountDue ?? pricing?.usualAndCustomary ?? null,
    billedBefore:
      resubmitted === null ? null : (row.sent.findLast(({ at }) => isoOf(at) < resubmitted.at)?.billed ?? null),
    rules: rulesOf(row),
    medicines: medicinesOf(row),
    chart: row.chart,
    looks: row.looks.map((look) => ({
      at: isoOf(look.at),
      byName: reads ? look.by : null,
      mine: look.byId === person.id,
      months: reads ? look.months : null,
      note: reads ? look.note : null,
    })),
    whyNotLook: words(whyNotLook(person)),
    whyNotChart: words(whyNotChart(person)),
  }
}
