import { ncpdp } from '#reference/ncpdp.ts'
import { mmeNotice } from '#reference/opioid-factors.ts'
import { formularyWords } from '../products/formulary-words.ts'
import type { Adjudication, Consideration } from '../answer.ts'
import type { ClaimRequest } from '../claim-request.ts'
import type { Snapshot } from '../snapshot.ts'
import { dayNumber } from '../day-number.ts'
import { isNsaid, isRelaxant } from '../drug-class.ts'
import { partGroupLabel } from '../products/injury-match.ts'
import { show, showDollars } from '../money.ts'

// What a person should see before deciding. Facts only, the same for the same claim, at most eight.

const rank = { ALERT: 0, WARN: 1, INFO: 2 }

type Add = (
  key: string,
  severity: Consideration['severity'],
  title: string,
  detail: string,
  ruleId: string,
  evidence?: string[],
) => void

/** The facts for a decision, worst first, at most eight. */
export function considerations(result: Adjudication, request: ClaimRequest, snapshot: Snapshot): Consideration[] {
  const all: Consideration[] = []
  const add: Add = (key, severity, title, detail, ruleId, evidence = []) => {
    all.push({ key, severity, title, detail, evidence, ruleId })
  }
  opioids(result, add)
  conflicts(result, add)
  refillAndFit(result, snapshot, request, add)
  person(result, snapshot, request, add)
  costAndHistory(result, snapshot, request, add)
  // The sort is stable: of equal severity the order of the list stays.
  return all.sort((a, b) => rank[a.severity] - rank[b.severity]).slice(0, 8)
}

function opioids(result: Adjudication, add: Add): void {
  const { facts } = result
  const mme = facts.mme
  if (mme !== null && (mme.after > 0 || mme.now > 0)) {
    const severity = mme.after > mme.limit ? 'ALERT' : mme.after >= 50 ? 'WARN' : 'INFO'
    const detail = `${show(mme.now, 2)} MME a day now, ${show(mme.after, 2)} after this fill; plan limit ${mme.limit}. ${mmeNotice}`
    add(
      'mme',
      severity,
      'Daily opioid dose',
      detail,
      'R33',
      mme.items.map((item) => `${item.drug}: ${item.arithmetic}`),
    )
  }
  for (const words of mme?.notCounted ?? []) add('buprenorphine', 'INFO', 'Contains buprenorphine', words, 'R33')
  const opioidAround = facts.opioid || facts.concurrentOpioids > 0
  const trio = result.dur.find((row) => row.reason === 'AT' && row.text.startsWith('Opioid, benzodiazepine'))
  if (trio !== undefined) add('trio', 'ALERT', 'Opioid, benzodiazepine and relaxant together', trio.text, 'R38')
  else if (opioidAround && facts.benzodiazepineActive) {
    const names = named(result, (gpi) => gpi.startsWith('1710') || gpi.startsWith('171203'))
    add('benzodiazepine', 'WARN', 'Benzodiazepine at hand', `With an opioid: ${names.join(', ')}`, 'R31', names)
  } else if (opioidAround && facts.relaxantActive) {
    const names = named(result, isRelaxant)
    add('relaxant', 'INFO', 'Muscle relaxant at hand', `With an opioid: ${names.join(', ')}`, 'R38', names)
  }
  if (facts.opioid && facts.opioidDay > 0) {
    const gap =
      facts.daysSinceLastOpioid === null
        ? 'first opioid in 18 months'
        : `last opioid fill ${facts.daysSinceLastOpioid} days ago`
    const new180 = facts.opioidNaive ? 'New to opioids' : `Day ${facts.opioidDay} of opioids`
    add(
      'opioid-days',
      facts.opioidDay > 90 || facts.opioidNaive ? 'WARN' : 'INFO',
      'Time on opioids',
      `${new180}; ${gap}.`,
      'R35',
    )
  }
  if (mme !== null && mme.after >= 50 && !facts.naloxoneOnFile) {
    add(
      'naloxone',
      'WARN',
      'No naloxone on file',
      'No naloxone in 180 days at 50 MME a day or more; offering it is advised.',
      'R33',
    )
  }
}

const named = (result: Adjudication, is: (gpi: string) => boolean): string[] =>
  result.facts.active
    .filter((row) => is(row.gpi))
    .map((row) => `${row.drug}, filled ${row.fillDate}, ${row.daysLeft} days left`)

function conflicts(result: Adjudication, add: Add): void {
  for (const row of result.dur) {
    const evidence = row.otherDrug === null ? [] : [`${row.otherDrug}, filled ${row.otherFillDate}`]
    if (row.reason === 'DD') {
      const severity = row.severity === 3 ? 'WARN' : 'ALERT'
      add(
        `interaction-${row.otherDrug ?? ''}`,
        severity,
        `Interaction, severity ${row.severity}`,
        row.text,
        'R31',
        row.citation === undefined ? evidence : [...evidence, `Source: ${row.citation}`],
      )
    } else if (row.reason === 'TD')
      add(`duplicate-${row.otherDrug ?? ''}`, 'WARN', 'Duplicate therapy', row.text, 'R30', evidence)
    else if (row.reason === 'HD' && !row.text.includes('MME'))
      add('dose', 'ALERT', 'High dose', row.text, 'R32', evidence)
    else if (row.reason === 'PA') add('age-limit', 'WARN', 'Age', row.text, 'R39')
    else if (row.reason === 'PG') add('pregnancy', 'ALERT', 'Pregnancy', row.text, 'R39')
  }
}

