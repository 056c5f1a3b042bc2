// How a drug reaches the worker.

export type DeliveryType = { deliveryTypeId: number; name: string }

/** The delivery types, ids 1 to 9. */
export const deliveryTypes: readonly DeliveryType[] = [
  { deliveryTypeId: 1, name: 'Retail pickup' },
  { deliveryTypeId: 2, name: 'Mail order' },
  { deliveryTypeId: 3, name: 'Specialty' },
  { deliveryTypeId: 4, name: 'Physician dispensed' },
  { deliveryTypeId: 5, name: 'Home infusion' },
  { deliveryTypeId: 6, name: 'Clinic administered' },
  { deliveryTypeId: 7, name: 'Courier or home delivery from retail' },
  { deliveryTypeId: 8, name: 'Compounding pharmacy' },
  { deliveryTypeId: 9, name: 'Claimant reimbursement' },
]

const byId = new Map(deliveryTypes.map((row) => [row.deliveryTypeId, row.name]))

/** The name of a delivery type. */
export const deliveryTypeName = (id: number): string | undefined => byId.get(id)
