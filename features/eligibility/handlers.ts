import { readPhone } from '#features/claims/numbers.ts'
import { lockClaimById } from '#features/claims/lock-sql.ts'
import { isSupport } from '#features/permissions/rules.ts'
import { type CallContext, implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { insertNote } from '#features/claim-notes/sql.ts'
import { keptText } from '#features/claim-notes/rules.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import { sql as s } from '#platform/database/sql.ts'
import { addClaim, checkClaim, formFor } from './add.ts'
import { saidAdd } from './add-rules.ts'
import { candidates, formFacts } from './add-sql.ts'
import { eligibility } from './contract.ts'
import { effectsOf } from './effects.ts'
import { toChange } from './history.ts'
import { changes, claimOf, totalChanges } from './history-sql.ts'
import {
  coverageOn,
  coverageStates,
  editOff,
  gapsOf,
  spanProblems,
  spanWarnings,
  whyNotChange,
  whyNotCheck,
  whyNotEdit,
  type ClaimFacts,
  type WantedSpan,
} from './rules.ts'
import { formularyName, networkWords, scored, toPatient, toSpan } from './shown.ts'
import * as sql from './sql.ts'

type Calls = typeof eligibility
const claimSeen = s`seen.id`
/** Changes are counted up to this. */
const COUNTED = 10_000

const factsOf = (claim: sql.ClaimFound): ClaimFacts => ({
  dob: claim.dob,
  doi: claim.doi,
  status: claim.status,
  closedDate: claim.closed_date,
  spans: claim.spans,
  lastPaidFill: claim.last_paid_fill,
  ownerId: claim.owner_id,
})

/** A period of coverage as it was checked. */
function checkSpan(claim: sql.ClaimFound, wanted: WantedSpan & { group?: string | undefined }) {
  const facts = factsOf(claim)
  const known = wanted.eligibilityId === undefined || claim.spans.some(({ id }) => id === wanted.eligibilityId)
  if (!known) return notFound()
  const problems = spanProblems(facts, wanted, claim.today)
  if (wanted.group !== undefined && !claim.groups.includes(wanted.group))
    problems.push({ path: 'group', code: 'unknown', message: 'Choose a group of the same program that is in force.' })
  return {
    errors: problems,
    warnings: spanWarnings(facts, wanted),
    effects: effectsOf(facts, wanted, { grants: claim.grants, requests: claim.requests }, claim.today),
  }
}

async function edit(asked: CallContext<Calls['edit']>) {
  const { input, db, who, now, newId, write, note, publishChange, refuse } = asked
  const at = now.toISOString()
  const [person, , claim] = await Promise.all([
    who(),
    db.all(lockClaimById(input.claimId)),
    db.one(sql.claimForEdit(input.claimId, at)),
  ])
  if (!claim) return notFound()
  refuse(whyNotEdit(person, { ownerId: claim.owner_id }))
  if (claim.edit_off) refuse(editOff)
  const checked = checkSpan(claim, input)
  const before = claim.spans.find(({ id }) => id === input.eligibilityId)
  if (before && before.version !== input.version)
    refuse({
      code: 'CONFLICT',
      message: 'Somebody else changed this coverage meanwhile. Look at it again.',
      current: toSpan(before, claim.today),
    })
  if (checked.errors.length > 0)
    refuse({
      code: 'DATES_NOT_ALLOWED',
      message: checked.errors[0]!.message,
      fields: checked.errors.map(({ path, code, message }) => ({ path, code, message })),
    })
  const open = checked.warnings.filter(({ code }) => !input.confirmed?.includes(code))
  if (open.length > 0)
    refuse({
      code: 'RULE',
      message: `${open[0]!.message} Confirm that this is correct.`,
      fields: open.map(({ code, message }) => ({ path: 'confirmed', code, message })),
    })
  const row: sql.SpanWrite = {
    id: before?.id ?? newId(),
    claim: claim.id,
    effectiveDate: input.effectiveDate,
    termDate: input.termDate,
    planLevel: input.planLevel,
    reasonCode: input.reasonCode,
    source: isSupport(person) ? 'SUPPORT' : 'PORTAL',
  }
  const [doi, group] = [input.doi ?? claim.doi, input.group ?? claim.group_code]
  const claimChanges = doi !== claim.doi || group !== claim.group_code
  // The claim first: coverage is checked against its date of injury.
  if (claimChanges) write(sql.changeClaim(claim.id, doi, group))
  write(before ? sql.changeSpan(row) : sql.insertSpan(row))
  const { id: _id, claim: _claim, source: _source, ...after } = row
  if (input.note)
    write(
      insertNote({
        id: newId(),
        sub_carrier: claim.sub_carrier,
        stratus_claim_id: claim.id,
        eligibility_id: row.id,
        kind: 'ELIGIBILITY',
        text: keptText(input.note) || invalid('note', 'Write a note, or leave it empty.'),
        pinned: false,
        visibility: 'ALL',
        created_at: at,
        created_by: person.id,
        created_by_name: person.name,
        version: 1,
        edited_at: null,
        corrects: null,
      }),
    )
  write(
    sql.insertChange({
      id: newId(),
      sub_carrier: claim.sub_carrier,
      stratus_claim_id: claim.id,
      eligibility_id: row.id,
      kind: 'SPAN',
      at,
      changed_by: person.id,
      changed_by_name: person.name,
      before: before ? { ...before, doi: claim.doi, group: claim.group_code } : null,
      after: { ...after, doi, group },
      note: input.note ?? '',
    }),
  )
  // Open requests and the worklist show coverage as it is now.
  publishChange('authorizations')
  publishChange('eligibility')
  note({
    claims: [claim.id],
    type: 'eligibility_span',
    id: row.id,
    detail: { before: before ?? null, after: { ...after, doi, group } },
  })
  return {
    success: true as const,
    span: toSpan({ ...row, version: (before?.version ?? 0) + 1 }, claim.today),
    effects: checked.effects,
  }
}

async function update({
  input,
  db,
  who,
  now,
  newId,
  write,
  note,
  publishChange,
  refuse,
}: CallContext<Calls['update']>) {
  const { claimId, version, preferredPharmacyNabp, ...wanted } = input
  const [person, found] = await Promise.all([who(), db.one(sql.workerOf(claimId, preferredPharmacyNabp || null))])
  if (!found) return notFound()
  if (found.edit_off) refuse(editOff)
  if (preferredPharmacyNabp && found.pharmacy_name === null)
    refuse({ code: 'VALIDATION', field: 'preferredPharmacyNabp', message: 'There is no pharmacy with this number.' })
  if (found.worker.version !== version)
    refuse({
      code: 'CONFLICT',
      message: 'Somebody else changed this patient meanwhile. Look at the data again.',
      current: toPatient(found.worker),
    })
  const { address1, city, state, zip, phone, mobile, email, language, preferredPharmacyNabp: pharmacy } = found.worker
  const before: sql.ContactWrite = {
    address1,
    city,
    state,
    zip,
    phone,
    mobile,
    email,
    language,
    preferredPharmacyNabp: pharmacy,
  }
  // A number written in another way is the same number.
  const sameNumber = (field: 'phone' | 'mobile') => readPhone(before[field]).value === wanted[field]
  const given = Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => value !== undefined && !((field === 'phone' || field === 'mobile') && sameNumber(field)),
    ),
  )
  const after: sql.ContactWrite = {
    ...before,
    ...given,
    ...(preferredPharmacyNabp !== undefined && { preferredPharmacyNabp: preferredPharmacyNabp || null }),
  }
  write(sql.changeContact(found.claimant_id, after))
  write(
    sql.insertChange({
      id: newId(),
      sub_carrier: found.sub_carrier,
      stratus_claim_id: found.id,
      eligibility_id: null,
      kind: 'CONTACT',
      at: now.toISOString(),
      changed_by: person.id,
      changed_by_name: person.name,
      before,
      after,
      note: '',
    }),
  )
  publishChange('eligibility')
  const changed = Object.keys(after).filter(
    (key) => after[key as keyof typeof after] !== before[key as keyof typeof before],
  )
  note({ claims: [claimId], type: 'claimant', id: found.claimant_id, detail: { changed } })
  return {
    success: true as const,
    patient: toPatient({
      ...found.worker,
      ...after,
      preferredPharmacy: preferredPharmacyNabp === undefined ? found.worker.preferredPharmacy : found.pharmacy_name,
      version: version + 1,
    }),
  }
}

