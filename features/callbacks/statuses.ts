/** The statuses of a callback by name. */
export const callbackStatus = {
  QUEUED: 1,
  SENT: 2,
  ACKNOWLEDGED: 3,
  FILLED: 4,
  CALL_NEEDED: 5,
  REACHED: 6,
  NOT_REACHED: 7,
  CLOSED: 8,
} as const
export type CallbackStatus = (typeof callbackStatus)[keyof typeof callbackStatus]

const { QUEUED, SENT, ACKNOWLEDGED, FILLED, CALL_NEEDED, REACHED, NOT_REACHED, CLOSED } = callbackStatus

/** The words shown for each. */
export const callbackStatuses: Readonly<Record<CallbackStatus, string>> = {
  [QUEUED]: 'Queued',
  [SENT]: 'Sent',
  [ACKNOWLEDGED]: 'Acknowledged',
  [FILLED]: 'Filled',
  [CALL_NEEDED]: 'Call needed',
  [REACHED]: 'Called, reached',
  [NOT_REACHED]: 'Called, not reached',
  [CLOSED]: 'Closed',
}

type CallbackAct = 'send' | 'acknowledge' | 'unheard' | 'reached' | 'notReached' | 'giveUp' | 'replace' | 'filled'
/** The allowed status changes. `unheard`: sent but not read in time; `filled`: a paid claim was seen. */
export const callbackMoves: Readonly<Record<CallbackAct, { from: readonly CallbackStatus[]; to: CallbackStatus }>> = {
  send: { from: [QUEUED], to: SENT },
  acknowledge: { from: [SENT], to: ACKNOWLEDGED },
  unheard: { from: [SENT], to: CALL_NEEDED },
  reached: { from: [CALL_NEEDED, NOT_REACHED], to: REACHED },
  notReached: { from: [CALL_NEEDED, NOT_REACHED], to: NOT_REACHED },
  giveUp: { from: [CALL_NEEDED, NOT_REACHED], to: CLOSED },
  replace: { from: [QUEUED, SENT, CALL_NEEDED, NOT_REACHED], to: CLOSED },
  filled: { from: [QUEUED, SENT, ACKNOWLEDGED, CALL_NEEDED, REACHED, NOT_REACHED], to: FILLED },
}
