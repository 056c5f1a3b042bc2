import type { Gate } from '#features/adjudication/answer.ts'
import { gateSentences } from '#features/adjudication/gate-sentences.ts'
import { autoRuleNames, ruleBook } from '#features/adjudication/rule-book.ts'
import { transitions } from '#features/authorizations/transitions.ts'
import { statusLabel } from '#features/authorizations/statuses.ts'
import { transitionSentences } from '#features/authorizations/transition-sentences.ts'
import { type LadderStep } from '#features/clock/ladder.ts'
import { defaultLadder } from '#features/deadlines/plan.ts'
import { lapseOf } from '#features/deadlines/which-pack.ts'
import { clearingSentences } from '#features/prior-auths/clearing-sentences.ts'
import { factSentences } from '#features/claim-facts/fact-sentences.ts'
import { factKinds, type FactKind } from '#features/eligibility/claim-fact-rules.ts'
import { type EditRow, editTable } from '#features/decisions/limits/edit-table.ts'
import { type Approver, type OverrideColumn, overrideMatrix } from '#features/decision-rights/override-matrix.ts'
import { type Channel, matrix, type Party } from '#features/notifications/rules.ts'
import type { Permission } from '#features/permissions/rules.ts'
import { permissionMeans } from '#features/provenance/permission-used.ts'
import { type FirstFillRule, firstFillRules, type OpioidRule, opioidRules } from '#reference/first-fill.ts'
import { lookUps } from '#reference/jurisdictions/looked-up.ts'
import { statedPacks, targetsAnywhere } from '#reference/jurisdictions/packs.ts'
import type { NoticeDuty, RulePack } from '#reference/jurisdictions/rule-pack.ts'
import { rejectCodes } from '#reference/reject-codes.ts'
import { dispensingWords, physicianSupplies, stateDispensing, supplyWords } from '#reference/state-dispensing.ts'
import {
  channelNames,
  columnSentences,
  approverNames,
  happeningSentences,
  lapseWords,
  partyNames,
  routingSentences,
  rungSentences,
  situationSentences,
} from './sentences.ts'
import { table } from './table.ts'

const productRule = 'product rule'
const assumed = 'assumed; to be confirmed'
const sentence = (text: string): string => {
  const trimmed = text.trim()
  return trimmed === '' ? '' : `${trimmed[0]!.toUpperCase()}${trimmed.slice(1)}${/[.?!]$/.test(trimmed) ? '' : '.'}`
}
const clears: Readonly<Record<string, string>> = {
  A: 'adjuster',
  S: 'supervisor',
  R: 'pharmacist',
  O: 'senior pharmacist',
  K: 'a corrected claim',
  '-': 'nobody',
}
const cleared = (by: readonly string[]): string => by.map((one) => clears[one]!).join(', ')

const gates = (): string =>
  table(
    'Gates',
    'A claim passes the gates in this order (`features/adjudication/`).',
    ['Id', 'Name', 'Rule', 'Source'],
    (Object.keys(gateSentences) as Gate[]).map((id) => [id, ...gateSentences[id], productRule]),
  )

const rules = (): string =>
  table(
    'Rules of adjudication',
    'What stops a claim, the reject codes it answers, and the least role that may clear it (`features/adjudication/rule-book.ts`).',
    ['Id', 'Gate', 'Stops when', 'Codes', 'Cleared by', 'Source'],
    Object.values(ruleBook).map((rule) => [
      rule.id,
      rule.gate,
      `${sentence(rule.trigger)} ${sentence(rule.note)}`.trim(),
      rule.codes.join(' '),
      cleared(rule.clearedBy),
      rule.citation === 'Plan rule' ? productRule : rule.citation,
    ]),
  )

const automatic = (): string =>
  table(
    'Rules of automatic approval',
    'One rule must cover everything that is left, none clears a safety code, and each is off until the carrier switches it on (`features/adjudication/rule-book.ts`).',
    ['Rule', 'Pays without a person', 'Source'],
    Object.entries(autoRuleNames).map(([id, name]) => [id, sentence(name), productRule]),
  )

const codes = (): string =>
  table(
    'Reject codes',
    'The numbers are public (NCPDP); the wording is our own (`reference/reject-codes.ts`). A carrier may ask for a stricter role, never for a milder one.',
    ['Code', 'Means', 'Safety', 'Raises an authorization', 'Cleared by', 'Source'],
    rejectCodes.map((code) => [
      code.code,
      sentence(code.meaning),
      code.safety ? 'yes' : '',
      { y: 'yes', n: '', join: 'joins an open one' }[code.pend],
      cleared([code.by]),
      'NCPDP reject code',
    ]),
  )

