import type { Why } from '#platform/calls/refusal.ts'
import { ncpdp, notCoveredThatDay } from '#reference/ncpdp.ts'
import type { Person } from '#platform/calls/person.ts'
import { hasRole } from '#features/permissions/roles.ts'
import type { RulePack } from '#reference/jurisdictions/rule-pack.ts'
import { isBill, packFor } from '#features/deadlines/which-pack.ts'
import { addDays, daysBetween, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { hasLetter, isCompound, type DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { orderedTerms, type ApprovalTerms } from '#features/determinations/rules.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import type { EditRow, EditSituation } from './edit-table.ts'
import type { Level } from '#features/prior-auths/levels.ts'
import { editTable } from './edit-table.ts'
import { levels } from '#features/prior-auths/levels.ts'

/** An approval is for the strength that was billed unless the carrier's own rule says more. */
const exactStrength = 14 satisfies Level

/** A one-time approval ends so many days after it starts unless the row says less. */
const ONE_TIME_DAYS = 14

/** "CII" and the like as a number 2 to 5; null when not scheduled. */
function scheduleOf(authorization: Pick<DecisionFacts, 'dea_schedule'>): number | null {
  const digits: Readonly<Record<string, number>> = { CI: 1, CII: 2, CIII: 3, CIV: 4, CV: 5 }
  return digits[authorization.dea_schedule?.toUpperCase().trim() ?? ''] ?? null
}

/** The rows of the edit table a request falls under: what the drug is, then what narrows it. */
function situationsOf(authorization: DecisionFacts, action: 'approve' | 'reject'): EditSituation[] {
  if (action === 'reject') return ['block']
  if (orderedTerms(authorization) || authorization.first_approval) return ['determination']
  const schedule = scheduleOf(authorization)
  const found: EditSituation[] = []
  if (isCompound(authorization)) found.push('compound')
  else if (authorization.maintenance && hasLetter(authorization)) found.push('maintenance')
  else if (schedule === null) found.push('standard')
  if (schedule !== null && found[0] !== 'maintenance') found.push(schedule <= 2 ? 'scheduleTwo' : 'scheduleThreeToFive')
  const codes = authorization.rejects.filter((reject) => !reject.cleared).map((reject) => reject.rejectCode)
  if (codes.length > 0 && codes.every((code) => code === ncpdp.REFILL_TOO_SOON)) found.push('refillTooSoon')
  if (authorization.shown.facts.firstFill && authorization.compensability === 'PENDING') found.push('firstFill')
  if (codes.some((code) => notCoveredThatDay.includes(code))) found.push('eligibility')
  if (isBill(authorization.claim_channel_type)) found.push('bill')
  return found
}

/** What an approval or a block may contain here; days are calendar days, dates 'YYYY-MM-DD'. */
export type EditLimits = {
  situations: readonly EditSituation[]
  name: string
  start: { default: string; min: string; max: string; editable: boolean }
  /** Days from the start to the end: of a range, of a one-time fill, and at most. */
  endDays: { default: number; once: number; max: number }
  /** However far back it begins, the default days count from this day on; null = from the start. */
  endFrom: string | null
  /** No end after this day; null = none. */
  lastEnd: string | null
  /** The default end is no earlier than this day where the longest window allows it: nothing could be dispensed under it any more. */
  endsBy?: string
  oneTime: { default: boolean; locked: boolean }
  levels: { default: Level; allowed: readonly Level[]; supervisorOnly: readonly Level[] }
  fills: { default: number | null; max: number; visible: boolean }
  overrideAll: boolean
  /** Everything is as it was determined: neither more nor less. */
  fixed?: true
  /** Why the window is no longer than it is, in words. */
  reasons: readonly string[]
}

const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a > b ? a : b)

function determined(order: ApprovalTerms, name: string): EditLimits {
  const days = daysBetween(order.startDate, order.endDate)
  return {
    situations: ['determination'],
    name,
    start: { default: order.startDate, min: order.startDate, max: order.startDate, editable: false },
    endDays: { default: days, once: days, max: days },
    endFrom: null,
    lastEnd: order.endDate,
    oneTime: { default: order.oneTimeFill, locked: true },
    levels: { default: order.drugLevel as Level, allowed: [order.drugLevel as Level], supervisorOnly: [] },
    fills: { default: order.maxFills, max: order.maxFills ?? 12, visible: order.maxFills !== null },
    overrideAll: false,
    fixed: true,
    reasons: [`${name} fixes dates, level and fills.`],
  }
}

/** The longest window state law lets an approval of this drug have, in days, and why; null where it says nothing. */
function stateDays(authorization: DecisionFacts, pack: RulePack): { days: number; why: string } | null {
  const { maxApprovalDays, maxOpioidApprovalDays, maxCompoundApprovalDays } = pack.limits
  const limits = [
    { days: maxApprovalDays, why: `${pack.jurisdiction} lets an approval run ${maxApprovalDays} days.` },
    {
      days: authorization.shown.facts.opioid ? maxOpioidApprovalDays : null,
      why: `${pack.jurisdiction} lets an opioid approval run ${maxOpioidApprovalDays} days.`,
    },
    {
      days: isCompound(authorization) ? maxCompoundApprovalDays : null,
      why: `${pack.jurisdiction} lets a compound approval run ${maxCompoundApprovalDays} days.`,
    },
  ].filter((limit): limit is { days: number; why: string } => limit.days !== null)
  return limits.sort((a, b) => a.days - b.days)[0] ?? null
}

/**
 * The edit limits for one person and request, narrowed by every row that fits, by state law, the claim's end and the
 * carrier's settings. A row that narrows never widens another; only the day of service may lie before the days a row
 * allows.
 */
export function editLimits(
  person: Person,
  authorization: DecisionFacts,
  action: 'approve' | 'reject',
  now: string,
  settings: DecisionSettings = defaultDecisionSettings,
): EditLimits {
  const order = action === 'approve' ? orderedTerms(authorization) : null
  if (order) return determined(order, 'Utilization review or board order')
  const first = authorization.first_approval
  if (action === 'approve' && first)
    return determined({ ...first, oneTimeFill: first.oneTime, drugLevel: first.level }, 'The first approval')
  const today = dateIn(Date.parse(now), person.timeZone)
  const situations = situationsOf(authorization, action)
  const rows = situations.map((situation): EditRow => editTable[situation as keyof typeof editTable])
  const supervisor = hasRole(person, 'supervisor')
  const reasons: string[] = []

  // Dates: the last row that names a start decides where it lies; ends only ever get shorter.
  const anchor = rows.findLast((row) => row.start !== null)!.start!
  const base = anchor.from === 'today' ? today : authorization.date_of_service
  let min = addDays(base, -anchor.before)
  if (action === 'reject' && isBill(authorization.claim_channel_type) && authorization.date_of_service < min)
    min = later(authorization.date_of_service, addDays(today, editTable.block.end.default - editTable.block.end.max))
  const bill = situations.includes('bill')
  const max = anchor.from === 'today' ? addDays(base, anchor.after) : bill ? base : later(base, today)
  // The fill that is asked for lies within what is approved, however long ago it was billed.
  if (action === 'approve' && authorization.date_of_service < min) min = authorization.date_of_service
  if (min < authorization.doi) {
    min = authorization.doi
    reasons.push('It may not start before the injury.')
  }
  // A denial covers the fill it denies: sent again, it is answered and nobody decides again. Where an approval stays,
  // days that are over may be somebody's still.
  const pack = packFor(authorization.juris_state, 'prospective', authorization.request_received_at)
  const covers = action === 'approve' || (pack.withdrawalAllowed && authorization.date_of_service >= min)
  const wanted = covers ? earlier(authorization.date_of_service, today) : today
  const start = earlier(later(wanted, min), later(max, min))

  const rowMax = Math.min(...rows.map((row) => (supervisor ? (row.end.supervisorMax ?? row.end.max) : row.end.max)))
  let maxDays = rowMax
  reasons.push(`${rows.map((row) => row.name).join(', ')}: at most ${rowMax} days.`)
  const state = action === 'approve' ? stateDays(authorization, pack) : null
  if (state && state.days < maxDays) {
    maxDays = state.days
    reasons.push(state.why)
  }
  if (action === 'approve' && settings.maxApprovalDays !== null && settings.maxApprovalDays < maxDays) {
    maxDays = Math.max(0, settings.maxApprovalDays)
    reasons.push(`The carrier lets an approval run ${maxDays} days.`)
  }
  // An eligibility code is about a claim that has ended already; its short window is the limit there.
  const lastEnd = action === 'approve' && !situations.includes('eligibility') ? authorization.term_date : null
  if (lastEnd) reasons.push(`The claim ends on ${usDate(lastEnd)}.`)

  // Levels: what every row allows; a scheduled drug with a letter keeps the levels of its schedule.
  const schedule = scheduleOf(authorization)
  const levelRows: readonly EditRow[] =
    situations.includes('maintenance') && schedule !== null
      ? [...rows, schedule <= 2 ? editTable.scheduleTwo : editTable.scheduleThreeToFive]
      : rows
  const inAll = (level: Level, alsoSupervisor: boolean): boolean =>
    levelRows.every(
      (row) => row.levels.allowed.includes(level) || (alsoSupervisor && row.levels.supervisor.includes(level)),
    )
  const every = levels.map(({ level }) => level)
  const repackaged =
    action === 'approve' && authorization.rejects.some((reject) => reject.rejectCode === ncpdp.REPACKAGED)
  const plain = every.filter((level) => inAll(level, false) || (level === 11 && repackaged))
  const supervisorOnly = every.filter((level) => !plain.includes(level) && inAll(level, true))
  const allowed = supervisor ? [...plain, ...supervisorOnly] : plain
  const isPlain = (level: number | null): level is Level =>
    level !== null && (plain as readonly number[]).includes(level)
  const usual = levelRows.map((row) => row.levels.default).filter(isPlain)
  const defaultLevel = isPlain(settings.defaultDrugLevel)
    ? settings.defaultDrugLevel
    : action === 'approve' && isPlain(exactStrength)
      ? exactStrength
      : (Math.max(...usual, 0) as Level) || exactStrength

  // One-time: a row's lock beats the carrier's choice of kinds of approval.
  const locked = rows.some((row) => row.oneTime.locked)
  const type = action === 'approve' ? settings.approveAuthType : 3
  const oneTime = locked
    ? { default: true, locked: true }
    : type === 1 || type === 2 || type === 4
      ? { default: type === 1, locked: true }
      : { default: rows.some((row) => row.oneTime.default), locked: false }

  const endDefault = Math.min(maxDays, ...rows.map((row) => row.end.default))
  const fillDefaults = rows.map((row) => row.fills.default).filter((fills) => fills !== null)
  return {
    situations,
    name: rows.map((row) => row.name).join(', '),
    start: { default: start, min, max: later(max, min), editable: !bill },
    endDays: {
      default: endDefault,
      // A row that is one-time by itself says its own days; elsewhere one fill is good for fourteen.
      once: rows.some((row) => row.oneTime.default) ? endDefault : Math.min(ONE_TIME_DAYS, endDefault),
      max: maxDays,
    },
    endFrom: action === 'reject' ? today : null,
    lastEnd,
    ...(action === 'approve' && { endsBy: today }),
    oneTime,
    levels: { default: defaultLevel, allowed, supervisorOnly: supervisor ? [] : supervisorOnly },
    fills: {
      default: fillDefaults.length > 0 ? Math.min(...fillDefaults) : null,
      max: Math.min(...rows.map((row) => row.fills.max)),
      visible: action === 'approve' && (settings.allowPaFillLimit || settings.approveAuthType === 4),
    },
    overrideAll: action === 'approve' && rows.every((row) => row.overrideAll),
    reasons,
  }
}

/** The default last day of a window that starts on a day, and the last day it may have. */
export function endOf(limits: EditLimits, startDate: string, oneTimeFill: boolean): { default: string; max: string } {
  const max = addDays(startDate, limits.endDays.max)
  const capped = limits.lastEnd === null ? max : earlier(max, limits.lastEnd)
  const days = oneTimeFill ? limits.endDays.once : limits.endDays.default
  const from = limits.endFrom === null ? startDate : later(startDate, limits.endFrom)
  const usual = addDays(from, days)
  return { default: earlier(later(usual, limits.endsBy ?? usual), capped), max: capped }
}

/** Why this GPI level may not be used; nothing means it may. */
export function whyNotLevel(person: Person, level: number, limits: EditLimits): Why<'LEVEL_NOT_ALLOWED'> | undefined {
  if ((limits.levels.allowed as readonly number[]).includes(level)) return undefined
  const field = 'drugLevel'
  if (
    (limits.levels.supervisorOnly as readonly number[]).includes(level) ||
    (level < 8 && !hasRole(person, 'supervisor'))
  ) {
    const why = level < 8 ? 'levels wider than 8 need a supervisor' : 'for this drug it needs a supervisor'
    return {
      code: 'LEVEL_NOT_ALLOWED',
      message: `Authorization level ${level} is not allowed for your role: ${why}.`,
      field,
    }
  }
  const allowed = limits.levels.allowed.join(', ')
  return {
    code: 'LEVEL_NOT_ALLOWED',
    message: `Authorization level ${level} is not allowed here. Allowed: ${allowed}.`,
    field,
  }
}

/** Why these dates may not be used; nothing means they may. */
export function whyNotDates(
  startDate: string,
  endDate: string,
  oneTimeFill: boolean,
  limits: EditLimits,
): Why<'DATES_NOT_ALLOWED' | 'RULE'> | undefined {
  const code = 'DATES_NOT_ALLOWED'
  const { min, max } = limits.start
  if (startDate < min || startDate > max) {
    const message =
      min === max
        ? `The start date must be ${usDate(min)}.`
        : `The start date must be from ${usDate(min)} to ${usDate(max)}.`
    return { code, message, field: 'startDate' }
  }
  if (endDate < startDate) return { code, message: 'The end date must not be before the start date.', field: 'endDate' }
  const lastDay = endOf(limits, startDate, oneTimeFill).max
  if (limits.fixed && endDate !== lastDay)
    return { code, message: `The end date must be ${usDate(lastDay)}.`, field: 'endDate' }
  if (endDate > lastDay) {
    const message =
      lastDay < startDate
        ? `The claim ended on ${usDate(lastDay)}; nothing may start after that.`
        : `The end date must be ${usDate(lastDay)} or earlier. ${limits.reasons.at(-1) ?? ''}`.trim()
    return { code, message, field: 'endDate' }
  }
  return undefined
}

/** Why fills and amounts may not be so where all of it is determined; nothing means they may. */
export function whyNotAmounts(
  order: ApprovalTerms,
  input: {
    maxFills?: number | null | undefined
    maxQty?: number | null | undefined
    maxDays?: number | null | undefined
  },
): Why<'RULE'> | undefined {
  const differs = (['maxFills', 'maxQty', 'maxDays'] as const).find(
    (name) => input[name] != null && input[name] !== (order[name] ?? null),
  )
  if (!differs) return undefined
  const of = { maxFills: 'Max fills', maxQty: 'Units a fill', maxDays: 'Days of supply a fill' }[differs]
  const set = order[differs] ?? null
  return {
    code: 'RULE',
    message: set === null ? `${of}: the determination sets none.` : `${of}: the determination says ${set}.`,
    field: differs === 'maxFills' ? 'paMaxFill' : differs,
  }
}
