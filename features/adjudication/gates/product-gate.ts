import { usDate } from '#platform/dates/day.ts'
import type { Measure } from '#features/prior-auths/findings.ts'
import { perioperativeDays, surgeryWithin } from '../surgery.ts'
import { drugGroupName } from '#reference/drug-groups.ts'
import { formularyVersion } from '#reference/versions.ts'
import { type Case, claimOf, reject, trace, warn } from '../case.ts'
import { clinicLine } from '../products/clinic-line.ts'
import { compound } from '../products/compound.ts'
import type { DrugFacts, FormularyItem } from '../snapshot.ts'
import { dayNumber } from '../day-number.ts'
import { howSure } from '../how-sure.ts'
import { noteWords } from '../in-words.ts'
import { formularyItem } from '../products/formulary.ts'
import { repackaged } from './physician-dispensing.ts'
import { injuryMatch, partGroupLabel, partGroupsOf } from '../injury-match.ts'
import { fillsBefore } from '../history/supplies.ts'

// G5: is this product one the plan pays, and does it fit the injury?

/** NY 12 NYCRR 441: perioperative around surgery, phase A until accepted (30 days at most), phase B after. */
function phaseOf(c: Case): 'A' | 'B' | 'PERI' {
  if (surgeryWithin(c, perioperativeDays)) return 'PERI'
  return c.facts.firstFill ? 'A' : 'B'
}

/** Runs R14 to R22 and R43. */
export function productGate(c: Case): void {
  const claim = claimOf(c)
  c.facts.surgeryWithin7Days = surgeryWithin(c, 7)
  c.facts.partGroups = partGroupsOf(claim, c.facts.surgeryWithin7Days)
  onFile(c)
  if (c.product.kind === 'COMPOUND') compound(c)
  else trace(c, 'R20', 'skip', 'Not a compound')
  if (c.product.kind === 'HCPCS') clinicLine(c)
  else trace(c, 'R21', 'skip', 'Not billed by a clinic code')
  const item = formularyItem(c.snapshot.formulary, c.product.gpi, phaseOf(c))
  c.item = item
  c.facts.formularyStatus = c.product.gpi === '' ? null : (item?.status ?? 'NOT_LISTED')
  c.facts.formularyNote = item?.note ?? null
  const { id, name, kind } = c.snapshot.formulary
  c.facts.formulary = { id, name, kind, version: formularyVersion, item }
  channelAndCounter(c, item)
  formularyRules(c, item)
  brand(c)
  repackaged(c)
  injury(c)
}

function onFile(c: Case): void {
  const { drug, kind, ingredients } = c.product
  if (kind === 'HCPCS') return trace(c, 'R14', 'skip', 'Billed by clinic code')
  if (kind === 'DRUG') {
    if (drug === null) return void reject(c, 'R14', '54', `NDC ${c.product.ndc} is not on file`)
    return onMarket(c, drug, 'This package')
  }
  // One that is not on file is for R20.
  for (const row of ingredients) if (row.drug !== null) onMarket(c, row.drug, `Ingredient ${row.drug.genericName}`)
  if (ingredients.every((row) => row.drug === null)) trace(c, 'R14', 'skip', 'No ingredient is on file')
}

/** R14 of a product, or of each ingredient of a compound. */
function onMarket(c: Case, drug: DrugFacts, what: string): void {
  if (drug.marketStart != null && dayNumber(drug.marketStart) > c.day) {
    return void reject(c, 'R14', '825', `${drug.name} was first marketed on ${usDate(drug.marketStart)}`)
  }
  if (drug.obsoleteDate != null) {
    const gone = dayNumber(drug.obsoleteDate)
    if (gone + 365 < c.day)
      return void reject(c, 'R14', '77', `${drug.name} was discontinued on ${usDate(drug.obsoleteDate)}`)
    if (gone <= c.day) return warn(c, 'R14', `${what} was discontinued on ${usDate(drug.obsoleteDate)}`)
  }
  trace(c, 'R14', 'pass', `${drug.name} is on file`)
}