const statusWords = (at: number | 'new' | 'same'): string =>
  at === 'new' ? 'none yet' : at === 'same' ? 'the same' : statusLabel(at)
const list = <T>(all: readonly T[], word: (one: T) => string): string => all.map(word).join(', ')

const moves = (): string =>
  table(
    'Transitions of an authorization',
    'A status changes only by a row of this table (`features/authorizations/`). Who is a permission of the next table, the system, or the creator.',
    ['Id', 'From', 'To', 'By', 'Who', 'Events', 'Rule', 'Source'],
    transitions.map((row) => [
      row.id,
      list(row.from, statusWords),
      list(row.to, statusWords),
      row.via,
      row.who.join(', '),
      row.events.join(', '),
      transitionSentences[row.id] ?? '',
      productRule,
    ]),
  )

const permissions = (): string =>
  table(
    'Permissions of users',
    'What a role may do (`features/permissions/`).',
    ['Id', 'The user', 'Source'],
    (Object.keys(permissionMeans) as Permission[]).map((id) => [id, sentence(permissionMeans[id]), productRule]),
  )

const grants = {
  yes: 'yes',
  no: '',
  limit: 'to the own limit',
  setting: 'if the carrier allows it',
  earned: 'if allowed to override',
}

const clearing = (): string => {
  const approvers = Object.keys(overrideMatrix) as Approver[]
  return table(
    'Who may clear what',
    "The most anybody may clear; a carrier's settings take away from it and never add (`features/decision-rights/override-matrix.ts`).",
    ['Clears', 'About', ...approvers.map((approver) => approverNames[approver]), 'Source'],
    (Object.keys(columnSentences) as OverrideColumn[]).map((column) => [
      column,
      columnSentences[column],
      ...approvers.map((approver) => grants[overrideMatrix[approver][column]]),
      productRule,
    ]),
  )
}

const approvalClears = (): string =>
  table(
    'What an approval clears',
    'How a finding of a bill stands to what an approval cleared, and what holds of approvals as a whole (`features/prior-auths/findings.ts`, `features/adjudication/gates/prior-auth-gate.ts`).',
    ['Case', 'Rule', 'Source'],
    Object.entries(clearingSentences).map(([key, [words, source]]) => [key, words, source]),
  )

const facts = (): string =>
  table(
    'Facts of a claim',
    'What a change does from its day on; fills of earlier days are decided by what held then, and open requests are decided again at once (`features/claim-facts/`).',
    ['Fact', 'Rule', 'Source'],
    (Object.keys(factKinds) as FactKind[]).map((kind) => [factKinds[kind], ...factSentences[kind]]),
  )

function editWords(row: EditRow): string[] {
  const start =
    row.start === null
      ? 'as it is'
      : `${row.start.from === 'today' ? 'today' : 'date of service'}, ${row.start.before} days before to ${row.start.after} after`
  const supervisor = row.end.supervisorMax === undefined ? '' : `, supervisor ${row.end.supervisorMax}`
  const own = `${row.levels.default} of ${row.levels.allowed.join(' ')}`
  return [
    start,
    `${row.end.default}, at most ${row.end.max}${supervisor}`,
    row.oneTime.locked ? 'always' : row.oneTime.default ? 'unless changed' : 'if chosen',
    row.levels.supervisor.length === 0 ? own : `${own}, supervisor ${row.levels.supervisor.join(' ')}`,
    `${row.fills.default ?? 'any'}, at most ${row.fills.max}`,
  ]
}

const edits = (): string =>
  table(
    'Edit limits',
    'What a decision form may set: days from the start to the end, drug level, fills. Where several rows fit, the narrowest holds; state law and the carrier narrow further (`features/decisions/limits/edit-table.ts`).',
    ['Row', 'For', 'Start', 'Days', 'One fill only', 'Level', 'Fills', 'Source'],
    Object.entries(editTable).map(([key, row]) => [
      key,
      situationSentences[key as keyof typeof editTable],
      ...editWords(row),
      productRule,
    ]),
  )

