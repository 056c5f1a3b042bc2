import { levelInWords } from '#features/authorizations/decision/decide.ts'
import type { DecisionRecord, Kept } from './contract.ts'

/** One line of what was known: its name, what it was, and where it came from. */
export type Line = { name: string; was: string; source: string }
export type Section = { title: string; lines: Line[] }

export type Words = { instant(iso: string): string }

const usDay = (date: string | null): string =>
  date === null ? '' : `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`
const dollars = (amount: number): string => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
const line = (name: string, was: string | number, source = ''): Line => ({ name, was: String(was), source })
const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)
/** Leaves out what was not there. */
const some = (...lines: (Line | false)[]): Line[] => lines.filter((one): one is Line => one !== false && one.was !== '')

const kinds: Readonly<Record<DecisionRecord['kind'], string>> = {
  APPROVE: 'Approved',
  REJECT: 'Rejected',
  REJECT_NO_PA: 'Rejected for this fill',
  AUTO: 'Approved by a rule',
  BYPASS: 'Cleared by a bypass',
  DEEMED: 'Deemed approved: nobody decided in time',
  FIRST_APPROVAL: 'First of two approvals',
}
/** "Approved", "First of two approvals". */
export const kindInWords = (kind: DecisionRecord['kind']): string => kinds[kind]

const standings: Readonly<Record<DecisionRecord['decider']['standing'], string>> = {
  owner: 'case owner of the request',
  supervisor: 'supervisor of the case owner',
  group: 'colleague in the same group',
  pool: 'from the pool of reviewers',
  maker: 'made the request',
  system: 'no person',
}
const bases: Readonly<Record<string, string>> = {
  CONTRACT: 'contract price',
  FEE_SCHEDULE: 'state fee schedule',
  UC: "the pharmacy's usual and customary price",
  BILLED: 'the amount billed',
}
const confidences: Readonly<Record<string, string>> = {
  H: 'statute or official page read',
  M: 'second-hand source',
  L: 'not verified',
}

function decided({ record, undone }: Kept & { record: DecisionRecord }, words: Words): Line[] {
  const { decider, outcome, firstApprover } = record
  return some(
    line('Decision', kinds[record.kind]),
    undone !== null && line('Taken back', `${words.instant(undone.at)} by ${undone.by}`),
    line('When', words.instant(record.at)),
    line(
      'By',
      decider.roles.length > 0 ? `${decider.name} (${decider.roles.join(', ')})` : decider.name,
      decider.permission ? `${decider.permission}: ${decider.permissionMeans}` : decider.permissionMeans,
    ),
    decider.id !== null && line('As', standings[decider.standing]),
    decider.licenseStates.length > 0 && line('Licence', decider.licenseStates.join(', ')),
    decider.approvalLimit !== null && line('Limit', dollars(decider.approvalLimit)),
    firstApprover !== null && line('First approver', `${firstApprover.name}, ${words.instant(firstApprover.at)}`),
    line('Status', `${record.status.from} → ${record.status.to}`, `version ${record.requestVersion} of the request`),
    outcome.startDate !== null && line('Dates', `${usDay(outcome.startDate)} to ${usDay(outcome.endDate)}`),
    outcome.drugLevel !== null && line('Drug level', `${outcome.drugLevel}, ${levelInWords(outcome.drugLevel)}`),
    line(
      'Limits',
      [
        outcome.oneTime ? 'one fill' : outcome.maxFills === null ? '' : `${outcome.maxFills} fills`,
        outcome.maxQty === null ? '' : `${outcome.maxQty} a fill`,
        outcome.maxDays === null ? '' : `${outcome.maxDays} days a fill`,
      ]
        .filter(Boolean)
        .join(', '),
    ),
    line('Reason', outcome.reason),
    line('Note', outcome.note),
    outcome.safetyAck !== null && line('Acknowledged', outcome.safetyAck),
    outcome.waitsFor.length > 0 && line('Waits for a pharmacist', outcome.waitsFor.join(', ')),
  )
}

const ways: Readonly<Record<string, string>> = { MAIL: 'e-mail', FAX: 'fax', POST: 'letter', SMS: 'text' }

/** One line a notice that is owed, with its citation, by when, and what left for it. */
const notices = (of: Kept['notices'], words: Words): Line[] =>
  of.map(({ to, by, written, source, served }) =>
    line(
      'Notice owed',
      [
        `${written ? 'in writing ' : ''}to ${to.join(', ')}${by === null ? '' : ` by ${words.instant(by)}`}`,
        ...served.map(
          (one) =>
            `${ways[one.channel] ?? one.channel} to ${one.to}, ${one.at ? words.instant(one.at) : 'not sent yet'}`,
        ),
      ].join('; '),
      source,
    ),
  )

function legalClock({ clock }: DecisionRecord, words: Words): Line[] {
  return some(
    line('Rule pack', clock.pack),
    line('Received', words.instant(clock.receivedAt)),
    line('Due', words.instant(clock.dueAt)),
    ...clock.arithmetic.map((step, at) => line(at === 0 ? 'Counted' : '', step)),
  )
}

