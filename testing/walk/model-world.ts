import type { LoggedEvent, Via } from '#features/authorizations/transitions.ts'
import type { StatusId } from '#features/authorizations/statuses.ts'
import { isApproval, lapseOf, packFor, requestKind } from '#features/deadlines/which-pack.ts'

// What the model of model.ts is made of: requests, decisions, prior authorizations and fills, and the acts that are tried.

export type Decision = {
  kind: 'APPROVE' | 'REJECT' | 'REJECT_NO_PA' | 'AUTO' | 'BYPASS' | 'DEEMED'
  from: StatusId
  at: number
  undone: boolean
}

type PriorAuth = {
  request: number
  decision: Decision
  kind: 'PERMIT' | 'BLOCK'
  drug: number
  live: boolean
  max: number | null
  used: number
  /** The one it replaces. */
  supersedes: PriorAuth | null
}

export type Request = {
  rx: number
  drug: number
  status: StatusId
  state: string
  receivedAt: number
  dueAt: number
  log: LoggedEvent[]
  decisions: Decision[]
  snoozedUntil: number | null
  snoozeHours: number
  escalation: number
  reminded: boolean
  notified: boolean
  level: number
}

export type World = {
  now: number
  requests: Request[]
  priorAuths: PriorAuth[]
  /** Fills that were paid: on which prior authorization, and whether they were taken back. */
  fills: { on: PriorAuth; reversed: boolean }[]
}

/** How often each act is tried. */
const weights = {
  receive: 3,
  build: 1,
  create: 2,
  autoApprove: 1,
  bypass: 1,
  approve: 2,
  reject: 1,
  rejectThisFill: 1,
  confirm: 2,
  return: 2,
  lomn: 2,
  letterReceived: 2,
  letterExpired: 2,
  clinical: 2,
  supervisor: 2,
  advise: 2,
  ur: 1,
  pending: 1,
  secondapproval: 1,
  snooze: 2,
  unsnooze: 2,
  assign: 1,
  terminate: 1,
  reconsider: 1,
  withdraw: 1,
  merge: 1,
  consume: 2,
  reverse: 1,
  reopen: 2,
  undo: 2,
  tick: 3,
} satisfies Partial<Record<Via | 'reverse' | 'tick', number>>

type Act = keyof typeof weights

/** Every act, as often as it is tried. */
export const acts = Object.entries(weights).flatMap(([act, times]) => Array.from({ length: times }, () => act as Act))

/** What is tried, on which request, and a number that chooses among what there is to choose. */
export type Step = readonly [act: Act, which: number, choice: number]

export const emptyWorld = (): World => ({
  now: Date.parse('2026-11-16T14:00:00Z'),
  requests: [],
  priorAuths: [],
  fills: [],
})

export const iso = (ms: number): string => new Date(ms).toISOString()

export const decisionInForce = (request: Request): Decision | undefined => request.decisions.find((one) => !one.undone)

export const priorAuthsOf = (world: World, request: Request): PriorAuth[] =>
  world.priorAuths.filter((one) => one.request === world.requests.indexOf(request) && !one.decision.undone)

/** True when silence approves it after its due time. */
export const isDeemed = ({ state, level, receivedAt }: Request): boolean =>
  isApproval(lapseOf(packFor(state, requestKind(1, level), iso(receivedAt)), null))
