/** What a text is for, as the history names it: texts of the portal, fixed texts, replies, and what the worker wrote. */
const names: Readonly<Record<string, string>> = {
  raised: 'Request received',
  approved: 'Approved',
  deemed: 'Approved',
  rejected: 'Please call',
  letterSent: 'Prescriber asked',
  letterReceived: 'Prescriber answered',
  filled: 'Ready for pickup',
  endMoved: 'New last day',
  CARD: 'Pharmacy card',
  SURVEY: 'Survey',
  INVITE: 'Invitation',
  PENDING: 'Still in review',
  APPROVED: 'Approved',
  READY: 'Ready for pickup',
  CALL_US: 'Please call',
  welcome: 'Welcome',
  stopped: 'Stop confirmed',
  help: 'Help',
  helpStopped: 'Help',
  notInvited: 'Not enrolled',
  ACCEPT: 'Yes',
  JOIN: 'Start',
  STOP: 'Stop',
  HELP: 'Help',
  OTHER: 'Message',
}

/** The name of a text in the history. */
export const templateName = ({ template }: { template: string | null }): string =>
  (template === null ? undefined : names[template]) ?? 'Text'
