import { packFor, requestKind } from '#features/deadlines/which-pack.ts'
import { defaultCalendar } from '#features/deadlines/business-time.ts'
import { dueAt } from '#features/deadlines/due.ts'
import { ladder, stepsDue } from '#features/clock/ladder.ts'
import { nextLevel } from '#features/decision-rights/reconsider-until.ts'
import { whyNotSnooze } from '#features/decision-rights/snoozing.ts'
import type { EventCode } from '#features/authorizations/events.ts'
import { type Transition, type Via, flagsCleared, transitionsFor } from '#features/authorizations/transitions.ts'
import { type StatusId, isOpen } from '#features/authorizations/statuses.ts'
import type { Person } from '#platform/calls/person.ts'
import {
  type Decision,
  type Request,
  type World,
  type Step,
  iso,
  decisionInForce,
  isDeemed,
  priorAuthsOf,
} from './model-world.ts'

const HOUR = 3_600_000

const UNDO_MS = 10_000

const zone = 'America/New_York'

const adjuster: Person = {
  id: 'adjuster',
  username: 'adjuster',
  name: 'Adjuster',
  mc: 'AAA',
  roles: ['adjuster'],
  subCarriers: null,
  licenseStates: [],
  approvalLimit: null,
  timeZone: zone,
}

const states = ['FL', 'NY', 'TX', 'CA', 'GA'] as const

const hours = [1, 2, 4, 8, 24, 48, 3] as const

function write(request: Request, row: Transition, to: StatusId, from: StatusId | null, only?: EventCode): void {
  const [first, ...rest] = only === undefined ? row.events : [only]
  request.log.push({ eventCode: first!, oldStatusId: from, newStatusId: to })
  for (const code of rest) request.log.push({ eventCode: code, oldStatusId: to, newStatusId: to })
}

/** Moves a request by an act, if the table has a row for it; the row, or nothing. */
function move(request: Request, via: Via, to: StatusId): Transition | undefined {
  const from = request.status
  const rows = transitionsFor(from, to, via)
  // Where two rows fit, the later one is the more particular: T24 beside T06.
  const row = rows.findLast((one) => one.newRow !== true)
  if (!row) return undefined
  write(request, row, to, from, via === 'escalate' ? 172 : via === 'assign' ? 180 : via === 'consume' ? 191 : undefined)
  request.status = to
  const cleared = flagsCleared(via, to)
  if (cleared.includes('snoozedUntil')) request.snoozedUntil = null
  if (cleared.includes('escalationLevel')) request.escalation = 0
  return row
}

function open(
  world: World,
  via: Via,
  status: StatusId,
  choice: number,
  more: Partial<Request> = {},
): Request | undefined {
  const row = transitionsFor('new', status, via)[0]
  if (!row) return undefined
  const receivedAt = iso(world.now)
  const state = states[choice % states.length]!
  const request: Request = {
    rx: choice % 6,
    drug: choice % 3,
    status,
    state,
    receivedAt: world.now,
    dueAt: Date.parse(dueAt(packFor(state, requestKind(1, more.level ?? 0), receivedAt), { receivedAt }).dueAt),
    log: [],
    decisions: [],
    snoozedUntil: null,
    snoozeHours: 0,
    escalation: 0,
    reminded: false,
    notified: false,
    level: 0,
    ...more,
  }
  write(request, row, status, null)
  world.requests.push(request)
  return request
}

/** The decision, and the prior authorization or block it leaves; what it overlaps ends and is named. */
function decide(world: World, request: Request, kind: Decision['kind'], from: StatusId, max: number | null): void {
  const decision: Decision = { kind, from, at: world.now, undone: false }
  request.decisions.push(decision)
  const leaves =
    kind === 'REJECT' ? 'BLOCK' : kind === 'APPROVE' || kind === 'DEEMED' || kind === 'AUTO' ? 'PERMIT' : null
  if (leaves === null) return
  const old = world.priorAuths.find((one) => one.live && one.kind === leaves && one.drug === request.drug) ?? null
  if (old) old.live = false
  world.priorAuths.push({
    request: world.requests.indexOf(request),
    decision,
    kind: leaves,
    drug: request.drug,
    live: true,
    max,
    used: 0,
    supersedes: old,
  })
}

