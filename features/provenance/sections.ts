import { usDate } from '#platform/dates/day.ts'
import { claimStateWords, decisionWords } from '#features/authorizations/in-words.ts'
import { clearedWords } from '#features/prior-auths/findings.ts'
import { levelInWords } from '#features/prior-auths/levels.ts'
import { authorityInWords } from '#features/determinations/authorities.ts'
import { grantWords } from '#features/determinations/saying.ts'
import { actWords, coverageWords } from './act-words.ts'
import { adviceSentence } from './advice-words.ts'
import type { DecisionRecord, StoredRecord } from './contract.ts'
import { dose, formulary, legalClock, price, rulePack } from './figures.ts'
import { dollars, everythingIn, line, sentence, some, type Line, type Section, type Words } from './lines.ts'
import { plural } from '#platform/text/plural.ts'

const kinds: Readonly<Record<DecisionRecord['kind'], string>> = {
  APPROVE: 'Approved',
  REJECT: 'Rejected',
  REJECT_NO_PA: 'Rejected for this fill',
  AUTO: 'Approved by a rule',
  BYPASS: 'Cleared by a bypass',
  DEEMED: 'Deemed approved: no decision by the deadline',
  FIRST_APPROVAL: 'First of two approvals',
}
/** "Approved", "First of two approvals". */
export const kindInWords = (kind: DecisionRecord['kind']): string => kinds[kind]

type Outcome = DecisionRecord['outcome']

const deciderWords: Readonly<Record<DecisionRecord['decider']['standing'], string>> = {
  owner: 'case owner',
  supervisor: 'supervisor of the case owner',
  group: 'colleague in the same group',
  pool: 'one of the reviewers on duty',
  maker: 'made the request',
  system: 'no person',
}
const confidences: Readonly<Record<string, string>> = {
  H: 'statute or official page read',
  M: 'second-hand source',
  L: 'not verified',
}

function decided({ record, undone }: StoredRecord & { record: DecisionRecord }, words: Words): Line[] {
  const { decider, outcome, firstApprover } = record
  return some(
    line('Decision', kinds[record.kind]),
    undone !== null && line('Undone', `${words.instant(undone.at)} by ${undone.by}`),
    line('When', words.instant(record.at)),
    line(
      'By',
      decider.roles.length > 0 ? `${decider.name} (${decider.roles.join(', ')})` : decider.name,
      decider.permission ? `${decider.permission}: ${decider.permissionMeans}` : decider.permissionMeans,
    ),
    decider.id !== null &&
      line('Role on this request', deciderWords[decider.standing], decider.timeZone ?? '', decider.id),
    decider.licenseStates.length > 0 && line('License', decider.licenseStates.join(', ')),
    decider.approvalLimit !== null && line('Approval limit', dollars(decider.approvalLimit)),
    firstApprover !== null &&
      line('First approver', `${firstApprover.name}, ${words.instant(firstApprover.at)}`, '', firstApprover.id),
    line('Status', `${record.status.from} → ${record.status.to}`, `version ${record.requestVersion} of the request`),
    line('Request', record.referenceNumber, '', record.authorizationId),
    line(
      'Carrier',
      [record.carrier.masterCarrier, record.carrier.subCarrier, record.carrier.groupCode].join(', '),
      '',
      record.carrier.claimId,
    ),
    outcome.startDate !== null &&
      line('Dates', `${usDate(outcome.startDate)} to ${outcome.endDate === null ? '' : usDate(outcome.endDate)}`),
    outcome.drugLevel !== null && line('Drug level', `${outcome.drugLevel}, ${levelInWords(outcome.drugLevel)}`),
    line(
      'Limits',
      [
        outcome.oneTime ? 'one fill' : '',
        outcome.maxFills === null ? '' : `${outcome.maxFills} ${outcome.maxFills === 1 ? 'fill' : 'fills'} at most`,
        outcome.maxQty === null ? '' : `${outcome.maxQty} a fill`,
        outcome.maxDays === null ? '' : `${plural(outcome.maxDays, 'day')} a fill`,
      ]
        .filter(Boolean)
        .join(', '),
    ),
    line(
      outcome.cleared ? 'Codes cleared' : 'Codes',
      [
        codesOf(outcome) || 'none',
        outcome.overrideAll ? 'all ordinary rejects of the request' : '',
        outcome.safetyIncluded ? 'safety codes included' : '',
      ]
        .filter(Boolean)
        .join('; '),
    ),
    outcome.narrowed !== undefined && line('Narrowed', outcome.narrowed),
    outcome.instead !== undefined && line('Use instead', outcome.instead),
    line('Reason', outcome.reason, outcome.reasonId === null ? '' : `reason ${outcome.reasonId}`),
    line('Note', outcome.note),
    outcome.safetyAck !== null && line('Acknowledged', outcome.safetyAck),
    outcome.waitsFor.length > 0 && line('Still required', outcome.waitsFor.join(', ')),
  )
}

