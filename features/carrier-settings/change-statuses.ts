/** Where a change of a setting is: it waits for a second administrator or for its day, was made, or was refused. */
export const changeStatus = { WAITING: 'WAITING', PLANNED: 'PLANNED', DONE: 'DONE', REFUSED: 'REFUSED' } as const
export const changeStatuses = Object.values(changeStatus)
export type ChangeStatus = (typeof changeStatuses)[number]

/** Whether this decision needs a reason: it declines what somebody else made. */
export const needsReason = (own: boolean, approve: boolean): boolean => !approve && !own
/** How many of these changes wait for the caller: those they may approve. */
export const waitForYou = (open: readonly { status: ChangeStatus; whyNotApprove: string | null }[]): number =>
  open.filter(({ status, whyNotApprove }) => status === changeStatus.WAITING && whyNotApprove === null).length