const decisionOf: Partial<Record<Via, Decision['kind']>> = {
  approve: 'APPROVE',
  confirm: 'APPROVE',
  create: 'APPROVE',
  reject: 'REJECT',
  rejectThisFill: 'REJECT_NO_PA',
  deem: 'DEEMED',
}

/** Takes a decision back: its prior authorization ends, the one that one replaced is in force again. */
function takeBack(world: World, request: Request): void {
  const decision = decisionInForce(request)
  if (!decision) return
  for (const one of world.priorAuths.filter((each) => each.decision === decision)) {
    if (one.live && one.supersedes && !one.supersedes.decision.undone) one.supersedes.live = true
    one.live = false
  }
  decision.undone = true
}

/** What the clock does with a request: reminders, escalation, and what silence does in its state. */
function tick(world: World, request: Request): void {
  if (request.snoozedUntil !== null && request.snoozedUntil <= world.now) {
    request.snoozedUntil = null
    request.log.push({ eventCode: 171, oldStatusId: request.status, newStatusId: request.status })
  }
  const steps = ladder(
    {
      statusId: request.status,
      receivedAt: iso(request.receivedAt),
      dueAt: iso(request.dueAt),
      deems: isDeemed(request),
      escalationLevel: request.escalation,
      remindFrom: iso(request.receivedAt),
      reminded: request.reminded,
      snoozedUntil: request.snoozedUntil === null ? null : iso(request.snoozedUntil),
      submittedAt: null,
      pharmacyPushed: true,
      popUpShown: true,
      sharesTold: 2,
      letterSentAt: request.status === 21 ? iso(request.receivedAt) : null,
    },
    defaultCalendar,
    zone,
  )
  for (const step of stepsDue(steps, iso(world.now))) {
    const from = request.status
    if (!isOpen(from)) return
    if (step.kind === 'reminder') {
      request.reminded = true
      request.log.push({ eventCode: 173, oldStatusId: from, newStatusId: from })
    } else if (step.kind === 'escalation') {
      if (move(request, 'escalate', from)) request.escalation = step.level
    } else if (step.kind === 'due' && step.event === 210) {
      if (move(request, 'deem', 33)) decide(world, request, 'DEEMED', from, 1)
    } else if (step.kind === 'retention') move(request, 'expire', 50)
    else if (step.kind === 'letterExpired') move(request, 'letterExpired', 20)
  }
}

/** Does a step; what came of it, in a word. What the rules do not allow changes nothing. */
export function take(world: World, [act, which, choice]: Step): string {
  if (act === 'tick') {
    world.now += (1 + (choice % 40)) * (choice % 3 === 0 ? 60_000 : HOUR)
    for (const request of world.requests) if (isOpen(request.status)) tick(world, request)
    return iso(world.now)
  }
  world.now += 1000
  if (act === 'receive') {
    const rx = choice % 6
    const joined = world.requests.find((one) => isOpen(one.status) && one.rx === rx)
    if (joined) return move(joined, 'resubmit', joined.status) ? 'joined' : 'refused'
    return open(world, 'receive', 20, choice) ? 'raised' : 'refused'
  }
  if (act === 'build') return open(world, 'build', 10, choice) ? 'built' : 'refused'
  if (act === 'autoApprove' || act === 'bypass') {
    const request = open(world, act, act === 'bypass' ? 32 : 31, choice)
    if (request) decide(world, request, act === 'bypass' ? 'BYPASS' : 'AUTO', request.status, 1)
    return request ? 'cleared' : 'refused'
  }
  if (act === 'reverse') {
    const fill = world.fills.filter((one) => !one.reversed)[0]
    if (!fill) return 'nothing to reverse'
    fill.reversed = true
    fill.on.used -= 1
    // Used up, and nobody stands in for it meanwhile: usable again.
    const other = world.priorAuths.some((one) => one.live && one.kind === 'PERMIT' && one.drug === fill.on.drug)
    if (!fill.on.live && !other && !fill.on.decision.undone && fill.on.max === 1) fill.on.live = true
    return 'reversed'
  }
  // Mostly somebody works on what is open; three in ten times on whatever there is.
  const openOnes = world.requests.filter((one) => isOpen(one.status))
  const among = which % 10 < 7 && openOnes.length > 0 ? openOnes : world.requests
  const request = among[which % Math.max(1, among.length)]
  if (!request) return 'nothing there'
  return onRequest(world, request, act, choice)
}

