import type { Adjudication, Reject } from '#features/adjudication/answer.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { look } from '#features/authorizations/facts-sql.ts'
import { isOpen } from '#features/authorizations/statuses.ts'
import { billWords } from '#features/decisions/bill-instead.ts'
import { goesTo } from '#features/decisions/goes-to.ts'
import { intended, planned } from '#features/decisions/intended.ts'
import type { Billed } from '#features/decisions/would-pay.ts'
import { receiversOf } from '#features/delivery/receivers-sql.ts'
import type { Person } from '#platform/calls/person.ts'
import { decisionSettings, type DecisionSettings } from '#features/permissions/decision-settings.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { findingId, findingsOf, measureWords } from '#features/prior-auths/findings.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { origin } from '#reference/origins.ts'
import type { PriorAuth } from '#features/adjudication/snapshot.ts'
import { productOf } from '#features/adjudication/product.ts'
import { adjudicate } from '#features/adjudication/rules.ts'
import { toSnapshot } from '#features/snapshots/sql.ts'
import { BLOCKED } from '#features/decisions/blocks.ts'
import { beats } from '#features/prior-auths/reach.ts'
import { isBill } from '#features/deadlines/which-pack.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { toRejectLine } from '#features/worklist/row.ts'
import type { OutputOf, ParsedInputOf } from '#platform/calls/contract.ts'
import type { Caller, CallContext, Refusing } from '#platform/calls/handler.ts'
import { refuseInput, invalid, notFound } from '#platform/calls/refusal.ts'
import { saidOf, whyNotNewLine, whyNotSaid } from '#features/snapshots/clinic-line.ts'
import type { newAuthorization } from './contract.ts'
import { tried as triedOf, type Tried } from '#features/snapshots/billed-sql.ts'
import { snapshotOfTrial } from './snapshots.ts'

type Call = (typeof newAuthorization)['trial']
type Input = ParsedInputOf<Call>

const namesDrug = (input: Input): boolean =>
  [input.ndc, input.gpi, input.compound, input.hcpcs].some((one) => one !== undefined)

function refuseIncomplete(input: Input): void {
  const missing = (field: string, message: string) => invalid(field, message)
  if (input.compound && (input.ndc !== undefined || input.gpi !== undefined))
    missing('compound', 'Enter one product or a compound, not both.')
  if (input.compound && input.hcpcs) missing('compound', 'Enter a compound or a clinic line, not both.')
  refuseInput(whyNotNewLine(input))
  if (input.authorizationId !== undefined) return
  if (input.claimId === undefined) missing('authorizationId', 'Enter a request, or a claim and a drug.')
  if (!namesDrug(input)) missing('ndc', 'Enter a drug: an NDC, a drug code or a compound.')
  if (input.hcpcs) return
  if (input.quantity === undefined) missing('quantity', 'Enter a quantity above 0.')
  if (input.daysSupply === undefined) missing('daysSupply', 'Enter 1 to 365 days.')
}

/** The claim of a dry run: the request's claim as its pharmacy sent it, with the values the caller names. */
function claimTried(
  { refuse }: Refusing<'RULE' | 'VALIDATION'>,
  input: Input,
  tried: Tried | undefined,
  ndc: string,
  today: string,
): ClaimRequest {
  const quantity = input.quantity ?? input.hcpcs?.units ?? tried?.quantity
  const daysSupply = input.daysSupply ?? (input.hcpcs ? 1 : tried?.days_supply)
  const pharmacyNabp = input.pharmacyNabp ?? tried?.pharmacy_nabp ?? ''
  const refills = tried?.refills_authorised
  const given = input.compound && {
    compound: { ingredients: input.compound.map(({ ndc: productId, ...rest }) => ({ productId, ...rest })) },
  }
  const same = namesDrug(input) ? undefined : tried
  const mixture = same ? saidOf(same, quantity!, pharmacyNabp) : input.hcpcs ? { hcpcs: input.hcpcs } : given
  if (same) refuse(whyNotSaid({}, same, mixture))
  const compound = mixture?.compound !== undefined
  // The charges and details of one drug do not apply to another.
  const own: Partial<ClaimRequest> = same?.request ?? {}
  const { pricing, ...claim } = { ...own, ...mixture }
  return {
    ...claim,
    // Nor do the charges of one pharmacy apply to another.
    ...(pricing && pharmacyNabp === tried?.pharmacy_nabp && { pricing }),
    // Without a request it is of a retail pharmacy's claim, with a clinic line of a clinic's bill.
    channel:
      input.hcpcs && !(tried && isBill(tried.claim_channel_type))
        ? origin.J_CODE
        : (tried?.claim_channel_type ?? origin.RETAIL),
    ...(tried && { deliveryType: tried.delivery_type_id }),
    pharmacyNabp,
    dateOfService: input.fillDate ?? tried?.date_of_service ?? today,
    prescriber: { npi: input.prescriberNpi ?? tried?.prescriber_npi ?? '' },
    prescription: {
      ...own.prescription,
      rxNumber: tried?.rx_number ?? '',
      fillNumber: input.refill ?? tried?.fill_number ?? 0,
      productId: compound ? '0' : ndc,
      ...(compound && { compoundCode: '2' }),
      ...(quantity !== undefined && { quantity }),
      ...(daysSupply !== undefined && { daysSupply }),
      daw: input.daw ?? tried?.daw ?? '0',
      ...(refills !== undefined && { refillsAuthorised: refills }),
    },
  }
}

