import { sample } from '#testing/attacks/sample.ts'
import { worklist } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(worklist)({
  counts: ({ mc, email, username }) => ({ mc, masterCarrier: mc, email, username }),
  pending: ({ mc }) => ({ mc, page: 0, size: 25, sort: 'statutoryDueAt,asc' }),
  search: ({ mc }) => ({
    mc,
    masterCarrier: mc,
    page: 0,
    size: 100,
    sort: 'requestReceivedDate,desc',
    authSearchKey: 'N',
    authSearchValue: 'ortega',
    authStatuses: [20, 21, 22, 30],
    pendingAuthFilterParams: { rejectCode: ['75'] },
  }),
  list: ({ mc }) => ({
    mc,
    page: 0,
    size: 50,
    authSearchKey: 'N',
    authSearchValue: 'ortega',
    authStatuses: [20, 21, 22],
    caseOwners: ['me'],
  }),
  countsOf: ({ mc }) => ({ mc, searches: [{ authStatuses: [20] }, { isSnoozedOnly: true }] }),
  escalated: ({ mc, email, username }) => ({ masterCarrier: mc, userEmail: email, username }),
  filterOptions: ({ mc }) => ({ masterCarrier: mc, authStatuses: [20] }),
  export: ({ mc }) => ({
    type: 'CSV',
    masterCarrier: mc,
    complete: false,
    columns: ['referenceNumber', 'claimant', 'claimNumber', 'drug'],
  }),
})