/** Each code once, with what was cleared of it where that was measured. */
function codesOf({ codes, cleared = [] }: { codes: readonly string[]; cleared?: Outcome['cleared'] }): string {
  const measured = cleared.map(({ rejectCode }) => rejectCode)
  const others = codes.filter((code) => !measured.includes(code))
  return clearedWords([...cleared, ...others.map((rejectCode) => ({ rejectCode, upTo: '' }))])
}

const ways: Readonly<Record<string, string>> = { MAIL: 'e-mail', FAX: 'fax', POST: 'letter', SMS: 'text' }

/** One line a notice that is owed, with its citation, by when, and what left for it. */
const notices = (of: StoredRecord['notices'], words: Words): Line[] =>
  of.map(({ to, by, written, content, source, served }) =>
    line(
      'Notice required',
      [
        `${written ? 'in writing ' : ''}to ${to.join(', ')}${by === null ? '' : ` by ${words.instant(by)}`}`,
        ...(content.length > 0 ? [`must state ${content.join(', ')}`] : []),
        ...served.map(
          (one) =>
            `${ways[one.channel] ?? one.channel} to ${one.to}, ${one.at ? words.instant(one.at) : 'not sent yet'}`,
        ),
      ].join('; '),
      source,
    ),
  )

function guideline({ guideline: of }: DecisionRecord): Line[] {
  return some(
    line(
      of.name,
      of.text,
      `${of.source} (${[confidences[of.confidence] ?? of.confidence, ...(of.verifiedOn === null ? [] : [usDate(of.verifiedOn)])].join(', ')})`,
    ),
    line('Version', of.version, of.jurisdiction),
    line('Who may deny', of.whoMayDeny),
    line('If no decision by the deadline', of.lapse.replaceAll('_', ' ')),
  )
}

const clearers: Readonly<Record<string, string>> = {
  A: 'an adjuster',
  S: 'a supervisor',
  R: 'a pharmacist',
  O: 'a senior pharmacist',
  K: 'nobody; the pharmacy corrects the claim',
  '-': 'nobody',
}

const stopped = ({ rejects }: DecisionRecord): Line[] =>
  rejects.length === 0
    ? [line('Codes', 'none')]
    : rejects.map((one) =>
        line(
          `${one.rejectCode}${one.overridden ? ', cleared' : ''}`,
          [one.message, one.safety ? 'Safety code' : '', one.fixHint].filter(Boolean).map(sentence).join(' '),
          [
            `${one.rule}: ${one.trigger}. ${one.citation}`,
            one.description,
            `class ${one.class}`,
            one.severity === null ? '' : `severity ${one.severity}`,
            one.dur === null ? '' : `conflict ${one.dur}`,
            one.hardStop ? 'hard stop' : '',
            one.overridableBy ? `cleared by ${clearers[one.overridableBy] ?? one.overridableBy}` : '',
          ]
            .filter(Boolean)
            .join('; '),
        ),
      )

