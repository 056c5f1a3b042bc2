/** The page that adds a worker with a claim. */
export const addWorkerPath = '/add-injured-worker'
/** The same for a further claim of the worker of this claim. */
export const addClaimAddress = (claimId: string): string => `${addWorkerPath}?claim=${claimId}`
