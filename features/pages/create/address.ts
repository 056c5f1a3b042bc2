/** What the form begins with: a prior authorization to renew or to correct, a document to key. Their ids, which say nothing by themselves. */
type Start = { renew?: string; correct?: string; document?: string }

/** The address of the form that creates an authorization for a claim. */
export const createAddress = (
  of: { masterCarrier: string; subCarrier: string; claimId: string },
  start: Start = {},
): string => {
  const from = new URLSearchParams(start).toString()
  return `/create-authorization/${of.masterCarrier}/${of.subCarrier}/${of.claimId}${from && `?${from}`}`
}
