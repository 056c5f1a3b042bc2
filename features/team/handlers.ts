import { claimOfRow } from '#features/claims/seen-sql.ts'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { toAdjuster } from '#features/owners/adjuster.ts'
import { decisionSettingRows, settingsBySubCarrier, toAuthRow } from '#features/worklist/row.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { Load, team } from './contract.ts'
import { forecast, hoursBetween, maySeeTeam, RATE_WEEKS } from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(team)({
  authorizations: oneTrip(
    ({ a }) => ({
      view: sql.teamViewOn(),
      members: sql.members(a),
      all: sql.pending(a),
      rows: seen(sql.escalated(a), claimOfRow),
      settings: decisionSettingRows(),
    }),
    ({ view: [view], members, all: [all], rows, settings }, { input, person, now }) => {
      if (!maySeeTeam(person, input.a, view!.enabled)) return notFound()
      const context = { now, person, settings: settingsBySubCarrier(settings) }
      const groups = new Map<string, AuthRow[]>()
      for (const row of rows)
        groups.set(row.claimant_id, [...(groups.get(row.claimant_id) ?? []), toAuthRow(row, context)])
      const at = now.toISOString()
      return {
        pendingAuthCount: all!.pending,
        escalatedAuthCount: { [String(rows[0]?.total ?? 0)]: [...groups.values()] },
        users: members.map((row) => ({
          ...toAdjuster(row, at),
          pending: row.pending,
          escalated: row.escalated,
          oldestHours: row.oldest === null ? null : hoursBetween(row.oldest, at),
          nextDueAt: row.next_due,
          nextReceivedAt: row.next_received,
        })),
      }
    },
  ),

  workload: oneTrip(
    ({ userId }) => ({
      view: sql.teamViewOn(),
      members: sql.members(userId),
      loads: sql.loads(userId),
      leaves: sql.leaves(userId),
    }),
    ({ view: [view], members, loads, leaves }, { input, person, now }) => {
      if (!maySeeTeam(person, input.userId, view!.enabled)) return notFound()
      const at = now.toISOString()
      const all = loads.find(({ id }) => id === null)!
      const hours = hoursBetween(at, all.until)
      return {
        asOf: at,
        until: all.until,
        hoursUntil: hours,
        weeks: RATE_WEEKS,
        total: Load.parse(all),
        forecast: forecast(all.pending, all, hours),
        members: members.map((row) => {
          const found = loads.find(({ id }) => id === row.id)!
          const leave = leaves.find(({ user_id }) => user_id === row.id)
          return {
            ...toAdjuster(row, at),
            load: Load.parse(found),
            forecast: forecast(found.pending, found, hours),
            licenseStates: row.license_states,
            approvalLimit: row.approval_limit,
            leave: leave
              ? {
                  startAt: leave.start_at,
                  endAt: leave.end_at,
                  delegates: leave.delegates,
                  begunAt: leave.began_at,
                  dueBefore: leave.due_before,
                }
              : null,
          }
        }),
        waiting: {
          pharmacist: all.pharmacist,
          prescriber: all.prescriber,
          utilizationReview: all.utilizationReview,
          secondApprover: all.secondApprover,
        },
      }
    },
  ),
})
