import { implement, oneTrip } from '#platform/calls/handler.ts'
import { claims } from './contract.ts'
import { subCarriers } from './sub-carriers-sql.ts'

export const handlers = implement(claims)({
  subCarriers: oneTrip(
    () => ({ rows: subCarriers() }),
    ({ rows }) =>
      rows.map((row) => ({
        subCarrierCode: row.code,
        subCarrierName: row.name,
        subCarrierId: row.id,
        active: row.active,
      })),
  ),
})