const rungTimes = (): Readonly<Record<LadderStep['kind'], string>> => {
  const by = defaultLadder
  return {
    reminder: `${by.reminderHours} business hours after receipt or reassignment`,
    escalation: `${by.escalationHours.join(', ')} business hours after receipt; the third at the latest ${by.lastEscalationBeforeDue} hours before the legal time ends`,
    share: `${by.shares.map((share) => `${share * 100} %`).join(', ')} of the legal clock`,
    pharmacyWaiting: `${by.pharmacyMinutes} minutes after the last submission, if it is no older than ${by.pharmacyFreshMinutes}`,
    popUp: `${by.popUpBeforeDue} hours before the legal time ends`,
    due: 'when the legal time ends',
    letterExpired: `${by.letterBusinessDays} business days after the letter was sent`,
    retention: `${by.retentionDays} days after receipt or reopening, never while the legal clock runs`,
    unassigned: 'at once or 15 minutes after receipt',
  }
}

const rungs = (): string => {
  const times = rungTimes()
  return table(
    'Clock rungs',
    'What the clock does with an open authorization; the times are defaults a carrier may change (`features/clock/ladder.ts`).',
    ['Rung', 'When', 'Rule', 'Source'],
    (Object.keys(rungSentences) as LadderStep['kind'][]).map((kind) => [
      kind,
      times[kind],
      rungSentences[kind],
      kind === 'due' ? 'the legal pack of the state, below' : productRule,
    ]),
  )
}

const routing = (): string =>
  table(
    'Routing',
    'Who gets a new authorization; the first step that finds somebody (`features/owners/routing.ts`).',
    ['Step', 'Who', 'Source'],
    Object.entries(routingSentences).map(([step, words]) => [step, words, productRule]),
  )

const notices = (): string =>
  table(
    'Notifications',
    'Who hears of what, and how (`features/notifications/rules.ts`). Notices that a state demands are in the next table but one.',
    ['Happening', 'What happened', 'Who hears of it', 'Source'],
    Object.entries(matrix).map(([happening, row]) => [
      happening,
      happeningSentences[happening as keyof typeof matrix],
      (Object.entries(row) as [Party, readonly Channel[]][])
        .map(([party, channels]) => `${partyNames[party]} (${list(channels, (one) => channelNames[one])})`)
        .join('; '),
      productRule,
    ]),
  )

/** The lapse of a pack, and what keeps the portal from acting on it. */
const silenceWords = (pack: RulePack): string => {
  const words = lapseWords[pack.lapse]
  const effect = lapseOf(pack, 'PA')
  if (effect === 'unconfirmed') return `${words} (not confirmed: a target, the portal does nothing)`
  if (effect === 'on_form') return `${words}, where it came on form ${pack.form} (the portal does nothing)`
  return pack.hardStop === null
    ? words
    : `${words}; after ${pack.hardStop.calendarDays} days ${lapseWords[pack.hardStop.lapse]}`
}

const packRow = (pack: RulePack): string[] => [
  pack.id,
  pack.effectiveTo ? `${pack.effectiveFrom} to ${pack.effectiveTo}` : `from ${pack.effectiveFrom}`,
  pack.text,
  silenceWords(pack),
  pack.whoMayDeny,
  pack.open.join(' '),
  [pack.source, ...(pack.sourceUrl === null ? [] : [pack.sourceUrl])].join('; '),
  pack.verifiedOn ?? `nothing read (looked ${pack.lookedOn})`,
  pack.confidence,
]

const packs = (): string =>
  table(
    'Legal clocks',
    'Data with a source and a confidence, not advice: H statute, rule or official page read; M secondary; L not verified. Jurisdictions and kinds that have no row have the targets at the end (`reference/jurisdictions/`).',
    ['Id', 'In force', 'Rule', 'Silence means', 'May deny', 'Open', 'Source', 'Verified', 'Confidence'],
    [...statedPacks, ...targetsAnywhere].map(packRow),
  )

const lookedUp = (): string =>
  table(
    'Law that was looked up',
    'What was looked at in each jurisdiction for the time to answer a request for a drug, and what was found. No rule found does not say that the law has none (`reference/jurisdictions/looked-up.ts`).',
    ['Jurisdiction', 'Looked at', 'Found', 'May deny', 'In force since', 'Copy of', 'Site', 'Looked on', 'Confidence'],
    lookUps.map((row) => [
      row.code,
      row.lookedAt,
      row.found ?? 'no rule found',
      row.denier === null ? '' : `${row.denier.who} (${row.denier.source})`,
      row.effectiveFrom ?? (row.found === null ? '–' : 'not found'),
      row.asOf ?? 'no date',
      row.site ?? 'not on record',
      row.lookedOn,
      row.confidence,
    ]),
  )

