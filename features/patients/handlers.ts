import { claimOfRow } from '#features/claims/seen-sql.ts'
import { claimNumbers, cleaned } from '#features/owners/search-text.ts'
import type { PatientTab } from '#features/claims/patient-tabs.ts'
import { hasRole } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { patients, SORT, type Profile } from './contract.ts'
import { toFound } from './found.ts'
import { toPatient } from './patient-columns.ts'
import { careScore } from '#features/care-score/rules.ts'
import { claimSeen } from '#features/claims/seen-sql.ts'
import * as careSql from '#features/care-score/sql.ts'
import * as profileSql from './profile-sql.ts'
import * as recentSql from './recent-sql.ts'
import { cautionsOf, MOST_FOUND, readSearch, searchOf, whyNotReveal } from './rules.ts'
import * as searchSql from './search-sql.ts'

function pageOf(rows: readonly searchSql.FoundRow[], { page, size }: { page: number; size: number }) {
  // A page beyond the last has no row to say how many there are.
  const counted = rows[0]?.total ?? 0
  const total = Math.min(counted, MOST_FOUND)
  return {
    content: rows.map(toFound),
    page,
    size,
    sort: SORT,
    totalElements: total,
    totalPages: Math.ceil(total / size),
    totalIsExact: counted <= MOST_FOUND,
    next: null,
  }
}

const userOf = (id: string): string | null => (id === 'me' ? null : id)

function tabsOf(row: profileSql.ProfileRow, person: Person): Profile['tabs'] {
  const tab = (key: PatientTab, count: number | null = null) => ({ key, count })
  const tabs: (Profile['tabs'][number] | undefined)[] = [
    tab('overview'),
    tab('facts', row.waiting_facts || null),
    tab('eligibility'),
    tab('pending', row.open_count),
    tab('complete', row.completed),
    tab('prior-auths', row.in_force),
    tab('medications'),
    tab('claim-summary'),
    row.flags['patient_show_filecab'] ? tab('documents') : undefined,
    tab('notes'),
    row.flags['textMessagesDisabled'] ? undefined : tab('texts'),
    tab('timeline'),
    tab('clinical'),
    tab('bypass'),
    hasRole(person, 'account_admin') ? tab('who-looked') : undefined,
  ]
  return tabs.filter((one) => one !== undefined)
}

const toProfile = (row: profileSql.ProfileRow, care: careSql.CareClaim | undefined, person: Person): Profile => {
  const patient = toPatient(row)
  return {
    patient: {
      ...patient,
      suffix: row.suffix,
      middleName: row.middle_name,
      language: row.language,
      address: { line1: row.address1, city: row.city, state: row.state, zip: row.zip },
      phone: row.phone,
      mobile: row.mobile,
      email: row.email,
      ssnOnFile: row.ssn_on_file,
    },
    claim: {
      claimType: row.claim_type,
      acceptedDate: row.accepted_date,
      closedDate: row.closed_date,
      surgeryDates: row.surgery_dates,
      tocStart: row.toc_start,
      tocEnd: row.toc_end,
      diagnoses: row.diagnoses,
      caseOwners: row.case_owners,
    },
    contacts: { prescribers: row.prescribers, pharmacies: row.pharmacies },
    currentEligibility: patient.coverage,
    card:
      row.bin === null || row.pcn === null
        ? null
        : { bin: row.bin, pcn: row.pcn, groupCode: row.group_code, subscriberNumber: row.subscriber_number },
    cautions: cautionsOf({
      status: row.status,
      compensability: row.compensability,
      coverage: row.coverage,
      termDate: row.term_date,
      planLevel: row.plan_level,
      lockInPharmacy: row.lock_in_pharmacy ?? row.lock_in_nabp,
      lockInPrescriber: row.lock_in_prescriber ?? row.lock_in_npi,
      caseManagement: row.case_management,
      language: row.language,
      inSevenDays: row.in_seven_days,
      ...(care && { care: careScore(care.facts, care.today) }),
      showsScore: row.flags['careRiskScoreDisabled'] !== true,
      graveFindings: row.grave_findings,
    }),
    otherClaims: row.flags['claim_selection_enabled'] === false ? [] : row.other_claims,
    settings: row.flags,
    tabs: tabsOf(row, person),
  }
}