function advice({ advice: of }: DecisionRecord, words: Words): Line[] {
  if (!of) return [line('Recommendation', 'none')]
  return some(
    line(
      of.source === 'RULE' ? 'Automated guidance' : 'Pharmacist recommendation',
      adviceSentence(of),
      of.source === 'RULE' ? of.version : '',
      of.source === 'RULE' ? '' : of.version,
    ),
    line('By', of.by, of.licence ? `license ${of.licence}` : ''),
    of.at !== null && line('When', words.instant(of.at)),
    of.ruleIds.length > 0 && line('Rules', of.ruleIds.join(', ')),
  )
}

function determination({ determination: of }: DecisionRecord, words: Words): Line[] {
  if (!of) return [line('Determination', 'none')]
  return some(
    line(authorityInWords(of.kind), `${of.result.toLowerCase()}, ${of.authority}`, of.number),
    line('Date', usDate(of.determinedOn), '', of.documentId === null ? '' : `document ${of.documentId}`),
    of.startDate !== null && line('Allows', grantWords(of)),
    line('Note', of.note),
    line('Recorded', words.instant(of.recordedAt), of.recordedBy, of.determinationId),
  )
}

function screen({ screen: of }: DecisionRecord, words: Words): Line[] {
  if (!of) return [line('Screen', 'none: the request was made and decided in one step, or decided automatically')]
  return some(
    line(
      'Patient',
      `${of.claimant.name}, born ${usDate(of.claimant.dateOfBirth)}, ${of.claimant.age}, ${of.claimant.gender}`,
      of.claimant.patientId,
    ),
    line(
      'Claim',
      `${of.claim.claimNumber}, ${of.claim.jurisState}, injured ${usDate(of.claim.dateOfInjury)}`,
      claimStateWords(of.claim.compensability, of.claim.claimStatus),
    ),
    line('Injury', [of.claim.injury, ...of.claim.bodyParts].join(', ')),
    ...of.claim.diagnoses.map((one) => line('Diagnosis', `${one.code} ${one.description}`, one.status.toLowerCase())),
    ...of.claim.coverage.map((one) =>
      line(
        'Coverage',
        `${usDate(one.effectiveDate)} – ${one.termDate === null ? 'present' : usDate(one.termDate)}`,
        coverageWords(one.planLevel),
      ),
    ),
    line('Pharmacy', `${of.pharmacy.name}`, of.pharmacy.nabp),
    line('Prescriber', [of.prescriber.name, of.prescriber.specialty].filter(Boolean).join(', '), of.prescriber.npi),
    ...of.priorAuths.map((one) =>
      line(
        one.kind === 'BLOCK' ? 'Block' : 'Prior authorization',
        `${one.drug}, ${usDate(one.startDate)} to ${usDate(one.endDate)}${one.codes.length > 0 ? `, clears ${codesOf(one)}` : ''}`,
        `${one.reference}, ${one.status.toLowerCase()}`,
      ),
    ),
    ...of.pastDecisions.map((one) =>
      line(
        'Earlier decision',
        `${decisionWords(one.decision).words}${one.undone ? ', undone' : ''}: ${one.drug}. ${one.reason}`,
        `${words.instant(one.at)}, ${one.by}`,
      ),
    ),
    ...of.fills.map((one) =>
      line(
        'Fill',
        `${usDate(one.fillDate)} ${one.drug}, ${one.quantity} for ${plural(one.daysSupply, 'day')}`,
        `${one.tcn}, ${one.status}`,
      ),
    ),
    ...(of.evidence.length === 0
      ? [line('Letters and documents', 'none listed')]
      : of.evidence.map((one) => line('Letter or document', one.text, words.instant(one.at)))),
    ...of.mmeTrend.map((one) => line('MME a day', one.mme, `${one.month.slice(5)}/${one.month.slice(0, 4)}`)),
    of.lastPaidCost !== null && line('Last paid', dollars(of.lastPaidCost)),
    of.mustAlsoFix.length > 0 && line('The pharmacy must fix', of.mustAlsoFix.join(' ')),
    line('Actions available', of.allowedActions.map(actWords).join(', ') || 'none'),
    ...of.blockedReasons.map((one) => line(`Not available: ${actWords(one.action)}`, one.message, one.code)),
  )
}

