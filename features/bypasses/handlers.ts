import { lockClaimById, lockClaimOfBypass } from '#features/claims/lock-sql.ts'
import { noticesToActive } from '#features/notifications/sql.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { type Bypass, bypasses } from './contract.ts'
import { bypassWords, doubled, prefixOf, scopeWords, whyNotBypass, whyNotSet } from './rules.ts'
import * as sql from './sql.ts'

const toBypass = (row: Omit<sql.BypassFound, 'mc'>): Bypass => ({
  bypassId: row.id,
  claimId: row.stratus_claim_id,
  scope: row.scope_prefix === '' ? 'ALL' : 'DRUG',
  gpiPrefix: row.scope_prefix === '' ? null : row.scope_prefix,
  drugs: scopeWords(row.scope_prefix, row.drug),
  reason: row.reason,
  codes: row.codes,
  startDate: row.start_date,
  endDate: row.end_date,
  maxFills: row.max_fills,
  maxCostPerFill: row.max_cost_per_fill,
  fillsUsed: row.fills_used,
  status: row.status,
})

const toWhy = (why: ReturnType<typeof whyNotBypass>) =>
  why === undefined ? null : { code: why.code, message: why.message }

export const handlers = implement(bypasses)({
  set: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const at = now.toISOString()
    const prefix = prefixOf(input)
    const [person, , claim] = await Promise.all([
      who(),
      db.all(lockClaimById(input.claimId)),
      db.one(sql.claimOf(input.claimId, prefix)),
    ])
    if (!claim) return notFound()
    refuse(whyNotBypass(person))
    refuse(whyNotSet(input, claim.today))
    const clash = doubled(claim.active, { scopePrefix: prefix, startDate: input.startDate, endDate: input.endDate })
    if (clash.length > 0)
      refuse({
        code: 'DUPLICATE',
        message: 'Another bypass covers part of this. End it first, or choose other dates.',
        current: { bypasses: clash },
      })
    const row: sql.BypassRow = {
      mc: claim.mc,
      id: newId(),
      sub_carrier: claim.sub_carrier,
      stratus_claim_id: claim.id,
      scope_prefix: prefix,
      reason: input.reason,
      codes: input.codes ? [...new Set(input.codes)] : ['*'],
      start_date: input.startDate,
      end_date: input.endDate,
      max_fills: input.maxFills ?? null,
      max_cost_per_fill: input.maxCostPerFill ?? null,
      fills_used: 0,
      status: 'ACTIVE',
    }
    const words = bypassWords({
      drugs: scopeWords(prefix, claim.drug),
      reason: input.reason,
      startDate: row.start_date,
      endDate: row.end_date,
      maxFills: row.max_fills,
      maxCostPerFill: row.max_cost_per_fill,
      codes: row.codes,
      note: input.note?.trim() ?? '',
    })
    write(sql.insert(row))
    write(
      sql.insertEvent({
        mc: claim.mc,
        id: newId(),
        bypass_id: row.id,
        stratus_claim_id: claim.id,
        at,
        action: 'SET',
        actor_id: person.id,
        actor_name: person.name,
        detail: words,
      }),
    )
    const notified = claim.supervisors.filter((id) => id !== person.id)
    if (notified.length > 0) {
      const title = `${person.name} set a bypass on claim ${claim.claim_number}.`
      write(
        noticesToActive(
          notified.map((userId) => ({ id: newId(), userId })),
          { kind: 'bypass', title, at },
        ),
      )
      publishChange('notifications')
    }
    note({
      claims: [claim.id],
      type: 'auth_bypass',
      id: row.id,
      detail: { prefix, reason: row.reason, startDate: row.start_date, endDate: row.end_date, codes: row.codes },
    })
    publishChange('authorizations')
    const denied = ['DENIED', 'CONTROVERTED'].includes(claim.compensability)
    return {
      success: true,
      bypass: toBypass({ ...row, codes: [...row.codes], drug: claim.drug, status: 'ACTIVE' }),
      warnings: denied ? ['The claim is denied: a bypass does not clear that.'] : [],
    }
  },

  end: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const at = now.toISOString()
    const [person, , loaded] = await Promise.all([
      who(),
      db.all(lockClaimOfBypass(input.bypassId)),
      db.one(sql.hold(input.bypassId)),
    ])
    if (!loaded) return notFound()
    refuse(whyNotBypass(person))
    if (loaded.status !== 'ACTIVE') refuse({ code: 'ALREADY_DECIDED', message: 'This bypass has ended already.' })
    const endDate = loaded.start_date > loaded.today ? loaded.end_date : loaded.today
    write(sql.end(loaded.mc, loaded.id, endDate))
    write(
      sql.insertEvent({
        mc: loaded.mc,
        id: newId(),
        bypass_id: loaded.id,
        stratus_claim_id: loaded.stratus_claim_id,
        at,
        action: 'ENDED',
        actor_id: person.id,
        actor_name: person.name,
        detail: input.reason,
      }),
    )
    note({
      claims: [loaded.stratus_claim_id],
      type: 'auth_bypass',
      id: loaded.id,
      detail: { from: 'ACTIVE', to: 'REVOKED', endDate },
    })
    publishChange('authorizations')
    return { success: true, bypass: toBypass({ ...loaded, status: 'REVOKED', end_date: endDate }) }
  },

  history: oneTrip(
    ({ claimId, bypassId, page, size }) => {
      if (claimId === undefined && bypassId === undefined) invalid('claimId', 'Enter a claim or a bypass.')
      return {
        claim: seen(sql.claimOfBypass(claimId, bypassId), s`seen.id`),
        bypasses: sql.bypassesOf(claimId, bypassId),
        rows: sql.happened(claimId, bypassId, page, size),
      }
    },
    ({ claim: [claim], bypasses: found, rows }, { input: { page, size }, person }) => {
      if (!claim) return notFound()
      const total = rows[0]?.total ?? 0
      const lines = rows.filter((row) => row.at !== null)
      return {
        content: lines.map((line) => ({
          bypassId: line.bypass_id,
          at: line.at,
          actor: line.actor,
          action: line.action,
          transaction:
            line.tcn === null
              ? null
              : {
                  tcn: line.tcn,
                  fillDate: line.fill_date!,
                  drugName: line.drug_name!,
                  paidAmount: line.paid_amount,
                  codes: line.codes ?? [],
                },
          detail: line.detail,
        })),
        page,
        size,
        sort: 'at,desc',
        totalElements: total,
        totalPages: Math.ceil(total / size),
        totalIsExact: true,
        next: null,
        bypasses: found.map(toBypass),
        today: claim.today,
        whyNotSet: toWhy(whyNotBypass(person)),
      }
    },
  ),
})