function guideline({ guideline: of }: DecisionRecord): Line[] {
  return some(
    line(of.name, of.text, `${of.source} (${confidences[of.confidence] ?? of.confidence}, ${of.verifiedOn})`),
    line('Version', of.version),
    line('Who may deny', of.whoMayDeny),
    line('When time runs out', of.lapse.replaceAll('_', ' ')),
  )
}

function dose({ mme }: DecisionRecord): Line[] {
  if (!mme) return [line('MME', 'not an opioid, none at hand')]
  return [
    line('Before', `${mme.now} a day`),
    line('After', `${mme.after} a day, limit ${mme.limit}`, `factors ${mme.factorVersion}`),
    ...mme.items.map((item) =>
      line(item.drug, item.arithmetic, item.fillDate ? `filled ${usDay(item.fillDate)}` : 'asked for'),
    ),
    ...(mme.previous ? [line(mme.previous.drug, mme.previous.arithmetic, 'last supply of the same product')] : []),
    ...mme.notCounted.map((words) => line('Not counted', words)),
  ]
}

function price({ price: of }: DecisionRecord): Line[] {
  if (!of) return [line('Price', 'nothing was known to price it by')]
  const { inputs } = of
  return some(
    line('Price', `${dollars(of.paid)}, ${bases[of.basis]}`),
    line('Fee schedule', dollars(of.feeSchedule), of.feeScheduleRule),
    of.network > 0 && line('Contract', dollars(of.network)),
    of.uc > 0 && line('Usual and customary', dollars(of.uc)),
    of.billed > 0 && line('Billed', dollars(of.billed)),
    of.awp > 0 &&
      line('Average wholesale price', dollars(of.awp), of.awpEffectiveDate ? `of ${usDay(of.awpEffectiveDate)}` : ''),
    ...(inputs?.lines ?? []).map((one) =>
      line(one.name, `${one.unitPrice} a unit × ${one.quantity}, × ${one.factor / 10_000}`),
    ),
    inputs !== null && line('Version', inputs.feeScheduleVersion, `${inputs.citation}, ${inputs.confidence}`),
  )
}

function formulary({ formulary: of }: DecisionRecord): Line[] {
  if (!of) return [line('Formulary', 'not looked into')]
  const own = of.item?.['own'] === true
  return some(
    line('List', `${of.name} (${of.kind.toLowerCase()})`, own ? "the carrier's own item" : of.version),
    line('Says', (of.status ?? 'nothing').toLowerCase().replaceAll('_', ' ')),
    of.item !== null && line('Item', `drug code S${String(of.item['gpiPrefix'])}`),
    of.note !== null && line('Note', of.note),
  )
}

const stopped = ({ rejects }: DecisionRecord): Line[] =>
  rejects.length === 0
    ? [line('Codes', 'none')]
    : rejects.map((one) =>
        line(
          `${one.rejectCode}${one.overridden ? ', cleared' : ''}`,
          [one.message, one.safety ? 'Safety code' : '', one.fixHint].filter(Boolean).map(sentence).join(' '),
          `${one.rule}: ${one.trigger}. ${one.citation}`,
        ),
      )

function advice({ advice: of }: DecisionRecord, words: Words): Line[] {
  if (!of) return [line('Advice', 'none')]
  return some(
    line(
      'Advised',
      `${of.action.toLowerCase().replaceAll('_', ' ')}: ${of.rationale}`,
      of.source === 'RULE' ? of.version : '',
    ),
    line('By', of.by, of.licence ? `licence ${of.licence}` : ''),
    of.at !== null && line('When', words.instant(of.at)),
    of.ruleIds.length > 0 && line('Rules', of.ruleIds.join(', ')),
  )
}