export const handlers = implement(eligibility)({
  of: oneTrip(
    ({ id }, { now }) => ({ found: seen(sql.coverageOf(id, null, now.toISOString()), claimSeen) }),
    ({ found: [found] }, { input, person }) => {
      if (!found) return notFound()
      const { today, spans } = found
      const coverage = coverageOn(spans, today)
      const current = spans.find((span) => span.effectiveDate <= today && today <= (span.termDate ?? '9999-12-31'))
      const shown = {
        claimId: found.id,
        coverage,
        coverageName: coverageStates[coverage],
        planLevel: current?.planLevel ?? null,
        today,
        formulary: { name: formularyName(found.program), path: '/drugs' },
      }
      if (input.isPrescriberCall)
        return {
          ...shown,
          patient: null,
          claim: null,
          spans: [],
          gaps: [],
          card: null,
          toc: null,
          bypasses: [],
          whyNotEdit: null,
          whyNotContact: null,
          whyNotAdd: null,
        }
      const blocked = whyNotChange(person, { ownerId: found.owner_id, off: found.edit_off })
      const whyNotAdd = saidAdd(person, { mayAdd: found.may_add, off: found.add_off })
      return {
        ...shown,
        patient: toPatient(found.worker),
        claim: {
          claimNumber: found.claim_number,
          clientClaimId: found.client_claim_id,
          subscriberNumber: found.subscriber_number,
          subCarrier: found.sub_carrier,
          groupCode: found.group_code,
          groups: found.groups,
          doi: found.doi,
          jurisState: found.juris_state,
          employer: found.employer,
          status: found.status,
          compensability: found.compensability,
          injury: found.injury,
          diagnoses: found.diagnoses,
        },
        spans: spans.map((span) => toSpan(span, today)),
        gaps: gapsOf(spans),
        card: found.card,
        toc: found.toc_start && found.toc_end ? { start: found.toc_start, end: found.toc_end } : null,
        bypasses: found.bypasses,
        whyNotEdit: blocked.edit,
        whyNotContact: blocked.contact,
        whyNotAdd,
      }
    },
  ),

  summary: oneTrip(
    ({ claimId, subCarrier }, { now }) => ({
      found: seen(sql.coverageOf(claimId, subCarrier, now.toISOString()), claimSeen),
    }),
    ({ found: [found] }) => {
      if (!found) return notFound()
      const { spans, today } = found
      const status = coverageOn(spans, today)
      const ends = spans.flatMap((span) => (span.termDate !== null && span.termDate >= today ? [span.termDate] : []))
      return {
        status,
        statusName: coverageStates[status],
        spans: spans.map((span) => toSpan(span, today)),
        gaps: gapsOf(spans),
        nextTermination: ends.toSorted()[0] ?? null,
        claimStatus: found.status,
        formularyName: formularyName(found.program),
        network: networkWords(found.juris_state),
        acceptedIcd: found.diagnoses
          .filter((one) => one.status === 'ACCEPTED')
          .map(({ code, description }) => ({ code, description })),
        cardStatus: found.card?.status ?? null,
      }
    },
  ),

  update,
  edit,

  validate: async (asked) => {
    const { input, db, who, now, note, refuse } = asked
    if (input.claim !== undefined && input.span === undefined) return checkClaim(asked, input.claim)
    const wanted = input.claim === undefined ? input.span : undefined
    const [person, claim] = await Promise.all([
      who(),
      wanted && db.one(sql.claimForEdit(wanted.claimId, now.toISOString())),
    ])
    refuse(whyNotCheck(person))
    if (wanted === undefined)
      return refuse({ code: 'VALIDATION', field: 'span', message: 'Enter a period of coverage or a new claim.' })
    if (!claim) return notFound()
    const checked = checkSpan(claim, wanted)
    note({ claims: [claim.id] })
    return { valid: checked.errors.length === 0, ...checked, possibleDuplicates: [] }
  },

  add: addClaim,
  addForm: oneTrip(
    (_input, { now }) => ({ found: formFacts(now.toISOString()) }),
    ({ found: [found] }, { person }) => formFor(person, found!),
  ),

  history: oneTrip(
    ({ claimId, eligibilityId = null, page, size }) => {
      const of = { claim: claimId, eligibility: eligibilityId, page, size }
      return { claim: seen(claimOf(claimId), claimSeen), rows: changes(of), total: totalChanges(of) }
    },
    ({ claim: [claim], rows, total: [counted] }, { input: { page, size } }) => {
      if (!claim) return notFound()
      const total = Math.min(counted!.total, COUNTED)
      return {
        content: rows.map(toChange),
        page,
        size,
        sort: 'at,desc',
        totalElements: total,
        totalPages: Math.ceil(total / size),
        totalIsExact: counted!.total <= COUNTED,
        next: null,
      }
    },
  ),

  duplicates: async ({ input, db, who, note, refuse }) => {
    const { dob, doi = null, lastName, ssn4 = null } = input
    const [person, rows] = await Promise.all([
      who(),
      db.all(candidates({ dob, doi, lastSearched: normalizeForSearch(lastName), ssn4 })),
    ])
    refuse(whyNotCheck(person))
    const found = scored(input, rows)
    note({ claims: [...found.exact, ...found.possible].map((one) => one.claimId) })
    return found
  },
})