function channelAndCounter(c: Case, item: FormularyItem | null): void {
  if (c.settings.excludedChannels.includes(c.request.channel)) {
    return void reject(c, 'R43', '70', 'The carrier does not pay bills from this channel', {
      measure: { with: [{ id: `channel ${c.request.channel}`, name: 'this channel of bills' }] },
    })
  }
  if (c.product.drug?.otc === true && c.product.kind === 'DRUG' && item === null) {
    return void reject(c, 'R43', '70', `${c.product.name} is sold over the counter and is not on the plan`)
  }
  trace(c, 'R43', 'pass', 'Channel and product type are covered')
}

function formularyRules(c: Case, item: FormularyItem | null): void {
  const { gpi, name, drug } = c.product
  if (gpi === '') {
    for (const id of ['R15', 'R16', 'R17']) trace(c, id, 'skip', 'Product not on file')
    return
  }
  if (item?.status === 'EXCLUDED') {
    const by = c.settings.formularyOverrides ? 'A' : 'S'
    reject(c, 'R15', '70', `${name} is excluded${item.note === undefined ? '' : `: ${noteWords(item.note)}`}`, { by })
  } else trace(c, 'R15', 'pass', 'Not excluded')
  if (c.facts.firstFill) {
    trace(c, 'R16', 'skip', 'The first-fill rule applies instead')
    return trace(c, 'R17', 'skip', 'The first-fill rule applies instead')
  }
  priorAuthorization(c, item)
  if (c.product.kind === 'COMPOUND') ingredientsListed(c)
  if (item === null || (item.stepThrough ?? []).length === 0) {
    return trace(c, 'R17', 'pass', 'No first-line drug required')
  }
  const tried = (item.stepThrough ?? []).some(
    (prefix) => fillsBefore(c, prefix, 180).reduce((days, fill) => days + fill.past.daysSupply, 0) >= 14,
  )
  if (tried) return trace(c, 'R17', 'pass', 'The first-line drug was tried')
  const first = (item.stepThrough ?? []).map((prefix) => drugGroupName(prefix) ?? prefix).join(' or ')
  reject(c, 'R17', '608', `${drug?.genericName ?? name} requires ${first} first (14 days within the past 180)`)
}

/** R16 of the ingredients that do not lead: one that needs prior authorization alone needs it in a compound. */
function ingredientsListed(c: Case): void {
  for (const { drug } of c.product.ingredients) {
    if (drug === null || drug.isCompoundBase === true || drug.gpi === c.product.gpi) continue
    const item = formularyItem(c.snapshot.formulary, drug.gpi, phaseOf(c))
    const isAccepted = (item?.coveredForParts ?? []).some((group) => c.facts.partGroups.includes(group))
    if (item?.status === 'PA' && !isAccepted)
      reject(c, 'R16', '75', `Ingredient ${drug.genericName} requires prior authorization`)
    else trace(c, 'R16', 'pass', `Ingredient ${drug.genericName}: no prior authorization required`)
  }
}

