import { claimOfRow } from '#features/claims/seen-sql.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { toMedication } from './answers.ts'
import { build } from './build.ts'
import { newAuthorization } from './contract.ts'
import { create } from './create.ts'
import { change } from './medication.ts'
import * as sql from './sql.ts'
import { termsAnswer, termsQuestions } from './terms.ts'
import { trial } from './trial.ts'

export const handlers = implement(newAuthorization)({
  terms: oneTrip(termsQuestions, termsAnswer),
  trial,
  build,
  create,
  saveMedication: (context) => {
    const { authorizationId, referenceNumber } = context.input
    if (authorizationId === undefined && referenceNumber === undefined)
      context.refuse({
        code: 'VALIDATION',
        field: 'authorizationId',
        message: 'Enter a request: its id or reference number.',
      })
    return change(
      context,
      authorizationId === undefined ? sql.byReference(referenceNumber!) : sql.byId(authorizationId),
    )
  },
  changeMedication: (context) => change(context, sql.byId(context.input.id)),

  // The request first, else the newest transaction of that number.
  medication: oneTrip(
    ({ referenceNumber }) => {
      const where = sql.byReference(referenceNumber)
      return {
        claims: seen(sql.claimsOfReference(referenceNumber), claimOfRow),
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
            nabp: fill.pharmacy_nabp,
            pharmacyName: fill.pharmacy_name,
            prescriberName: fill.prescriber_name,
            claimChannelType: fill.claim_channel_type,
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
})
