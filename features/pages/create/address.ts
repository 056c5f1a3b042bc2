/** The address of the form that creates an authorization for a claim. */
export const createAddress = (of: { masterCarrier: string; subCarrier: string; claimId: string }): string =>
  `/create-authorization/${of.masterCarrier}/${of.subCarrier}/${of.claimId}`
