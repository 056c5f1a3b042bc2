/** The address of a claim that was opened: ids alone. */
export const openedAddress = (mc: string, claimId: string): string => `/emergency-access/${mc}/${claimId}`