/** An id in a sentence of the engine; a screen shows a number in its place, the PDF prints it. */
const anId = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g

const isId = (words: string): boolean => words.replace(anId, '') === ''

/** An instant as a reader's clock shows it; any other figure as it is. */
const inWords = (figure: string, words: Words): string =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(figure) ? words.instant(figure) : figure

/** One record in the order a reader asks: what was decided and by whom, then what it rested on, then how it is proved. */
export function sectionsOf(kept: StoredRecord, words: Words): Section[] {
  const { record } = kept
  const proof: Section = {
    title: 'Proof',
    lines: [
      ...kept.problems.map((problem) => line('Changed after it was saved', problem)),
      ...kept.checks.map((check) =>
        line(
          check.what,
          check.agrees === null
            ? `${inWords(check.shown, words)}; inputs not saved`
            : check.agrees
              ? `${inWords(check.again, words)}: matches`
              : `${inWords(check.again, words)}, but ${inWords(check.shown, words)} was shown`,
          'recalculated from the inputs saved here',
        ),
      ),
      line('Fingerprint', kept.sha256, `SHA-256, record ${kept.sequence} of the request`),
      ...(kept.previous ? [line('Previous fingerprint', kept.previous)] : []),
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
          [medication.ndc && `NDC ${medication.ndc}`, `drug code S${medication.gpi}`].filter(Boolean).join(', '),
        ),
        line(
          'Amount',
          `${medication.quantity} for ${plural(medication.daysSupply, 'day')}`,
          [
            medication.genericOrBrand === 'G'
              ? 'generic'
              : medication.genericOrBrand === 'B'
                ? 'brand'
                : medication.genericOrBrand,
            medication.deaSchedule ?? '',
          ]
            .filter(Boolean)
            .join(', '),
        ),
        line('Pharmacy', medication.pharmacyNabp),
        line('Prescriber', medication.prescriberNpi),
        medication.estimatedCost !== null && line('Estimated cost', dollars(medication.estimatedCost)),
        line('Prescription', medication.rxNumber, `date of service ${usDate(medication.dateOfService)}`),
      ),
    },
    {
      title: 'Overridden, and why',
      lines:
        record.overridden.length === 0
          ? [line('None', 'no code was cleared and no recommendation was overridden')]
          : record.overridden.map((one) => line(one.what, one.why, one.means)),
    },
    { title: 'Reject codes', lines: stopped(record) },
    { title: 'Deadline', lines: [...legalClock(record, words), ...notices(kept.notices, words)] },
    { title: 'Deadline rule', lines: rulePack(record), collapsed: true },
    { title: 'Guideline', lines: guideline(record) },
    { title: 'Morphine equivalents (MME)', lines: dose(record) },
    { title: 'Price', lines: price(record) },
    { title: 'Formulary', lines: formulary(record) },
    { title: 'Recommendation', lines: advice(record, words) },
    { title: 'External determination', lines: determination(record, words) },
    {
      title: 'Findings',
      lines:
        record.considerations.length === 0
          ? [line('Findings', 'none')]
          : record.considerations.map((one) =>
              line(
                one.title,
                [one.detail, ...one.evidence.filter((words) => !isId(words))].join('; '),
                `${one.ruleId}, ${one.severity.toLowerCase()}`,
                one.evidence.filter(isId).join(', '),
              ),
            ),
    },
    { title: 'Shown on the screen', lines: screen(record, words) },
    {
      title: 'Carrier settings',
      collapsed: true,
      lines: everythingIn(record.settings),
    },
    {
      title: 'Rules applied',
      collapsed: true,
      lines: record.trace
        .map((step) => {
          const ids: string[] = step.detail.match(anId) ?? []
          const detail = step.detail.replaceAll(anId, (id) => `(${ids.indexOf(id) + 1})`)
          return line(`${step.gate} ${step.rule}`, `${step.result}: ${detail}`, step.citation ?? '', ids.join(', '))
        })
        .concat(record.warnings.map((one) => line('Warning', one.message, one.rule))),
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