/** Runs the live engine and writes only an audit record. */
export async function trial({
  db,
  who,
  input,
  now,
  note,
  refuse,
  newId,
  portal,
}: CallContext<Call>): Promise<OutputOf<Call>> {
  refuseIncomplete(input)
  const id = input.authorizationId
  const ofApproval = input.assumePriorAuth ? id : undefined
  const [person, tried, row, facts, receivers] = await Promise.all([
    who(),
    id === undefined ? undefined : db.one(triedOf(id)),
    db.one(snapshotOfTrial(input)),
    ofApproval === undefined ? undefined : db.one(look(ofApproval)),
    ofApproval === undefined ? undefined : db.one(receiversOf(ofApproval)),
  ])
  if ((id !== undefined && !tried) || !row?.keys || !row.claim) return notFound()
  if (input.gpi !== undefined && input.ndc === undefined && !row.drug)
    refuse({ code: 'VALIDATION', field: 'gpi', message: 'No product has this code.' })
  const { claimId } = row.keys
  const { jurisState } = row.claim
  note({
    claims: [claimId],
    ...(id === undefined ? { type: 'wc_claim', id: claimId } : { type: 'rx_authorization', id }),
    detail: { trial: true },
  })
  const assumed = input.assumePriorAuth
  // The approval of a request as it was billed: by the plan that decides it, when it is sent.
  if (assumed && tried && facts && receivers && isOpen(facts.status_id) && Object.keys(input).length === 2) {
    const billed = { id: facts.id, of: tried, found: row }
    const { plan, answers, judged } = await planOfTrial(
      { db, newId, portal },
      person,
      facts,
      assumed,
      billed,
      now.toISOString(),
    )
    const outcome = plan.why ? null : plan.outcome
    return {
      ...answerOf(answers.instead?.answer ?? answers.billed, person, decisionSettings(row), {
        daysSupply: plan.bill?.daysSupply ?? tried.days_supply,
        jurisState,
      }),
      plan: {
        leadsTo: outcome?.statusId ?? null,
        waitsFor: [...(outcome?.waitsFor ?? [])],
        why: plan.why?.message ?? null,
        bill: plan.bill ? billWords(plan.bill) : null,
        goesTo: outcome && goesTo(outcome, judged, receivers),
      },
    }
  }
  const snap = toSnapshot({ ...row, prior_auths: row.prior_auths.filter(stays) }, now.toISOString())
  const ndc = input.ndc ?? (namesDrug(input) ? row.drug?.ndc : tried?.ndc) ?? ''
  const request = claimTried({ refuse }, input, tried, ndc, dateIn(now.getTime(), person.timeZone))
  const drug = tried && !namesDrug(input) ? tried : productOf(request, snap)
  const stopped = assumed ? (tried?.rejects ?? adjudicate(request, snap, { mode: 'BUILD' }).rejects) : []
  const assumePa: PriorAuth | undefined = assumed && {
    priorAuthId: '00000000-0000-7000-8000-000000000000',
    claimId,
    kind: 'PERMIT',
    statusId: priorAuthStatus.ACTIVE,
    level: assumed.drugLevel as PriorAuth['level'],
    gpiPrefix: drug.gpi.slice(0, assumed.drugLevel === 11 ? 14 : assumed.drugLevel),
    ndc: assumed.drugLevel === 11 ? drug.ndc : null, // '' where there is no package, as it would be granted
    brandFlag: '*',
    startDate: assumed.startDate,
    endDate: assumed.endDate,
    maxFills: assumed.maxFills,
    fillsUsed: 0,
    oneTime: assumed.oneTimeFill,
    maxQtyPerFill: assumed.maxQty ?? null,
    maxDaysPerFill: assumed.maxDays,
    overrideRef: 'of this trial run',
    codesCleared: assumed.codes,
    findings: findingsOf(stopped.filter((reject) => isNamed(assumed, reject, stopped))),
    overrideAll: assumed.overrideAll,
    safetyIncluded: assumed.safetyIncluded,
  }
  const result = adjudicate(request, snap, { mode: 'TRIAL', ...(assumePa && { assumePa }) })
  const daysSupply = request.prescription?.daysSupply ?? 1
  return answerOf(result, person, decisionSettings(row), { daysSupply, jurisState })
  /** False for a block that the assumed approval would lift: of a reconsidered denial (T24), or with code 3Y (R40). */
  function stays(one: PriorAuth & { authorizationId?: string | null }): boolean {
    if (!assumed || one.kind !== 'BLOCK') return true
    const reconsidered = one.authorizationId != null && tried?.reconsiders.includes(one.authorizationId)
    return !reconsidered && !(assumed.codes.includes(BLOCKED) && beats(one, { level: assumed.drugLevel }))
  }
}

