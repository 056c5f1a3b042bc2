import { eventCode } from '#features/authorizations/events.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { removeOwners, setFirstOwners } from '#features/authorizations/owner-sql.ts'
import { lineOf, type EventRow } from '#features/authorizations/rows.ts'
import { insertEvents, insertOwners } from '#features/authorizations/sql.ts'
import { blocked } from '#features/decision-rights/who-decides.ts'
import { insertNotices } from '#features/notifications/sql.ts'
import { mayUpdate } from '#features/permissions/rules.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { toAdjuster, toCandidate } from '#features/owners/adjuster.ts'
import { decisionSettingRows, settingsBySubCarrier, toAuthRow } from '#features/worklist/row.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import { implement, oneTrip, seen, type CallContext } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { Load, team } from './contract.ts'
import { whyNotAdminister } from '#features/people/administering.ts'
import { forecast, hoursBetween, maySeeTeam, RATE_WEEKS } from './rules.ts'
import * as teams from './members-sql.ts'
import { mayGoBack, ownersAfter, planMoves, UNDO_MINUTES, whyNotTake, whyStays, type Taker } from './moving.ts'
import * as moving from './moving-sql.ts'
import { inZone } from '#platform/dates/zone-stamp.ts'
import { moveFile } from './move-file.ts'
import { noticesOf } from './notices.ts'
import { setMembers } from './set-members.ts'
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
          due4: row.due4,
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
          supervisor: all.supervisor,
        },
      }
    },
  ),

  members: oneTrip(
    ({ userId }) => ({ view: sql.teamViewOn(), lead: teams.supervisor(userId), rows: teams.membersOf(userId) }),
    ({ view: [view], lead: [lead], rows }, { input: { userId }, person }) => {
      const seesAll = maySeeTeam(person, userId, view!.enabled)
      if (!lead || !(seesAll || (lead.managed && whyNotAdminister(person) === undefined))) return notFound()
      return {
        supervisor: { userId: lead.id, name: lead.name },
        // An account manager sees the users of their programs.
        members: rows
          .filter(({ managed }) => seesAll || managed)
          .map(({ id, managed: _, ...row }) => ({ userId: id, ...row })),
      }
    },
  ),

  setMembers,

  preview: oneTrip(
    ({ fromUserId, count }) => ({
      view: sql.teamViewOn(),
      members: sql.members(null),
      rows: seen(moving.ownedBy(fromUserId, count), claimOfRow),
    }),
    ({ view: [view], members, rows }, { input, person, now }) => {
      if (!maySeeTeam(person, person.id, view!.enabled) || !isIn(members, [input.fromUserId])) return notFound()
      if (!isIn(members, input.toUserIds ?? [])) return notFound()
      const takers = takersOf(members, input)
      const plan = planMoves(rows, input.fromUserId, takers, now.toISOString())
      const given = (id: string) => plan.filter(({ toId }) => toId === id).length
      const leaving = plan.filter(({ toId }) => toId !== null).length
      return {
        items: rows.map((row, at) => ({
          authorizationId: row.id,
          version: row.version,
          claimant: `${row.first_name} ${row.last_name}`,
          drug: `${row.drug_name} ${row.strength}`.trim(),
          jurisState: row.juris_state,
          statutoryDueAt: row.statutory_due_at,
          receivedAt: row.request_received_at,
          toUserId: plan[at]!.toId,
          stays: plan[at]!.stays,
        })),
        people: members
          .filter(({ id }) => id === input.fromUserId || takers.some((taker) => taker.id === id))
          .map(({ id, name, pending }) => ({
            userId: id,
            name,
            before: pending,
            after: pending + (id === input.fromUserId ? -leaving : given(id)),
          })),
      }
    },
  ),

  // Each request is judged under its lock: of two supervisors who move the same one, the second finds it changed.
  move: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const ids = input.moves.map(({ authorizationId }) => authorizationId)
    const [person, view, members, rows] = await Promise.all([
      who(),
      db.one(sql.teamViewOn()),
      db.all(sql.members(null)),
      db.all(moving.movedForUpdate(ids)),
    ])
    refuse(mayUpdate(person) ? undefined : blocked)
    const named = [input.fromUserId, ...input.moves.map(({ toUserId }) => toUserId)]
    if (!maySeeTeam(person, person.id, view!.enabled) || !isIn(members, named) || rows.length < ids.length)
      return notFound()
    const at = now.toISOString()
    lapseFirst(rows, at)
    const takers = takersOf(members, { fromUserId: input.fromUserId })
    const found = new Map(rows.map((row) => [row.id, row]))
    const judged = input.moves.map(({ authorizationId, version, toUserId }) => {
      const row = found.get(authorizationId)!
      const taker = takers.find(({ id }) => id === toUserId)
      const isThere = row.owner_ids[0] === toUserId
      const stays = isThere
        ? null
        : ((row.version === version ? whyStays(row, input.fromUserId, at) : 'CHANGED') ??
          (taker ? whyNotTake(row, taker, at) : 'CHANGED') ??
          null)
      return { row, toUserId, isThere, stays }
    })
    const moved = judged.filter(({ isThere, stays }) => !isThere && stays === null)
    const moveId = newId()
    note({
      claims: [...new Set(rows.map((row) => row.stratus_claim_id))],
      type: 'team_move',
      id: moveId,
      detail: judged.map(({ row, toUserId, stays }) => ({ id: row.id, from: row.owner_ids, to: toUserId, stays })),
    })
    if (moved.length > 0) {
      const nameOf = (id: string) => members.find((member) => member.id === id)!.name
      const given = moved.map(({ row, toUserId }) => ({
        row,
        owners: ownersAfter(row.owner_ids, toUserId),
        line: lineOf({ person, request: row, now: at }, eventCode.ASSIGNED, {
          names: nameOf(toUserId),
          user: person.name,
        }),
      }))
      give({ write }, given, person.name, at)
      write(
        moving.insertMoves({
          moveId,
          by: person.id,
          now: at,
          rows: given.map(({ row, owners }) => ({
            authorization_id: row.id,
            owners_before: row.owner_ids,
            owners_after: owners,
          })),
        }),
      )
      const from = members.find(({ id }) => id === input.fromUserId)!
      write(
        insertNotices(
          noticesOf(
            moved.map(({ toUserId }) => toUserId),
            {
              by: person,
              from: toCandidate(from),
              nameOf,
              now: at,
            },
          ).map(({ userId, title }) => ({
            id: newId(),
            user_id: userId,
            kind: 'moved',
            title,
            authorization_id: null,
            at,
          })),
        ),
      )
      publishChange('authorizations')
      publishChange('notifications')
    }
    return {
      success: true,
      moveId,
      moved: moved.length,
      results: judged.map(({ row, toUserId, stays }) => ({
        authorizationId: row.id,
        result: stays === null ? ('WITH' as const) : ('STAYED' as const),
        toUserId,
        stays,
      })),
    }
  },

  exportMove: oneTrip(
    ({ moveId, stayed }) => ({
      rows: seen(
        moving.resultOf(
          moveId,
          stayed.map(({ authorizationId }) => authorizationId),
        ),
        claimOfRow,
      ),
    }),
    ({ rows }, { input, person, now }) =>
      rows.length === 0
        ? notFound()
        : {
            file: moveFile(rows, input.stayed, {
              by: `${person.name} (${person.username})`,
              at: now.toISOString(),
              zone: inZone(input.timeZone ?? person.timeZone),
            }),
            name: `Move of requests - ${input.moveId}.csv`,
          },
  ),

  undo: async ({ input, db, who, now, write, note, publishChange, refuse }) => {
    const [person, rows] = await Promise.all([who(), db.all(moving.moveForUpdate(input.moveId))])
    refuse(mayUpdate(person) ? undefined : blocked)
    const [first] = rows
    if (!first) return notFound()
    if (first.late)
      return refuse({ code: 'UNDO_TOO_LATE', message: `A move can be undone for ${UNDO_MINUTES} minutes.` })
    const at = now.toISOString()
    lapseFirst(rows, at)
    const back = rows.filter((row) => row.undone_at === null && mayGoBack(row))
    note({
      claims: [...new Set(rows.map((row) => row.stratus_claim_id))],
      type: 'team_move',
      id: input.moveId,
      detail: back.map((row) => ({ id: row.id, from: row.owners_after, to: row.owners_before })),
    })
    if (back.length > 0) {
      give(
        { write },
        back.map((row) => ({
          row,
          owners: row.owners_before,
          line: lineOf({ person, request: row, now: at }, eventCode.ASSIGNED, {
            names: row.before_name,
            user: person.name,
          }),
        })),
        person.name,
        at,
      )
      write(
        moving.undone(
          input.moveId,
          back.map(({ id }) => id),
          at,
        ),
      )
      publishChange('authorizations')
    }
    return {
      success: true,
      undone: back.length,
      results: rows.map((row) => ({
        authorizationId: row.id,
        result: row.undone_at !== null || back.includes(row) ? ('BACK' as const) : ('STAYED' as const),
      })),
    }
  },
})

