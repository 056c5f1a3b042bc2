import { randomBytes, randomUUID } from 'node:crypto'
import type { TestApi } from '../api.ts'
import { accessReviews } from './access-reviews.ts'
import { keptExtracts } from './kept-extracts.ts'
import type { Place } from './place.ts'
import { settingChanges } from './setting-changes.ts'
import { worklistObjects } from './worklist-objects.ts'

type Where = Pick<Place, 'mc' | 'sub'> & { userId: string; colleague: () => Promise<string> }

/** Views of patients that the privacy office reads. */
function viewing(api: TestApi, { mc, sub, userId, colleague }: Where) {
  const viewed = async (): Promise<string> => {
    const { rows } = await api.db.query(
      `insert into access_audit (mc, user_id, actor, request_id, call, claim_ids)
       select $1, $2, 'x', gen_random_uuid(), 'patients.profile', array[c.id] from wc_claim c where c.mc = $1 and c.sub_carrier = $3 limit 1
       returning id`,
      [mc, await colleague(), sub],
    )
    return String(rows[0].id)
  }
  const accessCase = async (): Promise<string> => {
    const id = randomUUID()
    await api.db.query(
      `insert into access_case (mc, id, view_id, claim_id, viewer_id, note, opened_by, opened_at)
       select a.mc, $2, a.id, a.claim_ids[1], a.user_id, 'x', $3, now() from access_audit a where a.mc = $1 and a.id = $4`,
      [mc, id, userId, await viewed()],
    )
    return id
  }
  return { viewed, accessCase }
}

/** What account managers work with, and what users keep of the worklist. */
export const administration = (api: TestApi, where: Where) => ({
  ...settingChanges(api, where),
  ...accessReviews(api, where),
  ...worklistObjects(api, where),
  ...keptExtracts(api, where),
  ...viewing(api, where),
  openInvitation: async () => {
    const id = randomUUID()
    await api.db.query(
      `insert into invitation (mc, id, email, first_name, last_name, roles, sub_carriers, invited_by, invited_by_name, created_at, expires_at)
       values ($1, $2::uuid, $2::uuid || '@newcomers.example', 'New', 'Comer', '{adjuster}', array[$3], $4, 'Somebody', now(), now() + interval '1 day')`,
      [where.mc, id, where.sub, where.userId],
    )
    return id
  },
  directoryToken: async () => {
    const id = randomUUID()
    await api.db.query(`update scim_token set revoked_at = now() where mc = $1 and revoked_at is null`, [where.mc])
    await api.db.query(
      `insert into scim_token (mc, id, name, token_hash, made_by, made_by_name, made_at) values ($1, $2, 'x', $3, $4, 'x', now())`,
      [where.mc, id, randomBytes(32), where.userId],
    )
    return id
  },
})

/** How an object of these tables is made. */
export const administrationIds: Readonly<Record<string, (place: Place) => Promise<string>>> = {
  carrier_setting_change: (place) => place.waitingSetting(),
  access_review: async (place) => (await place.openReview()).reviewId,
  access_case: (place) => place.accessCase(),
  invitation: (place) => place.openInvitation(),
  scim_token: (place) => place.directoryToken(),
  saved_view: (place) => place.savedView(),
  bulk_act: (place) => place.bulkAct(),
  data_extract_preset: (place) => place.preset(),
  export_record: (place) => place.exported(),
  export_question: (place) => place.fileQuestion(),
  data_extract_schedule: (place) => place.schedule(),
}
