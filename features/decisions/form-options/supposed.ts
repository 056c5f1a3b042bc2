import { status } from '#features/authorizations/statuses.ts'
import { compoundCode } from '#features/authorizations/decision-facts.ts'
import type { Refusal } from '#platform/calls/refusal.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { origin } from '#reference/origins.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import type { Described } from '../clearing.ts'

/** A request as a form asks about it before there is one. */
export type Supposed = {
  gpi?: string | undefined
  jurisState?: string | undefined
  rejectCodes?: readonly string[] | undefined
  subCarrier?: string | undefined
}

/** The retail request of today with these rejects of this drug in this state, or what is missing of it. */
export function suppose(
  { gpi, jurisState, rejectCodes = [], subCarrier = '' }: Supposed,
  about: { deaSchedule: string | null; opioid: boolean; otc: boolean | null; now: Date; timeZone: string },
): { authorization: Described; why?: undefined } | { authorization?: undefined; why: Refusal<'VALIDATION'> } {
  const required = 'Enter this or the id of a request.'
  if (gpi === undefined) return { why: { code: 'VALIDATION', field: 'gpi', message: required } }
  if (jurisState === undefined) return { why: { code: 'VALIDATION', field: 'jurisState', message: required } }
  const known = rejectCodes.map((code) => rejectCode(code))
  const unknown = known.indexOf(undefined)
  if (unknown !== -1)
    return { why: { code: 'VALIDATION', field: `rejectCodes.${unknown}`, message: 'There is no such reject code.' } }
  const at = about.now.toISOString()
  const today = dateIn(about.now.getTime(), about.timeZone)
  return {
    authorization: {
      status_id: status.PENDING,
      rejects: known.flatMap((one) =>
        one
          ? {
              rejectCode: one.code,
              description: one.meaning,
              class: one.class,
              safety: one.safety,
              hardStop: one.by === '-',
              overridableBy: one.by,
            }
          : [],
      ),
      juris_state: jurisState,
      request_received_at: at,
      gpi,
      dea_schedule: about.deaSchedule,
      ...(about.otc !== null && { drug: { otc: about.otc } }),
      days_supply: 30,
      date_of_service: today,
      doi: today,
      term_date: null,
      estimated_cost: null,
      sub_carrier: subCarrier,
      claim_channel_type: origin.RETAIL,
      owner_ids: [],
      supervised: [],
      completed_at: null,
      reconsideration_level: 0,
      compensability: 'ACCEPTED',
      compound_code: compoundCode.NOT_COMPOUND,
      shown: { facts: { firstFill: false, opioid: about.opioid, letterAgeDays: null, injuryMatch: null } },
      first_approval: null,
    },
  }
}

/** What a caller says of a request that it is not: its drug, its state, a reject it does not have. */
export function whyNotThis(
  said: Supposed,
  is: Pick<Described, 'gpi' | 'juris_state' | 'rejects' | 'sub_carrier'>,
): Refusal<'VALIDATION'> | undefined {
  const other = (field: string): Refusal<'VALIDATION'> => ({
    code: 'VALIDATION',
    field,
    message: 'The request has another one.',
  })
  if (said.subCarrier !== undefined && said.subCarrier !== is.sub_carrier) return other('subCarrier')
  if (said.gpi !== undefined && !is.gpi.startsWith(said.gpi)) return other('gpi')
  if (said.jurisState !== undefined && said.jurisState !== is.juris_state) return other('jurisState')
  const at = (said.rejectCodes ?? []).findIndex((code) => !is.rejects.some((one) => one.rejectCode === code))
  return at === -1 ? undefined : other(`rejectCodes.${at}`)
}