function refillAndFit(result: Adjudication, snapshot: Snapshot, request: ClaimRequest, add: Add): void {
  const { facts } = result
  const refill = facts.refill
  if (refill !== null && refill.daysEarly > 0) {
    const detail = `${show(refill.usedPercent, 1)} % used, ${refill.thresholdPercent} % needed; ${refill.daysEarly} days early, payable from ${refill.payableFrom}.`
    add('early', 'WARN', 'Early refill', detail, 'R23', [`Last filled ${refill.previousFillDate}`])
  }
  const parts = facts.partGroups.map(partGroupLabel).join('; ')
  if (facts.injuryMatch === 'NEVER')
    add('injury', 'WARN', 'Does not fit the injury', `Practically never used for: ${parts}.`, 'R22')
  else if (facts.injuryMatch === 'QUESTION')
    add('injury', 'WARN', 'Fit to the injury is a question', `Accepted: ${parts}.`, 'R22')
  else if (facts.injuryMatch === 'RELATED') add('injury', 'INFO', 'Fits the injury', `Usual for: ${parts}.`, 'R22')
  else if (facts.injuryMatch === 'UNKNOWN_PART')
    add('injury', 'INFO', 'Injury not mapped', 'No accepted body part says whether this drug fits.', 'R22')
  else if (facts.injuryMatch === 'NOT_LISTED')
    add('injury', 'INFO', 'Not listed for the injury', `Accepted: ${parts}.`, 'R22')
  const plan = formularyWords(facts.formularyStatus, snapshot.claim?.jurisState ?? '', facts.formularyNote)
  if (plan !== null) {
    const severity = facts.formularyStatus === 'EXCLUDED' ? 'WARN' : 'INFO'
    add('formulary', severity, 'Formulary', plan, 'R16', [snapshot.formulary.name])
  }
  const step = [...result.rejects, ...result.cleared.map((row) => row.reject)].find(
    (made) => made.rejectCode === ncpdp.STEP_THERAPY,
  )
  if (step !== undefined) add('first-line', 'WARN', 'First-line drug not tried', step.message, 'R17')
  const most = snapshot.drug?.maxPerDay
  const { quantity, daysSupply } = request.prescription ?? {}
  if (most !== undefined && quantity !== undefined && daysSupply !== undefined && quantity / daysSupply <= most) {
    add(
      'dose-usual',
      'INFO',
      'Dose within the label',
      `${show(quantity / daysSupply)} a day of at most ${show(most)}.`,
      'R32',
    )
  }
}

// Kidney N17 to N19, liver K70 to K77.
const isRenalOrHepatic = (icd: string): boolean =>
  icd.startsWith('N17') || icd.startsWith('N18') || icd.startsWith('N19') || icd.startsWith('K7')

function person(result: Adjudication, snapshot: Snapshot, request: ClaimRequest, add: Add): void {
  const { facts } = result
  const gpi = facts.gpi ?? ''
  if (facts.age !== null && facts.age > 65 && (isNsaid(gpi) || isRelaxant(gpi))) {
    const risk = isNsaid(gpi) ? 'bleeding and kidney risk rise with age' : 'sedation and falls rise with age'
    add('age', 'WARN', `Age ${facts.age}`, `Over 65: ${risk}.`, 'R39')
  }
  const icds = [...(snapshot.claim?.acceptedIcd ?? []), ...(request.diagnosisCodes ?? [])].filter(isRenalOrHepatic)
  if (icds.length > 0)
    add('organ', 'WARN', 'Kidney or liver disease', `Diagnosis ${icds.join(', ')}: check the dose.`, 'R32', icds)
  if (facts.prescribers90 >= 3) {
    add('prescribers', 'WARN', 'Several prescribers', `${facts.prescribers90} prescribers in 90 days.`, 'R42')
  }
  if (facts.pharmacies90 >= 3)
    add('pharmacies', 'WARN', 'Several pharmacies', `${facts.pharmacies90} pharmacies in 90 days.`, 'R42')
}

function costAndHistory(result: Adjudication, snapshot: Snapshot, request: ClaimRequest, add: Add): void {
  const { facts } = result
  if (facts.genericAlternative !== null) {
    const { name, saving } = facts.genericAlternative
    add(
      'generic',
      'WARN',
      'A generic is cheaper',
      `${name} would save ${showDollars(Math.round(saving * 100))} dollars.`,
      'R18',
    )
  }
  if (facts.letterAgeDays !== null) {
    add(
      'letter',
      'INFO',
      'Letter on file',
      `A letter of medical necessity was signed ${facts.letterAgeDays} days before the fill.`,
      'R35',
    )
  }
  const drug = (facts.gpi ?? '').slice(0, 8)
  const day = dayNumber(request.dateOfService)
  const decisions = (snapshot.decisions ?? []).filter(
    (row) => drug.length === 8 && row.gpi.startsWith(drug) && dayNumber(row.decidedOn) <= day + 1,
  )
  const last = decisions.toSorted((a, b) => (a.decidedOn < b.decidedOn ? 1 : -1))[0]
  if (last !== undefined) {
    const word = last.decision.toLowerCase().replaceAll('_', ' ')
    const detail = `${decisions.length} earlier ${decisions.length === 1 ? 'decision' : 'decisions'}; last ${last.decidedOn}: ${word}${last.reason == null ? '' : ` (${last.reason})`}.`
    add(
      'decisions',
      'INFO',
      'Earlier decisions for this drug',
      detail,
      'R40',
      decisions.map((row) => row.authorizationId),
    )
  }
  if (facts.surgeryWithin7Days)
    add('surgery', 'INFO', 'Surgery within 7 days', 'The fill falls around an operation.', 'R16')
}
