const acts: Readonly<Record<string, string>> = {
  approve: 'approve',
  reject: 'reject',
  rejectThisFill: 'reject this fill only',
  clinical: 'send to clinical review',
  ur: 'send to utilization review',
  pending: 'return to pending',
  advise: 'write a recommendation',
  assign: 'assign',
  snooze: 'snooze',
  unsnooze: 'end the snooze',
  lomn: 'request a letter of medical necessity',
  recordDetermination: 'record a determination',
  editMedication: 'edit the medication',
  withdraw: 'withdraw the request',
  reconsider: 'reconsider',
  reopen: 'reopen',
  merge: 'merge',
  extend: 'extend the deadline',
  undo: 'undo',
}
/** An act that was offered or refused on the screen, in words. */
export const actWords = (act: string): string => acts[act] ?? act

const levels: Readonly<Record<string, string>> = {
  FULL: 'full coverage',
  FIRST_FILL: 'first fill',
  MAINTENANCE: 'maintenance drugs',
  LIMITED_DRUGS: 'limited drugs',
}
/** What a period of coverage pays, in words. */
export const coverageWords = (planLevel: string): string => levels[planLevel] ?? planLevel