export const handlers = implement(patients)({
  recent: oneTrip(
    ({ id }) => ({ self: recentSql.isCaller(userOf(id)), rows: seen(recentSql.recent(userOf(id)), claimOfRow) }),
    ({ self: [caller], rows }) => {
      if (!caller?.self) return notFound()
      return rows.map((row) => ({
        id: row.stratus_claim_id,
        claimantFirstName: row.first_name,
        claimantLastName: row.last_name,
        masterCarrier: row.mc,
        subCarrier: row.sub_carrier,
        claimId: row.stratus_claim_id,
        dob: row.dob,
        clientClaimId: row.client_claim_id,
        customerClaimNumber: row.claim_number,
        lastViewedAt: new Date(row.last_viewed_at).toISOString(),
      }))
    },
  ),

  addRecent: async ({ input, db, now, write, note }) => {
    const claim = await db.one(claimSeen(input.claimId))
    if (!claim) return notFound()
    write(recentSql.remember(claim.id, now.toISOString()))
    note({ claims: [claim.id], type: 'recent_patient', id: claim.id })
    return { success: true, id: claim.id }
  },

  byAdjuster: oneTrip(
    ({ adjusterId, activeOnly, page, size }) => ({
      rows: seen(searchSql.found(searchOf(readSearch('A', adjusterId, { activeOnly })), { page, size }), claimOfRow),
    }),
    ({ rows }, { input }) => {
      const read = readSearch('A', input.adjusterId)
      return 'problem' in read ? invalid('adjusterId', read.problem) : pageOf(rows, input)
    },
  ),

  byName: oneTrip(
    (input) => ({ rows: seen(searchSql.found(searchOf(readNamed(input)), input), claimOfRow) }),
    ({ rows }, { input }) => {
      const read = readNamed(input)
      return 'problem' in read ? invalid('lastName', read.problem) : pageOf(rows, input)
    },
  ),

  byNumber: oneTrip(
    ({ searchType, value, page, size }) => ({
      rows: seen(searchSql.found(searchOf(readSearch(searchType, value)), { page, size }), claimOfRow),
    }),
    ({ rows }, { input }) => {
      const read = readSearch(input.searchType, input.value)
      return 'problem' in read ? invalid('value', read.problem) : pageOf(rows, input)
    },
  ),

  search: oneTrip(
    (input) => ({ rows: seen(searchSql.found(searchOf(readAny(input)), input), claimOfRow) }),
    ({ rows }, { input }) => {
      const read = readAny(input)
      return 'problem' in read ? invalid('value', read.problem) : pageOf(rows, input)
    },
  ),

  profile: oneTrip(
    ({ claimId, sc }) => ({
      row: seen(profileSql.profile(claimId, sc), claimOfRow),
      care: careSql.factsOf(careSql.named(claimId, undefined)),
    }),
    ({ row: [row], care: [care] }, { person }) => (row ? toProfile(row, care, person) : notFound()),
  ),

  fromCarrier: oneTrip(
    ({ claimNumber }) => ({
      allowed: profileSql.linksAllowed(),
      rows: seen(searchSql.linked(claimNumbers(cleaned(claimNumber))), claimOfRow),
    }),
    ({ allowed: [allowed], rows }, { refuse }) => {
      if (!allowed?.allowed)
        refuse({ code: 'FEATURE_OFF', message: 'Links from the carrier’s own system are switched off.' })
      return rows.length === 0 ? notFound() : { matches: rows.map(toFound) }
    },
  ),

  revealSsn: async ({ input, db, who, note, refuse }) => {
    const [person, found] = await Promise.all([who(), db.one(profileSql.ssnOf(input.claimId))])
    if (!found || found.ssn_last4 === null) return notFound()
    refuse(whyNotReveal(person))
    note({ claims: [input.claimId], type: 'ssn_reveal', id: input.claimId, detail: { reason: input.reason } })
    return { success: true, ssnLast4: found.ssn_last4 }
  },
})

type Narrowed = {
  dob?: string | undefined
  doi?: string | undefined
  state?: string | undefined
  covered?: boolean | undefined
}
const narrowing = ({ dob = '', doi = '', state = '', covered }: Narrowed) => ({
  dob: dob || null,
  doi: doi || null,
  state: state || null,
  covered: covered ?? null,
})
function readNamed(input: Narrowed & { lastName: string; firstName?: string | undefined }) {
  const typed = input.firstName === undefined ? input.lastName : `${input.lastName}, ${input.firstName}`
  return readSearch('N', typed, narrowing(input))
}
function readAny(
  input: Narrowed & { searchType: Parameters<typeof readSearch>[0]; value: string; activeOnly: boolean },
) {
  return readSearch(input.searchType, input.value, { ...narrowing(input), activeOnly: input.activeOnly })
}
