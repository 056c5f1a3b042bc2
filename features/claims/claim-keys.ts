/** Ids and owners of a claim that the rows written after adjudication need; the engine does not read them. */
export type ClaimKeys = {
  mc: string
  claimId: string
  subCarrier: string
  groupCode: string
  claimantId: string
  subscriberNumber: string
  claimNumber: string
  ownerId: string | null
  injury: string
  autoPa: boolean
  groupDefaultOwnerId: string | null
  secondaryOwnerIds: string[]
}
