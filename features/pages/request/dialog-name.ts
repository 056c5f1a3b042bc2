/** The dialogs of an open request; they outlive what changes on it meanwhile, so that nothing typed into one is lost. */
export type DialogName =
  | 'ask'
  | 'assign'
  | 'call'
  | 'snooze'
  | 'known'
  | 'letter'
  | 'determination'
  | 'determinations'
  | 'extension'
  | 'medication'
  | 'explain'
  | 'examiner'
