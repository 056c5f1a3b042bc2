import { usDate } from '#platform/dates/day.ts'
import { daysWord, usedPercent } from '../in-words.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { mmeNotice } from '#reference/opioid-factors.ts'
import { formularyWords } from '../products/formulary-words.ts'
import type { Adjudication, Consideration } from '../answer.ts'
import type { ClaimRequest } from '../claim-request.ts'
import type { Snapshot } from '../snapshot.ts'
import { dayNumber } from '../day-number.ts'
import { isNsaid, isRelaxant } from '../drug-class.ts'
import { partGroupLabel } from '../injury-match.ts'
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
    const detail = `${show(mme.after, 2)} MME a day with this fill (now ${show(mme.now, 2)}, plan limit ${mme.limit}). ${mmeNotice}`
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
  // The title says what the text of the finding begins with.
  if (trio !== undefined)
    add('trio', 'ALERT', 'Opioid + benzodiazepine + muscle relaxant', trio.text.replace(/^[^:]+: /, ''), 'R38')
  else if (opioidAround && facts.benzodiazepineActive) {
    const names = named(result, (gpi) => gpi.startsWith('1710') || gpi.startsWith('171203'))
    add('benzodiazepine', 'WARN', 'Active benzodiazepine', `taken with an opioid: ${names.join('; ')}`, 'R31', names)
  } else if (opioidAround && facts.relaxantActive) {
    const names = named(result, isRelaxant)
    add('relaxant', 'INFO', 'Active muscle relaxant', `taken with an opioid: ${names.join('; ')}`, 'R38', names)
  }
  const first = result.dur.find((row) => row.reason === 'PP')
  if (first !== undefined && !facts.opioidNaive) {
    const text = `${first.text}. The label allows it only to a patient who takes that much.`
    add('not-opioid-tolerant', 'ALERT', 'Fentanyl, and not opioid-tolerant', text, 'R37')
  } else if (first !== undefined) {
    const title = first.text.startsWith('Long-acting') ? 'First opioid, and long-acting' : 'First opioid, and fentanyl'
    add('first-long-acting', 'ALERT', title, `${first.text}. The label does not let a patient begin with it.`, 'R37')
  }
  if (facts.opioid && facts.opioidDay > 0) {
    const gap =
      facts.daysSinceLastOpioid === null
        ? 'none in the past 18 months'
        : `last fill ${daysWord(facts.daysSinceLastOpioid)} ago`
    const course = facts.opioidNaive ? 'new to opioids' : `day ${facts.opioidDay} of opioid therapy`
    add(
      'opioid-days',
      facts.opioidDay > 90 || facts.opioidNaive ? 'WARN' : 'INFO',
      'Opioid history',
      facts.daysSinceLastOpioid === null && facts.opioidNaive ? `${gap}.` : `${course}; ${gap}.`,
      'R35',
    )
  }
  if (mme !== null && mme.after >= 50 && !facts.naloxoneOnFile) {
    add(
      'naloxone',
      'WARN',
      'No naloxone on file',
      '50 MME a day or more, none in the past 180 days; offering it is recommended.',
      'R33',
    )
  }
}

const named = (result: Adjudication, is: (gpi: string) => boolean): string[] =>
  result.facts.active
    .filter((row) => is(row.gpi))
    .map((row) => `${row.drug} (filled ${usDate(row.fillDate)}, ${daysWord(row.daysLeft)} left)`)

const severityWords = { 1: 'Contraindicated', 2: 'Major', 3: 'Moderate' } as const