function onRequest(
  world: World,
  request: Request,
  act: Exclude<Step[0], 'tick' | 'receive' | 'build' | 'reverse'>,
  choice: number,
): string {
  // What silence has done comes before any act, whether the clock has run or not.
  if (isOpen(request.status) && isDeemed(request) && world.now > request.dueAt) {
    tick(world, request)
    return 'silence had approved it'
  }
  const from = request.status
  const to = target(act, request, choice)
  if (to === undefined) return 'no such way'
  if (act === 'snooze') {
    const of = hours[choice % hours.length]!
    const asked = {
      status_id: from,
      statutory_due_at: iso(request.dueAt),
      snooze_hours_total: request.snoozeHours,
      owner_ids: ['adjuster'],
      supervised: [],
      sub_carrier: 'AAA1',
    }
    const why = whyNotSnooze(adjuster, asked, of, iso(world.now))
    if (why) return why.code
    request.snoozedUntil = world.now + of * HOUR
    request.snoozeHours += of
  }
  if (act === 'unsnooze' && request.snoozedUntil === null) return 'not snoozed'
  if (act === 'consume') {
    const priorAuth = priorAuthsOf(world, request).find((one) => one.live && one.kind === 'PERMIT')
    if (!priorAuth || !transitionsFor(from, from, 'consume').length) return 'nothing to fill on'
    priorAuth.used += 1
    if (priorAuth.max !== null && priorAuth.used >= priorAuth.max) priorAuth.live = false
    world.fills.push({ on: priorAuth, reversed: false })
  }
  if (act === 'reopen' && world.now - (decisionInForce(request)?.at ?? world.now) > 24 * HOUR) return 'too late'
  if (act === 'undo') {
    const decision = decisionInForce(request)
    const filled = world.fills.some((one) => one.on.decision === decision && !one.reversed)
    if (!decision || decision.from !== to || world.now - decision.at > UNDO_MS || filled) return 'too late'
  }
  if (act === 'reconsider') {
    if (request.level >= 3 || !transitionsFor(from, to, 'reconsider').length) return 'refused'
    const { rx, drug, state, level } = request
    const again = open(world, 'receive', 20, choice, {
      rx: rx + 100 + world.requests.length,
      drug,
      state,
      level: nextLevel({ jurisState: state, channelType: 1, level }),
      status: 24,
    })
    if (again) again.log = [{ eventCode: 200, oldStatusId: null, newStatusId: 24 }]
    return 'reconsidered'
  }
  const row = move(request, act, to)
  if (!row) return 'refused'
  if (act === 'terminate') for (const one of priorAuthsOf(world, request)) one.live = false
  if (act === 'undo' || act === 'reopen') takeBack(world, request)
  const kind = decisionOf[act]
  if (kind && (to === 30 || to === 40 || to === 41))
    decide(world, request, kind, from, choice % 2 === 0 ? 1 : 1 + (choice % 5))
  return `${from} > ${to}`
}

/** The status an act aims at. */
function target(act: Step[0], request: Request, choice: number): StatusId | undefined {
  const here = request.status
  switch (act) {
    case 'approve':
      return ([30, 30, 22, 25] as const)[choice % 4]
    case 'create':
      return choice % 2 === 0 ? 20 : 30
    case 'confirm':
      return 30
    case 'reject':
      return 40
    case 'rejectThisFill':
      return 41
    case 'lomn':
      return 21
    case 'clinical':
      return 22
    case 'ur':
      return 23
    case 'reconsider':
      return 24
    case 'secondapproval':
      return 25
    case 'supervisor':
      return 26
    case 'withdraw':
      return 51
    case 'merge':
      return 52
    case 'undo':
      return decisionInForce(request)?.from
    case 'return':
    case 'letterReceived':
    case 'letterExpired':
    case 'advise':
    case 'pending':
    case 'reopen':
      return 20
    default:
      return here
  }
}
