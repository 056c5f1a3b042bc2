import type { Reason, SeenPart } from './rules.ts'

export const partWords: Readonly<Record<SeenPart, string>> = {
  SSN: 'Social Security number shown',
  EXPORT: 'Export',
  PROFILE: 'Profile',
  SEARCH: 'Search or list',
  REQUEST: 'Request',
  FILLS: 'Fills',
  PRIOR_AUTHS: 'Prior authorizations',
  DOCUMENTS: 'Documents',
  LETTERS: 'Letters',
  COVERAGE: 'Coverage',
  CONTACTS: 'Contacts',
  TEXTS: 'Text messages',
  CLINICAL: 'Clinical',
  WHO_LOOKED: 'This list',
  EMERGENCY: 'Emergency summary',
  OTHER: 'Other',
}
export const reasonWords: Readonly<Record<Reason, string>> = {
  CASE_OWNER: 'Case owner',
  BACKUP: 'Backup owner',
  NURSE: 'Nurse case manager',
  REQUEST_OWNER: 'Owner of a request',
  EMERGENCY: 'Emergency access',
}
