import { canWorkOn } from '#features/owners/rules.ts'
import { whyNotAssign } from '#features/decision-rights/assigning.ts'
import { actorOf } from '#features/authorizations/rows.ts'
import { iso } from './calendar.ts'
import type { Frame } from './frame.ts'
import type { Open, Tale } from './tale.ts'
import { log } from './tale.ts'
import { factsOf } from './verdicts.ts'

const minute = 60_000
/** Workers whose escalated requests a supervisor has at the as-of instant. */
const wanted = 3

/**
 * A supervisor takes over what was escalated to them: Sam has the requests of three workers, whose adjusters stay second
 * (T21; features/owners/handlers.ts).
 */
export function takeOverEscalated({ setting, staff }: Frame, tales: readonly Tale[]): void {
  const sam = staff.find((person) => person.username === 'sam.okafor')!
  const [mc, nowMs] = ['NWM', setting.nowMs]
  const person = setting.person(sam.id, mc)
  const team = new Set(
    setting.supervisedBy(mc, sam.id).filter((id) => setting.staff.get(id)!.what === null), // the named keep their lists
  )
  const found = tales.flatMap((tale) =>
    tale.requests
      .filter(
        ({ row, hold }) =>
          hold !== null &&
          row.mc === mc &&
          row.status_id === 20 &&
          row.escalated &&
          row.snoozed_until === null &&
          row.owner_id !== null &&
          team.has(row.owner_id),
      )
      .slice(0, 1)
      .map((open) => ({ tale, open })),
  )
  for (const { tale, open } of found.slice(0, wanted)) {
    const authorization = factsOf(tale, open, person)
    const may =
      !whyNotAssign(person, authorization, setting.decisionSettings(mc)) &&
      canWorkOn({ active: true, roles: person.roles, subCarriers: person.subCarriers }, mc, open.row.sub_carrier)
    if (may) assign(tale, open, [sam.id, open.row.owner_id!], person, nowMs - tale.random.int(25, 55) * minute)
  }
}

function assign(tale: Tale, open: Open, ids: readonly string[], by: { id: string; name: string }, ms: number): void {
  const { row } = open
  const { ledger, setting } = tale
  const before = new Set(open.owners)
  const owners = ids.map((userId, at) => ({
    mc: row.mc,
    authorization_id: row.id,
    user_id: userId,
    position: at + 1,
    open: true,
    assigned_by: by.name,
    assigned_at: iso(ms),
  }))
  ledger.owners = [...ledger.owners.filter((one) => !before.has(one)), ...owners]
  open.owners = owners
  row.owner_id = ids[0]!
  row.version += 1
  row.updated_at = iso(ms)
  row.next_clock_at = iso(ms)
  row.clock_state = { ...row.clock_state, reminded: false, remindFrom: iso(ms) }
  const names = ids.map((id) => setting.person(id, row.mc).name).join(', ')
  log(tale, open, ms, actorOf(by), { from: row.status_id, to: row.status_id }, 180, { names, user: by.name })
}
