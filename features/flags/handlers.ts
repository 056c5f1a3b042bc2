import { evaluateFlags } from '#features/settings/flag-provider.ts'
import { flagsOfCaller } from '#features/settings/sql.ts'
import { implement, oneTrip } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { flags } from './contract.ts'
import { flagTable } from './flag-table.ts'
import * as rules from './rules.ts'
import * as sql from './sql.ts'

const ofCarrier = '*'

export const handlers = implement(flags)({
  ofUser: oneTrip(
    ({ flagName }) => ({ rows: flagsOfCaller([flagName], undefined), mail: sql.emailHash() }),
    async ({ rows, mail: [mail] }, { input: { flagName }, person }) => ({
      flagName,
      variation: (await evaluateFlags([flagName], rows, person))[flagName]!.enabled,
      context: { key: person.id, emailHash: mail?.hash ?? '', mc: person.mc },
    }),
  ),

  list: oneTrip(
    () => ({ rows: sql.flagRows(), subCarriers: sql.subCarriers() }),
    ({ rows, subCarriers }, { person, portal, refuse }) => {
      refuse(rules.whyNotSee(person))
      return {
        content: rows.map((row) => ({
          key: row.key,
          label: flagTable[row.key]?.label ?? row.key,
          means: flagTable[row.key]?.means ?? row.description,
          default: row.enabled,
          carrier: row.carrier,
          subCarriers: row.sub_carriers,
          users: row.users,
          changed:
            row.changed_by !== null && row.changed_at !== null
              ? { by: row.changed_by, at: isoOf(row.changed_at) }
              : null,
          whyNot: rules.whyOnlyOperators(row.key, portal.settings)?.message ?? null,
        })),
        subCarriers,
        whole: person.subCarriers === null,
      }
    },
  ),

  set: async ({ input, db, who, portal, now, newId, write, note, publishChange, refuse }) => {
    const { key, subCarrier, username, enabled, reason } = input
    const [person, , found] = await Promise.all([
      who(),
      db.all(sql.lock(key)),
      db.one(sql.found({ key, subCarrier, username, takes: enabled === null })),
    ])
    refuse(rules.whyNotSee(person))
    if (!found?.flag || !found.place) return notFound()
    refuse(rules.whyNotHere(person, { subCarrier, username }))
    refuse(rules.whyOnlyOperators(key, portal.settings))
    const { before, user_id: userId } = found
    if (before !== enabled) {
      write(
        userId === null ? sql.setForPlace(key, subCarrier ?? ofCarrier, enabled) : sql.setForUser(key, userId, enabled),
      )
      write(
        sql.insertChange({
          id: newId(),
          key,
          sub: subCarrier ?? ofCarrier,
          userId,
          before,
          after: enabled,
          reason,
          at: now.toISOString(),
        }),
      )
      publishChange('settings')
    }
    note({
      type: 'feature_flag',
      id: key,
      detail: { subCarrier: subCarrier ?? ofCarrier, userId, before, after: enabled },
    })
    return { success: true, before, after: enabled }
  },

  changes: oneTrip(
    ({ key }) => ({ rows: sql.changesOf(key) }),
    ({ rows }, { person, refuse }) => {
      refuse(rules.whyNotSee(person))
      return {
        content: rows.map((row) => ({
          changeId: row.id,
          subCarrier: row.sub_carrier === ofCarrier ? null : row.sub_carrier,
          user: row.user_name,
          before: row.before,
          after: row.after,
          reason: row.reason,
          by: row.made_by_name,
          at: isoOf(row.made_at),
        })),
      }
    },
  ),

  tried: oneTrip(
    ({ key, username }) => ({ rows: sql.tried(key, username) }),
    async ({ rows }, { input: { key }, person, refuse }) => {
      refuse(rules.whyNotSee(person))
      const [row] = rows
      if (!row) return notFound()
      const { enabled, level } = (await evaluateFlags([key], rows, { id: row.user_id, mc: person.mc }))[key]!
      return { enabled, level, subCarrier: level === 'SUB_CARRIER' ? row.sub : null }
    },
  ),
})
