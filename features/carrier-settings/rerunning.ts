import { engineSettingTable } from '#features/adjudication/settings.ts'
import { opens } from '#features/people/sql.ts'
import { toSnapshot } from '#features/snapshots/sql.ts'
import type { Handlers } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { isoOf } from '#platform/dates/instant.ts'
import type { carrierSettings } from './contract.ts'
import { lastMonth } from './preview.ts'
import { canRun, effectOf, isForPerson, rerun, RERUN_SIZE } from './rerun.ts'
import { submissionCount, submissions } from './rerun-sql.ts'
import * as rules from './rules.ts'
import * as sql from './sql.ts'

const ofCarrier = '*'

/** The preview by the engine: last month's submissions with a changed setting, some hundred at a time. */
export const rerunning: Pick<Handlers<typeof carrierSettings>, 'rerun'> = {
  rerun: async ({ input: { subCarrier, settings, after = null }, db, who, note, refuse }) => {
    const [key, value] = Object.entries(settings)[0]!
    const place = subCarrier ?? ofCarrier
    const question = `carrierSettings.rerun ${JSON.stringify([key, place])}`
    const [person, carrier, rows, opened, counted, found] = await Promise.all([
      who(),
      db.one(sql.carrierAt(place)),
      db.all(sql.everyRow()),
      db.one(opens(after, question)),
      after === null ? db.one(submissionCount(place, key)) : undefined,
      db.all(submissions(place, key, { after, question, size: RERUN_SIZE })),
    ])
    if (!carrier?.known) return notFound()
    refuse(rules.whyNotSee(person, subCarrier))
    refuse(rules.whyNotValues(settings))
    if (!Object.hasOwn(engineSettingTable, key))
      refuse({ code: 'VALIDATION', field: `settings.${key}`, message: 'The engine does not read this setting.' })
    if (!opened!.ours)
      refuse({
        code: 'VALIDATION',
        field: 'after',
        message: 'This place belongs to another preview. Start again without it.',
      })
    const changed = rules.afterChanges(rows, [{ sub_carrier: place, key, after: value ?? null }])
    /** Those of the sub-carrier come after those of the carrier and count before them. */
    const valueAt = (sub: string): unknown =>
      changed.findLast((row) => row.key === key && (row.sub_carrier === ofCarrier || row.sub_carrier === sub))?.value
    const shown = found.slice(0, RERUN_SIZE)
    const passed = { before: 0, after: 0 }
    const forPerson = { before: 0, after: 0 }
    const amount = { before: 0, after: 0 }
    const owners = new Map<string | null, { before: number; after: number }>()
    let judged = 0
    const cases = shown.filter(canRun).flatMap((row) => {
      const at = isoOf(row.submitted_at)
      const { before, after: then } = rerun(row, toSnapshot(row, at), key, valueAt(row.sub_carrier))
      judged += 1
      const own = owners.get(row.owner) ?? { before: 0, after: 0 }
      owners.set(row.owner, own)
      for (const [when, one] of [
        ['before', before],
        ['after', then],
      ] as const) {
        if (one.outcome === 'P') {
          passed[when] += 1
          amount[when] += one.pricing?.amountDue ?? 0
        } else if (isForPerson(one)) {
          forPerson[when] += 1
          own[when] += 1
        }
      }
      const effect = effectOf(before, then)
      if (effect === undefined) return []
      return [
        {
          transactionId: row.id,
          claimId: row.claim_id,
          authorizationId: row.authorization_id,
          reference: row.reference_number,
          subCarrier: row.sub_carrier,
          day: row.fill_date,
          drug: row.drug_name,
          effect,
          amountBefore: before.pricing?.amountDue ?? null,
          amountAfter: then.pricing?.amountDue ?? null,
          codesBefore: before.codes,
          codesAfter: then.codes,
          forPersonBefore: isForPerson(before),
          forPersonAfter: isForPerson(then),
          owner: row.owner,
        },
      ]
    })
    note({
      claims: [...new Set(cases.map(({ claimId }) => claimId))],
      type: 'carrier_setting',
      id: key,
      detail: { subCarrier: place, judged },
    })
    return {
      ...lastMonth(carrier.today),
      total: counted?.total ?? null,
      judged,
      unjudged: shown.length - judged,
      passed,
      forPerson,
      owners: [...owners].map(([name, of]) => ({ name, ...of })).filter(({ before, after }) => before + after > 0),
      amount,
      cases,
      next: found.length > RERUN_SIZE ? shown.at(-1)!.place : null,
    }
  },
}