type Given = { row: moving.MovableFound; owners: readonly string[]; line: EventRow }
/** Writes the owners of these requests, each with its line of the log. */
function give(
  { write }: Pick<CallContext<AnyCall>, 'write'>,
  given: readonly Given[],
  assignedBy: string,
  at: string,
): void {
  const [{ row: first }] = given as readonly [Given]
  write(
    removeOwners(
      first.mc,
      given.map(({ row }) => row.id),
    ),
  )
  write(
    insertOwners(
      given.flatMap(({ row, owners }) =>
        owners.map((user, place) => ({
          mc: row.mc,
          authorization_id: row.id,
          user_id: user,
          position: place + 1,
          open: true,
          assigned_by: assignedBy,
          assigned_at: at,
        })),
      ),
    ),
  )
  write(
    setFirstOwners(
      first.mc,
      given.map(({ row, owners }) => ({ id: row.id, ownerId: owners[0]! })),
      at,
    ),
  )
  write(insertEvents(given.map(({ line }) => line)))
}

const isIn = (members: readonly sql.MemberFound[], ids: readonly string[]): boolean =>
  ids.every((id) => members.some((member) => member.id === id))

/** Who may be given requests: the chosen people of the team, or everybody but the one who gives them. */
const takersOf = (
  members: readonly sql.MemberFound[],
  { fromUserId, toUserIds }: { fromUserId: string; toUserIds?: readonly string[] | undefined },
): readonly Taker[] =>
  members
    .filter(({ id }) => id !== fromUserId && (toUserIds?.includes(id) ?? true))
    .map((row) => ({
      ...toCandidate(row),
      openItems: row.pending,
      licenseStates: row.license_states,
      approvalLimit: row.approval_limit,
    }))
