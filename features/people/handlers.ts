import { DAY_MS, addMs } from '#platform/dates/instant.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { exactWords } from '#platform/dates/words.ts'
import { insertMessages } from '#features/notifications/sql.ts'
import { brand } from '#platform/brand.ts'
import { oneTrip, implement, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import { people } from './contract.ts'
import {
  INVITATION_DAYS,
  administratorChange,
  invitationMail,
  untilConfirmed,
  whyNotAdminister,
  whyNotChange,
  whyNotGrant,
  whyNotInvite,
  whyNotInviteAdministrator,
  whyNotLose,
  whyNotThere,
} from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(people)({
  list: oneTrip(
    ({ search = null, role = null, state = null, after = null, size }) => {
      const question = `people.list ${JSON.stringify([search, role, state])}`
      return {
        people: sql.people({ search, role, state }, after, question, size),
        opened: sql.opens(after, question),
        open: sql.openInvitations(after === null),
      }
    },
    ({ people, opened: [opened], open }, { input: { size }, person, refuse }) => {
      refuse(whyNotAdminister(person))
      if (!opened!.ours)
        refuse({
          code: 'VALIDATION',
          field: 'after',
          message: 'This place belongs to another list. Start again without it.',
        })
      const shown = people.slice(0, size)
      return {
        content: shown.map((one) => ({
          id: one.id,
          username: one.username,
          name: one.name,
          email: one.email,
          ssoUser: one.sso_user,
          status: one.status,
          active: one.active,
          roles: one.roles,
          subCarriers: one.sub_carriers,
          dataExtractSubCarriers: one.data_extract_sub_carriers,
          licenseStates: one.license_states,
          approvalLimit: one.approval_limit,
          state: one.state,
          administratorAskedBy: one.asked,
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
        next: people.length > size ? shown.at(-1)!.place : null,
        totalElements: people[0]?.total ?? 0,
      }
    },
  ),

  work: oneTrip(
    ({ id }) => ({ work: sql.work(id), claims: seen(sql.claimsOfWork(id), s`seen.claim`) }),
    ({ work: [work] }, { person, refuse }) => {
      refuse(whyNotAdminister(person))
      if (!work) return notFound()
      return { openRequests: work.open_requests, requests: work.requests, sessions: work.sessions }
    },
  ),

  invite: async ({ input, db, who, now, newId, write, note, portal, refuse }) => {
    const email = input.email.trim()
    const [person, , state] = await Promise.all([
      who(),
      db.one(sql.oneAtATime(email)),
      db.one(sql.invitationFacts(email)),
    ])
    refuse(whyNotAdminister(person))
    if (!state) return notFound()
    const { roles, subCarriers = null, dataExtractSubCarriers: extract = [] } = input
    refuse(whyNotThere(subCarriers ?? [], state.sub_carriers, 'subCarriers'))
    refuse(whyNotThere(extract, state.sub_carriers, 'dataExtractSubCarriers'))
    refuse(whyNotGrant(person, subCarriers))
    if (extract.length > 0) refuse(whyNotGrant(person, extract))
    refuse(whyNotInviteAdministrator(roles, state.others))
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
    const [person, , colleague, there, administrators] = await Promise.all([
      who(),
      db.one(sql.oneChangeAtATime()),
      db.one(sql.colleagueForChange(input.id)),
      db.all(sql.subCarriers()),
      db.one(sql.administrators(input.id)),
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
      data_extract_sub_carriers: colleague.data_extract_sub_carriers,
      license_states: colleague.license_states,
      approval_limit: colleague.approval_limit,
    }
    const wanted = {
      active: input.active ?? before.active,
      roles: input.roles ? [...new Set<string>(input.roles)] : before.roles,
      sub_carriers: input.subCarriers === undefined ? before.sub_carriers : input.subCarriers,
      data_extract_sub_carriers: input.dataExtractSubCarriers ?? before.data_extract_sub_carriers,
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
    if (input.dataExtractSubCarriers) {
      const codes = there.map((one) => one.sub_carrier)
      refuse(whyNotThere(input.dataExtractSubCarriers, codes, 'dataExtractSubCarriers'))
      refuse(whyNotGrant(person, input.dataExtractSubCarriers, 'dataExtractSubCarriers'))
    }
    const { others, asked_by: askedBy } = administrators!
    const administrator = administratorChange({
      before,
      after: wanted,
      others,
      changer: person.id,
      askedBy: askedBy ?? undefined,
    })
    if (administrator === 'LOSE') refuse(whyNotLose(others))
    const waits = administrator === 'WAIT'
    const after = waits ? untilConfirmed(before, wanted) : wanted
    write(sql.change(input.id, colleague.version, after, now.toISOString()))
    if (waits) write(sql.askForSecond(input.id, person, now.toISOString()))
    else if (askedBy !== null && (input.roles || input.active === false)) write(sql.closeGrant(input.id))
    note({ type: 'user', id: input.id, detail: { before, after, administrator, askedBy, reason: input.reason } })
    return { success: true, id: input.id, version: colleague.version + 1, waitsForSecond: waits }
  },

  signOut: async ({ input, db, who, now, note, refuse }) => {
    const [person, answer] = await Promise.all([who(), db.one(sql.endSessions(input.id, now.toISOString()))])
    refuse(whyNotAdminister(person))
    const ended = answer?.ended ?? null
    if (ended === null) return notFound()
    note({ type: 'user', id: input.id, detail: { sessions: ended } })
    return { success: true, sessions: ended }
  },
})
