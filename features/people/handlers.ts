import { DAY_MS, addMs } from '#platform/dates/instant.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { exactWords } from '#platform/dates/words.ts'
import { insertMessages } from '#features/notifications/sql.ts'
import { brand } from '#platform/brand.ts'
import { oneTrip, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import { people } from './contract.ts'
import {
  INVITATION_DAYS,
  invitationMail,
  whyNotAdminister,
  whyNotChange,
  whyNotGrant,
  whyNotInvite,
  whyNotThere,
} from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(people)({
  list: oneTrip(
    ({ page, size }) => ({ people: sql.people(page, size), open: sql.openInvitations(page === 0) }),
    ({ people, open }, { input: { page, size }, person, refuse }) => {
      refuse(whyNotAdminister(person))
      return {
        content: people.map((one) => ({
          id: one.id,
          username: one.username,
          name: one.name,
          email: one.email,
          ssoUser: one.sso_user,
          status: one.status,
          active: one.active,
          roles: one.roles,
          subCarriers: one.sub_carriers,
          licenseStates: one.license_states,
          approvalLimit: one.approval_limit,
          lastLoginAt: one.last_login_at,
          version: one.version,
        })),
        invitations: open.map((one) => ({
          invitationId: one.id,
          email: one.email,
          name: one.name,
          roles: one.roles,
          invitedBy: one.invited_by_name,
          createdAt: one.created_at,
          expiresAt: one.expires_at,
        })),
        page,
        size,
        totalElements: people[0]?.total ?? 0,
      }
    },
  ),

  invite: async ({ input, db, who, now, newId, write, note, portal, refuse }) => {
    const email = input.email.trim()
    const [person, , state] = await Promise.all([who(), db.one(sql.oneAtATime(email)), db.one(sql.state(email))])
    refuse(whyNotAdminister(person))
    if (!state) return notFound()
    const { roles, subCarriers = null, dataExtractSubCarriers: extract = [] } = input
    refuse(whyNotThere(subCarriers ?? [], state.sub_carriers, 'subCarriers'))
    refuse(whyNotThere(extract, state.sub_carriers, 'dataExtractSubCarriers'))
    refuse(whyNotGrant(person, subCarriers))
    if (extract.length > 0) refuse(whyNotGrant(person, extract))
    refuse(whyNotInvite({ member: state.member, open: state.open ?? undefined }))
    const at = now.toISOString()
    const expiresAt = addMs(now, INVITATION_DAYS * DAY_MS)
    const [id, messageId] = [newId(), newId()]
    write(sql.closeExpired(email, at))
    write(
      sql.invite({
        id,
        email,
        firstName: input.firstName,
        lastName: input.lastName,
        ssoUser: input.ssoUser ?? false,
        roles: [...new Set(roles)],
        subCarriers,
        extract,
        licenseStates: input.licenseStates ?? [],
        approvalLimit: input.approvalLimit ?? null,
        by: person.id,
        byName: person.name,
        now: at,
        expiresAt,
      }),
    )
    const mail = invitationMail({
      brand: brand.name,
      origin: portal.settings.origin,
      firstName: input.firstName,
      carrier: state.carrier,
      invitedBy: person.name,
      email,
      until: exactWords(expiresAt, state.zone),
      phone: state.phone,
    })
    const recipient = `${input.firstName} ${input.lastName}`
    const message = { id: messageId, channel: 'MAIL' as const, address: email, recipient, ...mail, created_at: at }
    write(insertMessages([{ ...message, authorization_id: null }]))
    write(
      insertOutbox([
        leaving({ mc: person.mc, id: newId(), topic: 'outside.message', payload: { messageId }, now: at }),
      ]),
    )
    note({ type: 'invitation', id, detail: { roles, subCarriers, approvalLimit: input.approvalLimit ?? null } })
    return { success: true, invitationId: id, expiresAt }
  },

  change: async (asked) => {
    const { input, db, who, now, write, note, refuse } = asked
    const [person, colleague, there] = await Promise.all([
      who(),
      db.one(sql.colleagueForChange(input.id)),
      db.all(sql.subCarriers()),
    ])
    refuse(whyNotAdminister(person))
    if (!colleague) return notFound()
    refuse(whyNotChange(person, input.id))
    const { updated_by: by, updated_at: at, version } = colleague
    refuseStaleVersion(asked, { seen: input.version, of: 'user', current: { by, at, version } })
    const before = {
      active: colleague.active,
      roles: colleague.roles,
      sub_carriers: colleague.sub_carriers,
      license_states: colleague.license_states,
      approval_limit: colleague.approval_limit,
    }
    const after = {
      active: input.active ?? before.active,
      roles: input.roles ? [...new Set<string>(input.roles)] : before.roles,
      sub_carriers: input.subCarriers === undefined ? before.sub_carriers : input.subCarriers,
      license_states: input.licenseStates ?? before.license_states,
      approval_limit: input.approvalLimit === undefined ? before.approval_limit : input.approvalLimit,
    }
    if (input.subCarriers !== undefined) {
      refuse(
        whyNotThere(
          input.subCarriers ?? [],
          there.map((one) => one.sub_carrier),
          'subCarriers',
        ),
      )
      refuse(whyNotGrant(person, input.subCarriers))
    }
    write(sql.change(input.id, colleague.version, after, now.toISOString()))
    note({ type: 'user', id: input.id, detail: { before, after } })
    return { success: true, id: input.id, version: colleague.version + 1 }
  },
})
