import { oneTrip, implement } from '#platform/calls/handler.ts'
import { Figures, turnaround } from './contract.ts'
import { definitions, definitionsVersion, source } from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(turnaround)({
  figures: oneTrip(
    ({ from, to, by }) => ({ rows: sql.counted(from, to, by), zone: sql.zoneOfCarrier() }),
    ({ rows, zone: [carrier] }, { input: { from, to, by }, now }) => {
      const [total, ...groups] = rows
      return {
        from,
        to,
        timeZone: carrier!.zone,
        asOf: now.toISOString(),
        by,
        source,
        version: definitionsVersion,
        definitions: Object.entries(definitions).map(([figure, means]) => ({ figure, means })),
        total: Figures.parse(total),
        groups: groups.map((group) => ({ ...Figures.parse(group), key: group.key!, name: group.name! })),
      }
    },
  ),
})
