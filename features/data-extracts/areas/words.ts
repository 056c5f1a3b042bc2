/** How a claim stands with the carrier, as a file says it. */
export const compensabilities = [
  ['PENDING', 'Pending'],
  ['ACCEPTED', 'Accepted'],
  ['PARTIAL', 'Partly accepted'],
  ['CONTROVERTED', 'Disputed'],
  ['DENIED', 'Denied'],
  ['CLOSED', 'Closed'],
  ['SETTLED_MSA', 'Settled with a Medicare set-aside'],
] as const
export const claimStatuses = [
  ['OPEN', 'Open'],
  ['CLOSED', 'Closed'],
  ['REOPENED', 'Reopened'],
] as const
export const claimTypes = [
  ['MO', 'Medical only'],
  ['LT', 'Lost time'],
  ['FA', 'Fatal'],
] as const
export const planLevels = [
  ['FULL', 'Full'],
  ['FIRST_FILL', 'First fill'],
  ['MAINTENANCE', 'Maintenance drugs'],
  ['LIMITED_DRUGS', 'Limited drugs'],
] as const
