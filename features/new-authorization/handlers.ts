import { adjudicate } from '#features/adjudication/rules.ts'
import type { ClaimRequest, PriorAuth } from '#features/adjudication/contract.ts'
import { toSnapshot } from '#features/adjudication/sql.ts'
import { defaultDecisionSettings } from '#features/authorizations/decision/rules.ts'
import { toRejectLine } from '#features/authorizations/worklist/row.ts'
import { oneTrip, seen, type Handlers } from '#platform/handler.ts'
import { notFound, refuse } from '#platform/refusal.ts'
import { sql as s } from '#platform/sql.ts'
import { toMedication } from './answers.ts'
import { build } from './build.ts'
import type { newAuthorization } from './contract.ts'
import { create } from './create.ts'
import { change } from './medication.ts'
import { snapshotOfTrial } from './snapshots.ts'
import * as sql from './sql.ts'

export const handlers: Handlers<typeof newAuthorization> = {
  // C062: the live engine with nothing written but the audit. The request's own claim, drug, pharmacy and prescriber are tried.
  trial: async ({ db, who, input, now, note }) => {
    const id = input.authorizationId
    const [person, tried, row] = await Promise.all([
      who(),
      db.one(sql.tried(id)),
      db.one(snapshotOfTrial(id, input.fillDate)),
    ])
    if (!tried || !row?.keys) return notFound()
    note({ claims: [tried.stratus_claim_id], type: 'rx_authorization', id, detail: { trial: true } })
    const snap = toSnapshot(row, now.toISOString())
    const original: Partial<ClaimRequest> = tried.request ?? {}
    const request: ClaimRequest = {
      ...original,
      channel: tried.claim_channel_type,
      deliveryType: tried.delivery_type_id,
      pharmacyNabp: tried.pharmacy_nabp,
      dateOfService: input.fillDate ?? tried.date_of_service,
      prescriber: { npi: tried.prescriber_npi },
      prescription: {
        ...original.prescription,
        rxNumber: tried.rx_number,
        fillNumber: tried.fill_number,
        productId: tried.ndc,
        quantity: input.quantity ?? tried.quantity,
        daysSupply: input.daysSupply ?? tried.days_supply,
        daw: tried.daw,
        refillsAuthorised: tried.refills_authorised,
      },
    }
    const assumed = input.assumePriorAuth
    const assumePa: PriorAuth | undefined = assumed && {
      priorAuthId: '00000000-0000-7000-8000-000000000000',
      claimId: tried.stratus_claim_id,
      kind: 'PERMIT',
      statusId: 3,
      level: assumed.drugLevel as PriorAuth['level'],
      gpiPrefix: tried.gpi.slice(0, assumed.drugLevel === 11 ? 14 : assumed.drugLevel),
      ndc: assumed.drugLevel === 11 ? tried.ndc : null,
      brandFlag: '*',
      startDate: assumed.startDate,
      endDate: assumed.endDate,
      maxFills: assumed.maxFills,
      fillsUsed: 0,
      oneTime: assumed.oneTimeFill,
      maxDaysPerFill: assumed.maxDays,
      codesCleared: assumed.codes,
      overrideAll: assumed.overrideAll,
      safetyIncluded: assumed.safetyIncluded,
    }
    const result = adjudicate(request, snap, { mode: 'TRIAL', ...(assumePa && { assumePa }) })
    const { pricing } = result
    return {
      outcome: result.outcome === 'P' ? 'PAID' : 'REJECTED',
      rejects: result.rejects.map((reject) =>
        toRejectLine(
          reject,
          {
            estimated_cost: pricing?.paid ?? null,
            days_supply: request.prescription?.daysSupply ?? 1,
            juris_state: tried.juris_state,
            rejects: result.rejects,
          },
          person,
          { ...defaultDecisionSettings, ...(row.settings as object) },
        ),
      ),
      pricing: pricing
        ? {
            awp: pricing.awp,
            feeSchedule: pricing.feeSchedule,
            network: pricing.network,
            uc: pricing.uc,
            paid: pricing.paid,
            basis: pricing.basis,
          }
        : null,
      priorAuthApplied: result.priorAuthUsed !== null,
      cleared: result.cleared.map((one) => one.reject.rejectCode),
      trace: result.trace.map(({ gate, rule, result: said, detail }) => ({ gate, rule, result: said, detail })),
    }
  },
  build,
  create,
  saveMedication: (asked) => {
    const { authorizationId, referenceNumber } = asked.input
    if (authorizationId === undefined && referenceNumber === undefined)
      refuse({
        code: 'VALIDATION',
        field: 'authorizationId',
        message: 'Say which request: its id or reference number.',
      })
    return change(asked, authorizationId === undefined ? sql.byReference(referenceNumber!) : sql.byId(authorizationId))
  },
  changeMedication: (asked) => change(asked, sql.byId(asked.input.id)),

  // C013: the request first, else the newest transaction of that number.
  medication: oneTrip(
    ({ referenceNumber }) => {
      const where = sql.byReference(referenceNumber)
      return {
        claims: seen(sql.claimsOfReference(referenceNumber), s`seen.stratus_claim_id`),
        request: sql.lookMade(where),
        drug: sql.drugOf(where),
        fill: sql.fillOf(referenceNumber),
      }
    },
    ({ request: [request], drug: [drug], fill: [fill] }) => {
      if (!request && !fill) return notFound()
      const transaction = fill
        ? {
            tcn: fill.tcn,
            status: fill.status,
            fillDate: fill.fill_date,
            paidAmount: fill.paid_amount,
            rejects: fill.reject_codes,
          }
        : null
      if (request)
        return {
          medication: toMedication(request, drug?.facts, request.wish),
          authorizationId: request.id,
          authorizationStatusId: request.status_id,
          version: request.version,
          transaction,
        }
      const words = fill!.drug
      return {
        medication: toMedication(
          {
            ...fill!,
            drug_name: words?.name ?? fill!.drug_name,
            strength: words?.strength ?? '',
            date_of_service: fill!.fill_date,
          },
          words,
          null,
        ),
        authorizationId: fill!.authorization_id,
        authorizationStatusId: null,
        version: null,
        transaction,
      }
    },
  ),
}