function conflicts(result: Adjudication, add: Add): void {
  for (const row of result.dur) {
    const evidence = row.otherDrug === null ? [] : [`${row.otherDrug}, filled ${usDate(row.otherFillDate ?? '')}`]
    if (row.reason === 'DD') {
      const severity = row.severity === 3 ? 'WARN' : 'ALERT'
      add(
        `interaction-${row.otherDrug ?? ''}`,
        severity,
        row.severity === null ? 'Interaction' : `${severityWords[row.severity]} interaction`,
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
    const detail = `${usedPercent(refill)}% used (${refill.thresholdPercent}% required); ${daysWord(refill.daysEarly)} early, payable ${usDate(refill.payableFrom)}.`
    add('early', 'WARN', 'Early refill', detail, 'R23', [`Last filled ${usDate(refill.previousFillDate)}`])
  }
  const parts = facts.partGroups.map(partGroupLabel).join('; ')
  if (facts.injuryMatch === 'NEVER')
    add('injury', 'WARN', 'Almost never prescribed for the accepted injury', `${parts}.`, 'R22')
  else if (facts.injuryMatch === 'QUESTION')
    add('injury', 'WARN', 'Relation to injury unclear', `accepted injury: ${parts}.`, 'R22')
  else if (facts.injuryMatch === 'RELATED') add('injury', 'INFO', 'Commonly prescribed for', `${parts}.`, 'R22')
  else if (facts.injuryMatch === 'UNKNOWN_PART')
    add('injury', 'INFO', 'Relation to injury not checked', 'no accepted body part or diagnosis to compare.', 'R22')
  else if (facts.injuryMatch === 'NOT_LISTED')
    add('injury', 'INFO', 'Not usually prescribed for the accepted injury', `${parts}.`, 'R22')
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
  // Patches and what is put on the skin have no count by day.
  const isCounted = !/patch|cream|ointment|gel|lotion|kit|powder/.test(snapshot.drug?.form ?? '')
  const { quantity, daysSupply } = request.prescription ?? {}
  if (
    most !== undefined &&
    quantity !== undefined &&
    daysSupply !== undefined &&
    quantity / daysSupply <= most &&
    isCounted
  ) {
    add(
      'dose-usual',
      'INFO',
      'Within labeled dose',
      `${show(quantity / daysSupply)} a day (maximum ${show(most)}).`,
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
    const risk = isNsaid(gpi) ? 'higher risk of bleeding and kidney injury' : 'higher risk of sedation and falls'
    add('age', 'WARN', `Age ${facts.age}`, `over 65, ${risk}.`, 'R39')
  }
  const icds = [...(snapshot.claim?.acceptedIcd ?? []), ...(request.diagnosisCodes ?? [])].filter(isRenalOrHepatic)
  if (icds.length > 0)
    add('organ', 'WARN', 'Kidney or liver disease', `diagnosis ${icds.join(', ')}; check the dose.`, 'R32', icds)
  if (facts.prescribers90 >= 3) {
    add('prescribers', 'WARN', 'Multiple prescribers', `${facts.prescribers90} in the past 90 days.`, 'R42')
  }
  if (facts.pharmacies90 >= 3)
    add('pharmacies', 'WARN', 'Multiple pharmacies', `${facts.pharmacies90} in the past 90 days.`, 'R42')
}

const decisionWords: Readonly<Record<string, string>> = {
  APPROVE: 'approved',
  REJECT: 'rejected',
  REJECT_NO_PA: 'rejected this fill',
  AUTO: 'approved automatically',
  BYPASS: 'approved by bypass',
  DEEMED: 'deemed approved',
}

function costAndHistory(result: Adjudication, snapshot: Snapshot, request: ClaimRequest, add: Add): void {
  const { facts } = result
  if (facts.genericAlternative !== null) {
    const { name, saving } = facts.genericAlternative
    add('generic', 'WARN', 'Generic available', `${name} saves $${showDollars(Math.round(saving * 100))}.`, 'R18')
  }
  if (facts.letterAgeDays !== null) {
    add(
      'letter',
      'INFO',
      'Letter on file',
      `letter of medical necessity signed ${daysWord(facts.letterAgeDays)} before the fill.`,
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
    const word = decisionWords[last.decision] ?? last.decision.toLowerCase().replaceAll('_', ' ')
    const detail = `${decisions.length}; last ${word} ${usDate(last.decidedOn)}${last.reason == null ? '' : ` (${last.reason})`}.`
    add(
      'decisions',
      'INFO',
      'Earlier decisions for this drug',
      detail,
      'R40',
      decisions.map((row) => row.authorizationId),
    )
  }
  if (facts.surgeryWithin7Days) add('surgery', 'INFO', 'Surgery', 'within 7 days of this fill.', 'R16')
}