const within = (duty: NoticeDuty): string =>
  duty.within === null
    ? 'no time known'
    : duty.within.amount === 0
      ? 'at once'
      : `${duty.within.amount} ${duty.within.unit}`

const duties = (): string =>
  table(
    'Notice duties',
    'What a payer must tell whom (`reference/jurisdictions/`).',
    ['Legal clock', 'After', 'To', 'Within', 'In writing', 'Source'],
    statedPacks.flatMap((pack) =>
      pack.noticeDuties.map((duty) => [
        pack.id,
        duty.when,
        duty.to.join(', '),
        within(duty),
        duty.written ? 'yes' : '',
        duty.source,
      ]),
    ),
  )

function firstFillWords(rule: FirstFillRule): string {
  const parts = [
    `in the first ${rule.windowDays} days after the injury up to ${rule.capDays ?? 'the carrier’s'} days of supply`,
  ]
  if (rule.controlledCapDays !== null) parts.push(`controlled drugs ${rule.controlledCapDays}`)
  if (rule.relaxantCapDays !== null) parts.push(`muscle relaxants ${rule.relaxantCapDays}`)
  if (rule.oneSupply) parts.push('one supply only of these')
  if (rule.paysPriorAuthDrugs) parts.push('drugs that need prior authorization included')
  return sentence(parts.join('; '))
}

function opioidWords(rule: OpioidRule): string {
  const parts = [`first fill up to ${rule.firstFillDays} days`]
  if (rule.firstFillDaysAfterSurgery !== null)
    parts.push(`${rule.firstFillDaysAfterSurgery} days within a week after surgery`)
  if (rule.firstFillMme !== null) parts.push(`first fill up to ${rule.firstFillMme} MME a day`)
  if (rule.firstFillShortActing) parts.push('first fill not long-acting')
  if (rule.mmeLimit !== null) parts.push(`approval above ${rule.mmeLimit} MME a day`)
  if (rule.injuriesFrom !== null) parts.push(`injuries from ${rule.injuriesFrom}`)
  if (rule.firstFills !== null) parts.push(`${rule.firstFills} such fills before prior authorization`)
  if (rule.letterAfterDays !== null) parts.push(`a letter of medical necessity from ${rule.letterAfterDays} days on`)
  if (rule.maxConcurrent !== null) parts.push(`${rule.maxConcurrent} opioids at a time`)
  if (rule.maxDaysSupply !== null) parts.push(`${rule.maxDaysSupply} days of supply a fill`)
  return sentence(parts.join('; '))
}

const states = (): string =>
  table(
    'State rules of first fills, opioids and dispensing',
    'What gates G4, G5, G7 and G8 read (`reference/first-fill.ts`, `reference/state-dispensing.ts`).',
    ['State', 'About', 'Rule', 'Source', 'Confidence'],
    [
      ...firstFillRules.map((rule) => [rule.state, 'first fill', firstFillWords(rule), rule.citation, rule.confidence]),
      ...opioidRules.map((rule) => [rule.state, 'opioids', opioidWords(rule), rule.citation, rule.confidence]),
      ...stateDispensing.map((rule) => [
        rule.state,
        'dispensing',
        sentence(dispensingWords(rule)),
        assumed,
        rule.confidence,
      ]),
      ...physicianSupplies.map((rule) => [
        rule.state,
        'dispensing',
        sentence(supplyWords(rule)),
        rule.source,
        `${rule.read} read`,
      ]),
    ],
  )

/** docs/rules.md: every rule of the product, computed from the tables in code. */
export function rulesPage(): string {
  const head = [
    '# Rules',
    '',
    'Every rule of the product with its source, computed from the tables in code: `npm run rules` writes this page, and `tools/rules/page.test.ts` fails when it is out of date. A source is a statute, a rule of a state, a standard, or "product rule" where the product itself decided so.',
  ].join('\n')
  const sections = [
    gates(),
    rules(),
    automatic(),
    codes(),
    clearing(),
    approvalClears(),
    facts(),
    edits(),
    moves(),
    permissions(),
    routing(),
    rungs(),
    notices(),
    packs(),
    lookedUp(),
    duties(),
    states(),
  ]
  return `${[head, ...sections].join('\n\n')}\n`
}
