import { randomUUID } from 'node:crypto'
import type { TestApi } from '../api.ts'
import { idOf } from '../fixtures.ts'
import type { Place } from './place.ts'

/** Who decides leads a colleague; the carriers have the team view on and change their settings in the portal. */
export async function leadTeams(api: TestApi): Promise<void> {
  await api.db.query(
    `update feature_flag set enabled = true where key in ('myTeamsSupervisorViewEnabled', 'dbClientSetupEnabled', 'add_prescriber', 'notificationSettings')`,
  )
  await api.db.query(
    `insert into user_supervision values ('AAA', $1, $2), ('BBB', $3, $4)`,
    ['adj.aaa', 'ext.aaa', 'adj.bbb', 'multi'].map(idOf),
  )
}

/** A move of a request by this user a moment ago, that left its owners as they are. */
export async function moveOwners(api: TestApi, username: string, requestId: string): Promise<string> {
  const id = randomUUID()
  await api.db.query(
    `insert into team_move (mc, move_id, authorization_id, moved_by, moved_at, owners_before, owners_after)
       select o.mc, $1, o.authorization_id, $2, now(), array_agg(o.user_id order by o.position), array_agg(o.user_id order by o.position)
         from authorization_owner o where o.authorization_id = $3 group by o.mc, o.authorization_id`,
    [id, idOf(username), requestId],
  )
  return id
}

/** The parts of a place about colleagues. */
export function colleaguesOf(api: TestApi, of: () => Place) {
  const colleague = async () => {
    const id = randomUUID()
    await api.db.query(
      `with person as (insert into app_user (id, username, email, first_name, last_name) values ($1, $2, $2 || '@carrier.example', 'Col', 'League'))
       insert into user_carrier (mc, user_id, roles) values ($3, $1, '{adjuster}')`,
      [id, `col${id.slice(0, 8)}`, of().mc],
    )
    return id
  }
  const leader = async () => {
    const id = await colleague()
    await api.db.query(`update user_carrier set roles = '{supervisor}' where user_id = $1`, [id])
    return id
  }
  const owner = async () => {
    const id = await colleague()
    await api.db.query(
      'insert into authorization_owner (mc, authorization_id, user_id, position, open) values ($1, $2, $3, 9, true)',
      [of().mc, await of().request(), id],
    )
    return id
  }
  return { colleague, leader, owner }
}