function screen({ screen: of }: DecisionRecord, words: Words): Line[] {
  if (!of) return [line('Screen', 'no request lay on a screen: it was made and decided in one step, or nobody decided')]
  return some(
    line(
      'Worker',
      `${of.claimant.name}, born ${usDay(of.claimant.dateOfBirth)}, ${of.claimant.age}, ${of.claimant.gender}`,
      of.claimant.patientId,
    ),
    line(
      'Claim',
      `${of.claim.claimNumber}, ${of.claim.jurisState}, injured ${usDay(of.claim.dateOfInjury)}`,
      `${of.claim.compensability}, ${of.claim.claimStatus}`.toLowerCase(),
    ),
    line('Injury', [of.claim.injury, ...of.claim.bodyParts].join(', ')),
    ...of.claim.diagnoses.map((one) => line('Diagnosis', `${one.code} ${one.description}`, one.status.toLowerCase())),
    ...of.claim.coverage.map((one) =>
      line('Covered', `${usDay(one.effectiveDate)} to ${usDay(one.termDate) || 'now'}`, one.planLevel.toLowerCase()),
    ),
    line('Pharmacy', `${of.pharmacy.name}`, of.pharmacy.nabp),
    line('Prescriber', [of.prescriber.name, of.prescriber.specialty].filter(Boolean).join(', '), of.prescriber.npi),
    ...of.priorAuths.map((one) =>
      line(
        one.kind === 'BLOCK' ? 'Block' : 'Permission',
        `${one.drug}, ${usDay(one.startDate)} to ${usDay(one.endDate)}${one.codes.length > 0 ? `, clears ${one.codes.join(', ')}` : ''}`,
        `${one.reference}, ${one.status.toLowerCase()}`,
      ),
    ),
    ...of.pastDecisions.map((one) =>
      line(
        'Decided before',
        `${one.decision.toLowerCase().replaceAll('_', ' ')}${one.undone ? ', taken back' : ''}: ${one.drug}. ${one.reason}`,
        `${words.instant(one.at)}, ${one.by}`,
      ),
    ),
    ...of.fills.map((one) =>
      line(
        'Fill',
        `${usDay(one.fillDate)} ${one.drug}, ${one.quantity} for ${one.daysSupply} days`,
        `${one.tcn}, ${one.status}`,
      ),
    ),
    ...(of.evidence.length === 0
      ? [line('Letters and documents', 'none was listed')]
      : of.evidence.map((one) => line('Letter or document', one.text, words.instant(one.at)))),
    of.lastPaidCost !== null && line('Paid last', dollars(of.lastPaidCost)),
    of.mustAlsoFix.length > 0 && line('The pharmacy must fix', of.mustAlsoFix.join(' ')),
    line('Could do', of.allowedActions.join(', ') || 'nothing'),
    ...of.blockedReasons.map((one) => line(`Could not ${one.action}`, one.message, one.code)),
  )
}

const settingWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** One record in the order a reader asks: what was decided and by whom, then what it rested on, then how it is proved. */
export function sectionsOf(kept: Kept, words: Words): Section[] {
  const { record } = kept
  const proof: Section = {
    title: 'Proof',
    lines: [
      ...kept.problems.map((problem) => line('Not as it was written', problem)),
      ...kept.checks.map((check) =>
        line(
          check.what,
          check.agrees === null
            ? `${check.shown}; its inputs were not kept`
            : check.agrees
              ? `${check.again}: the same`
              : `${check.again}, but ${check.shown} was shown`,
          'worked out again from the inputs kept here',
        ),
      ),
      line('Fingerprint', kept.sha256, `SHA-256, record ${kept.sequence} of the request`),
      ...(kept.previous ? [line('Follows', kept.previous)] : []),
    ],
  }
  if (!record) return [proof]
  const whole = { ...kept, record }
  const { versions, medication } = record
  return [
    { title: 'Decision', lines: decided(whole, words) },
    {
      title: 'Medication',
      lines: some(
        line(
          'Drug',
          `${medication.drugName} ${medication.strength}`.trim(),
          `NDC ${medication.ndc}, drug code S${medication.gpi}`,
        ),
        line('Amount', `${medication.quantity} for ${medication.daysSupply} days`, medication.deaSchedule ?? ''),
        line('Prescription', medication.rxNumber, `date of service ${usDay(medication.dateOfService)}`),
      ),
    },
    {
      title: 'Set aside, and why',
      lines:
        record.overridden.length === 0
          ? [line('Nothing', 'no code was cleared and no advice was left aside')]
          : record.overridden.map((one) => line(one.what, one.why, one.means)),
    },
    { title: 'Codes that stood in the way', lines: stopped(record) },
    { title: 'Legal clock', lines: [...legalClock(record, words), ...notices(kept.notices, words)] },
    { title: 'Guideline', lines: guideline(record) },
    { title: 'Morphine equivalents', lines: dose(record) },
    { title: 'Price', lines: price(record) },
    { title: 'Formulary', lines: formulary(record) },
    { title: 'Advice', lines: advice(record, words) },
    {
      title: 'Facts the engine pointed out',
      lines:
        record.considerations.length === 0
          ? [line('Facts', 'none')]
          : record.considerations.map((one) => line(one.title, one.detail, one.ruleId)),
    },
    { title: 'On the screen', lines: screen(record, words) },
    {
      title: "The carrier's settings",
      lines: Object.entries(record.settings).map(([key, value]) => line(key, settingWords(value))),
    },
    {
      title: 'Rules that ran',
      lines: record.trace.map((step) =>
        line(`${step.gate} ${step.rule}`, `${step.result}: ${step.detail}`, step.citation ?? ''),
      ),
    },
    {
      title: 'Versions',
      lines: some(
        line('Portal', versions.portal),
        line('Screen', versions.screen ?? 'no screen of the portal'),
        line('Engine', versions.engine),
        line('Opioid factors', versions.opioidFactors),
        line('Fee schedule', versions.feeSchedule),
        line('Formulary', versions.formulary),
        line('Interactions', versions.interactions),
        line('Injury map', versions.injuryMap),
        line('Rule pack', versions.rulePack),
        line('Guideline', versions.guideline),
      ),
    },
    proof,
  ]
}