function priorAuthorization(c: Case, item: FormularyItem | null): void {
  const { formulary } = c.snapshot
  const { name, gpi, kind } = c.product
  // The list knows the ingredient a compound is known by; the state asks about the mixture.
  if (kind === 'COMPOUND' && c.stateControl.compoundsNeedApproval && item?.status !== 'EXCLUDED')
    return void reject(
      c,
      'R16',
      '75',
      `${name}: ${claimOf(c).jurisState} requires prior authorization for every compound${howSure(c, 'compoundsNeedApproval')}`,
    )
  if (item === null) {
    const closed = formulary.kind === 'CLOSED' || formulary.kind === 'STATE' || c.facts.planLevel === 'LIMITED_DRUGS'
    if (closed) return void reject(c, 'R16', 'MR', `${name} is not on ${formulary.name}`)
    if (formulary.kind === 'ODG_LIKE') return void reject(c, 'R16', '75', `${name} is not listed on ${formulary.name}`)
    return trace(c, 'R16', 'pass', `Not listed; ${formulary.name} is an open formulary`)
  }
  if (item.status === 'PA') {
    const accepted = (item.coveredForParts ?? []).find((group) => c.facts.partGroups.includes(group))
    if (accepted !== undefined) {
      return trace(c, 'R16', 'pass', `Covered for the accepted injury: ${partGroupLabel(accepted)}`)
    }
    const free = item.firstFillDays ?? 0
    if (free > 0) {
      const used = fillsBefore(c, item.gpiPrefix, 180).reduce((days, fill) => days + fill.past.daysSupply, 0)
      if (used + c.daysSupply <= free) {
        return trace(c, 'R16', 'pass', `Day ${used + c.daysSupply} of ${free} covered without prior authorization`)
      }
      return void reject(
        c,
        'R16',
        '75',
        `${name}: prior authorization required after ${free} days (${used + c.daysSupply} with this fill)`,
      )
    }
    return void reject(
      c,
      'R16',
      '75',
      `${name} requires prior authorization${item.note === undefined ? '' : ` (${noteWords(item.note)})`}`,
    )
  }
  if (item.genericOnly === true && c.product.drug?.brandFlag === 'B') {
    return void reject(c, 'R16', '75', `Brand-name ${drugGroupName(gpi) ?? name} requires prior authorization`)
  }
  trace(c, 'R16', 'pass', item.status === 'STEP' ? 'Covered after its first-line drug' : 'Covered')
}

function brand(c: Case): void {
  const drug = c.product.drug
  if (c.product.kind !== 'DRUG' || drug === null || drug.brandFlag !== 'M') {
    return trace(c, 'R18', 'pass', 'Not a brand with a generic')
  }
  const daw = c.request.prescription?.daw ?? '0'
  const who = asksForBrand[daw]
  if (who !== undefined) {
    const measure: Measure = { with: [{ id: `daw ${daw}`, name: `dispense-as-written code ${daw}` }] }
    return void reject(c, 'R18', 'AJ', `${drug.name}: ${who}; brand needs authorization`, { measure })
  }
  if (daw === '5') return trace(c, 'R18', 'pass', 'Brand billed as its generic')
  if (c.settings.payBrandAtGenericPrice) return warn(c, 'R18', 'Brand without a reason: paid at the generic price')
  reject(c, 'R18', 'UU', `${drug.name} has a generic, and DAW ${daw} gives no reason for the brand`)
}

/** Dispense-as-written codes that give a reason for the brand. None pays it: the plan decides on the reason. */
const asksForBrand: Readonly<Record<string, string>> = {
  1: 'prescriber requested brand',
  2: 'patient requested brand',
  6: 'override requested for the brand',
  7: 'pharmacy reports that the law requires the brand',
  8: 'pharmacy reports that the generic is not available',
  9: 'pharmacy gives another reason for the brand',
}

const misfit = (value: number): Measure => ({ amounts: [{ of: 'MISFIT', value }] })

function injury(c: Case): void {
  const { gpi } = c.product
  if (gpi === '') return trace(c, 'R22', 'skip', 'Product not on file')
  const verdict = injuryMatch(c.facts.partGroups, gpi, c.daysSupply)
  c.facts.injuryMatch = verdict
  const parts = c.facts.partGroups.map(partGroupLabel).join('; ')
  if (verdict === 'QUESTION')
    return void reject(c, 'R22', '80', `Relation to the accepted injury (${parts}) is unclear`, { measure: misfit(1) })
  if (verdict === 'NEVER')
    return void reject(c, 'R22', '80', `Almost never prescribed for the accepted injury (${parts})`, {
      measure: misfit(2),
    })
  if (verdict === 'UNKNOWN_PART') return trace(c, 'R22', 'skip', 'No accepted body part to compare')
  trace(
    c,
    'R22',
    'pass',
    verdict === 'RELATED' ? `Commonly prescribed for: ${parts}` : `Not usually prescribed for: ${parts}`,
  )
}
