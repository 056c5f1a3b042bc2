import { addWorkerPath } from '#features/eligibility/address.ts'

/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = {
  home: '/home',
  worklist: '/authorizations',
  worklistOfUser: '/authorizations/:userId',
  patient: '/patients/:mc/:sc/:claimId/:tab?',
  emergency: '/emergency-access/:mc?/:claimId?',
  pharmacies: '/pharmacies',
  practitioners: '/practitioners',
  drugs: '/drugs',
  transactions: '/transactions',
  help: '/help',
  createAuthorization: '/create-authorization/:mc?/:sc?/:claimId?',
  addWorker: addWorkerPath,
  authorization: '/authorizations/request/:id',
} as const
