import { whyNotAdministerAll } from '#features/people/administering.ts'
import { implement, oneTrip } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { oneChangeAtATime } from '#features/people/sql.ts'
import { scim } from './contract.ts'
import { whyNotToken } from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(scim)({
  tokens: oneTrip(
    () => ({ tokens: sql.tokens(), groups: sql.groupRoles() }),
    ({ tokens, groups }, { person, portal, refuse }) => {
      refuse(whyNotAdministerAll(person))
      return {
        address: `${portal.settings.origin}/scim/v2`,
        tokens: tokens.map((one) => ({
          tokenId: one.id,
          name: one.name,
          madeBy: one.made_by_name,
          madeAt: isoOf(one.made_at),
          lastUsedAt: one.last_used_at && isoOf(one.last_used_at),
          endedAt: one.ended_at && isoOf(one.ended_at),
          revokedBy: one.revoked_by_name,
          revokedAt: one.revoked_at && isoOf(one.revoked_at),
        })),
        groups: groups.map((one) => ({
          groupId: one.id,
          name: one.display_name,
          role: one.role,
          members: one.members,
        })),
      }
    },
  ),

  makeToken: async ({ input, db, who, newId, newToken, write, note, confirm, refuse }) => {
    const [person, , found] = await Promise.all([who(), db.one(oneChangeAtATime()), db.one(sql.tokensInForce())])
    refuse(whyNotAdministerAll(person))
    await confirm()
    refuse(whyNotToken(found!.many))
    const { token, hash } = newToken()
    const id = newId()
    write(sql.insertToken({ id, name: input.name, hash, by: person }))
    note({ type: 'scim_token', id, detail: { made: input.name } })
    return { file: token, name: 'scim-token.txt' }
  },

  revokeToken: async ({ input, db, who, now, write, note }) => {
    const [person, token] = await Promise.all([who(), db.one(sql.token(input.tokenId))])
    if (!token || whyNotAdministerAll(person)) return notFound()
    write(sql.revokeToken(token.id, person.name, now.toISOString()))
    note({ type: 'scim_token', id: token.id, detail: { revoked: true } })
    return { success: true }
  },
})