/** Whether an approval that is tried names a reject: its code and, of a safety code, this finding. */
const isNamed = (
  { codes, findings }: Pick<NonNullable<Input['assumePriorAuth']>, 'codes' | 'findings'>,
  reject: Reject,
  all: readonly Reject[],
): boolean =>
  codes.includes(reject.rejectCode) && (!reject.safety || (findings ?? codes).includes(findingId(reject, all)))

/** The plan of an approval that is tried before it is sent. */
async function planOfTrial(
  context: Pick<CallContext<Call>, 'db' | 'newId' | 'portal'>,
  person: Caller,
  request: Facts,
  assumed: NonNullable<Input['assumePriorAuth']>,
  billed: Billed,
  now: string,
) {
  const { codes, overrideAll, safetyIncluded, maxFills, startDate, endDate, oneTimeFill, drugLevel } = assumed
  const at = { person, request, now, settings: decisionSettings(request) }
  const means = intended(context, at, {
    startDate,
    endDate,
    oneTimeFill,
    drugLevel,
    paMaxFill: maxFills,
    maxQty: assumed.maxQty,
    maxDays: assumed.maxDays,
    ...(overrideAll && { overrideAllRejections: true }),
    rejects: request.rejects.map((reject) => ({
      rejectCode: reject.rejectCode,
      finding: findingId(reject, request.rejects),
      override: isNamed(assumed, reject, request.rejects),
    })),
    safetyRejectEnabled: safetyIncluded,
  })
  // A block is lifted only where the approval says so.
  const lifted = codes.includes(BLOCKED) ? means : { ...means, against: [] }
  return { ...(await planned(context.db, at, lifted, billed)), judged: means.judged }
}

/** What the engine said, with what this person may clear of it. */
function answerOf(
  result: Adjudication,
  person: Person,
  settings: DecisionSettings,
  of: { daysSupply: number; jurisState: string },
): OutputOf<Call> {
  const { pricing } = result
  const judged = {
    estimated_cost: pricing?.paid ?? null,
    days_supply: of.daysSupply,
    juris_state: of.jurisState,
    rejects: result.rejects,
  }
  return {
    outcome: result.outcome === 'P' ? 'PAID' : 'REJECTED',
    rejects: result.rejects.map((reject) => toRejectLine(reject, judged, person, settings)),
    pricing: pricing && {
      awp: pricing.awp,
      feeSchedule: pricing.feeSchedule,
      network: pricing.network,
      uc: pricing.uc,
      paid: pricing.paid,
      basis: pricing.basis,
    },
    priorAuthApplied: result.priorAuthUsed !== null,
    cleared: result.cleared.map((one) => one.reject.rejectCode),
    clearedFindings: result.cleared.map(({ reject: { rejectCode, measure } }) => ({
      rejectCode,
      measure: measureWords(measure),
    })),
    trace: result.trace.map(({ gate, rule, result: said, detail }) => ({ gate, rule, result: said, detail })),
  }
}
