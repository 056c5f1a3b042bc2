import { claimOfRow } from '#features/claims/seen-sql.ts'
import { oneTrip, implement, seen } from '#platform/calls/handler.ts'
import { Figures, LIST_SIZE, outcomes, turnaround } from './contract.ts'
import { definitions, definitionsVersion, source } from './rules.ts'
import * as sql from './sql.ts'
import { whyNotBy, whyNotList } from './who-reads.ts'

export const handlers = implement(turnaround)({
  figures: oneTrip(
    ({ from, to, by }) => ({ rows: sql.counted(from, to, by), zone: sql.zoneOfCarrier() }),
    ({ rows, zone: [carrier] }, { input: { from, to, by }, now, person, refuse }) => {
      const why = whyNotBy(person, by)
      if (why) refuse(why)
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

  requests: oneTrip(
    (input) => ({
      rows: seen(sql.requestsOf({ ...input, key: input.key }, LIST_SIZE, input.page * LIST_SIZE), claimOfRow),
      named: sql.groupNamed(input.by, input.key),
    }),
    ({ rows, named: [group] }, { input, person, refuse }) => {
      const why = whyNotList(person, input.by)
      if (why) refuse(why)
      return {
        group: group?.name ?? null,
        content: rows.map((row) => ({
          authorizationId: row.id,
          referenceNumber: row.reference,
          claimant: row.claimant,
          drug: row.drug,
          jurisState: row.state,
          person: row.person,
          receivedAt: row.received_at,
          dueAt: row.due_at,
          outcome: outcomes.find((one) => one === row.kind)!,
          hours: row.hours === null ? null : Math.round(row.hours * 100) / 100,
        })),
        page: input.page,
        size: LIST_SIZE,
        totalElements: rows[0]?.total ?? 0,
      }
    },
  ),
})
