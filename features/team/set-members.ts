import type { CallContext } from '#platform/calls/handler.ts'
import type { OutputOf } from '#platform/calls/contract.ts'
import { notFound } from '#platform/calls/refusal.ts'
import type { team } from './contract.ts'
import * as teams from './members-sql.ts'
import { whyNotLead, whyNotMembers, whyNotSetTeam } from './rules.ts'

type Call = (typeof team)['setMembers']

/** Sets who of the account manager's users works directly under a supervisor; members of other programs stay. */
export async function setMembers(context: CallContext<Call>): Promise<OutputOf<Call>> {
  const { input, db, who, write, note, publishChange, refuse } = context
  const { supervisorId, memberIds, reason } = input
  const wanted = [...new Set(memberIds)]
  const [person, , lead, rows, chosen] = await Promise.all([
    who(),
    db.all(teams.lockTeams()),
    db.one(teams.supervisor(supervisorId)),
    db.all(teams.membersOf(supervisorId)),
    db.all(teams.chosenFor(supervisorId, wanted)),
  ])
  refuse(whyNotSetTeam(person, supervisorId))
  if (!lead?.managed) return notFound()
  const before = rows.filter(({ direct, managed }) => direct && managed).map(({ id }) => id)
  if (wanted.length > 0) refuse(whyNotLead(lead))
  refuse(whyNotMembers(wanted, chosen, new Set(before)))
  const added = wanted.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !wanted.includes(id))
  if (added.length > 0) write(teams.addMembers(supervisorId, added))
  if (removed.length > 0) write(teams.removeMembers(supervisorId, removed))
  note({ type: 'user', id: supervisorId, detail: { team: { added, removed }, reason } })
  publishChange('people')
  return { success: true, added: added.length, removed: removed.length }
}
