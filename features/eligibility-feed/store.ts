import { addProblems } from '#features/eligibility/add-rules.ts'
import type { Candidate } from '#features/eligibility/add-sql.ts'
import * as sql from '#features/eligibility/feed-sql.ts'
import { differ, similarity } from '#features/eligibility/duplicates.ts'
import { spanProblems, spanWarnings, type SpanProblem } from '#features/eligibility/rules.ts'
import { scored } from '#features/eligibility/shown.ts'
import type { LineProblem, ReadLine, RunSql, Stored } from '#platform/load/load.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import { factsOfLine, factStatements, keepFacts, newBase, type FactsOfBatch } from './facts.ts'
import { columnOf, type FeedLine } from './line.ts'

const NOTE = 'Eligibility feed'
const contactFields = ['address1', 'city', 'state', 'zip', 'phone', 'mobile', 'email', 'language'] as const

/** What a batch of lines comes to: written at the end, in a few statements. */
type Batch = {
  workers: sql.FeedWorker[]
  claims: sql.FeedNewClaim[]
  newSpans: sql.FeedSpanWrite[]
  spans: Map<string, sql.FeedSpanWrite>
  details: Map<string, sql.FeedDetails>
  injuries: Map<string, string>
  changes: sql.FeedChange[]
  facts: FactsOfBatch
  /** Workers of claims that lines before this one made, and those lines, by birth date and last name or number. */
  fellows: Map<string, { line: number; candidate: Candidate }[]>
  /** Claims that lines before this one made or changed, by their number. */
  known: Map<string, sql.FeedClaim>
}
const isNamesake = (row: FeedLine, one: Candidate): boolean =>
  row.dob === one.dob &&
  !differ(row.ssn4, one.ssn4) &&
  normalizeForSearch(row.lastName) === normalizeForSearch(one.lastName) &&
  normalizeForSearch(row.firstName) === normalizeForSearch(one.firstName)
const isNameOf = (row: FeedLine, one: { firstName: string; lastName: string }): boolean =>
  similarity(row.lastName, one.lastName) >= 0.9 ||
  normalizeForSearch(row.firstName) === normalizeForSearch(one.firstName)
const candidateOf = (row: FeedLine, claimantId: string, claimId: string): Candidate => ({
  claimantId,
  patientId: '',
  firstName: row.firstName,
  lastName: row.lastName,
  dob: row.dob,
  ssn4: row.ssn4 ?? null,
  phone: row.mobile ?? row.phone ?? null,
  zip: row.zip ?? null,
  claimId,
  claimNumber: row.claimNumber,
  doi: row.doi,
})
type Outcome = 'added' | 'changed' | 'unchanged' | LineProblem[]

/** Stores lines of a feed in the transaction of `query`; a line that is refused changes nothing. */
export async function storeLines(
  lines: readonly ReadLine<FeedLine>[],
  query: RunSql,
  { now, newId }: { now: Date; newId: () => string },
): Promise<Stored> {
  const at = now.toISOString()
  const keys = lines.map(({ line, row }) => ({
    line,
    claimNumber: row.claimNumber,
    group: row.groupCode,
    ownerEmail: row.ownerEmail,
    dob: row.dob,
    doi: row.doi,
    last: normalizeForSearch(row.lastName),
    ssn4: row.ssn4 ?? null,
    patientId: row.patientId,
  }))
  const facts = new Map((await query(sql.feedFacts(keys, at))).map((one) => [Number(one.line), one]))
  const batch: Batch = {
    workers: [],
    claims: [],
    newSpans: [],
    spans: new Map(),
    details: new Map(),
    injuries: new Map(),
    changes: [],
    facts: new Map(),
    fellows: new Map(),
    known: new Map(),
  }
  const counts = { added: 0, changed: 0, unchanged: 0 }
  const refused = []
  // A period that another one of this file closes is closed before that one begins, in whichever order they are listed.
  const byStart = [...Map.groupBy(lines, ({ row }) => row.claimNumber).values()].flatMap((ofClaim) =>
    ofClaim.toSorted((a, b) => (a.row.effectiveDate < b.row.effectiveDate ? -1 : 1)),
  )
  for (const { line, row } of byStart) {
    const found = facts.get(line)!
    const claim = batch.known.get(row.claimNumber) ?? found.claim
    const outcome: Outcome = claim
      ? changeClaim(row, claim, found, batch, at, newId)
      : addClaim(row, line, found, batch, at, newId)
    if (typeof outcome === 'string') counts[outcome] += 1
    else refused.push(...outcome.map((problem) => ({ line, ...problem })))
  }
  if (batch.workers.length > 0) await query(sql.insertWorkers(batch.workers))
  if (batch.claims.length > 0) await query(sql.insertClaims(batch.claims))
  if (batch.spans.size > 0) await query(sql.changeSpans([...batch.spans.values()]))
  if (batch.newSpans.length > 0) await query(sql.insertSpans(batch.newSpans))
  if (batch.details.size > 0)
    await query(
      sql.changeWorkers([...batch.details].map(([id, { ssn4, ...one }]) => ({ id, ...one, ssn_last4: ssn4 }))),
    )
  if (batch.injuries.size > 0)
    await query(sql.changeInjuries([...batch.injuries].map(([id, injury]) => ({ id, injury }))))
  if (batch.changes.length > 0) await query(sql.insertChanges(batch.changes))
  const [first] = facts.values()
  if (first) for (const one of factStatements(batch.facts, { ...first, now, newId })) await query(one)
  return { stored: counts.added + counts.changed, refused, counts }
}

const inColumns = (problems: readonly Pick<SpanProblem, 'path' | 'message'>[]): LineProblem[] =>
  problems.map(({ path, message }) => ({
    column: path === 'doi' ? 'date_of_injury' : (columnOf[path] ?? path),
    message,
  }))

const changeOf = (
  of: Pick<sql.FeedChange, 'sub_carrier' | 'stratus_claim_id' | 'kind' | 'before' | 'after'> & {
    eligibility_id?: string
  },
  at: string,
  newId: () => string,
): sql.FeedChange => ({ eligibility_id: null, ...of, id: newId(), at, changed_by_name: NOTE, note: NOTE })

function changeClaim(
  line: FeedLine,
  claim: sql.FeedClaim,
  { today, patient }: sql.FeedFacts,
  batch: Batch,
  at: string,
  newId: () => string,
): Outcome {
  // What the file does not say of a period stays as it is on file.
  const onFile = claim.spans.find((one) => one.effectiveDate === line.effectiveDate)
  const row = { ...line, ...(onFile && Object.fromEntries(line.leaves.map((field) => [field, onFile[field]]))) }
  const problems: LineProblem[] = []
  const other = (column: string, what: string) =>
    problems.push({ column, message: `This claim is on file with another ${what}. Correct the line, or the claim.` })
  const known = [claim, ...claim.formerly]
  if (!known.some(({ dob }) => dob === row.dob)) other('date_of_birth', 'date of birth')
  if (row.doi !== claim.doi) other('date_of_injury', 'date of injury')
  if (!known.some((one) => isNameOf(row, one))) other('last_name', 'name')
  if (row.jurisState !== claim.jurisState) other('state', 'jurisdiction')
  if (row.groupCode !== claim.groupCode) other('group', 'group')
  if (row.patientId !== null && patient?.claimantId !== claim.claimantId) other('patient_id', 'worker')
  const before = batch.details.get(claim.claimantId) ?? { ...claim.contact, gender: claim.gender, ssn4: claim.ssn4 }
  if (row.ssn4 && before.ssn4 !== null && row.ssn4 !== before.ssn4) other('ssn_last4', 'Social Security number')
  const span = claim.spans.find((one) => one.effectiveDate === row.effectiveDate)
  const wanted = {
    eligibilityId: span?.id,
    effectiveDate: row.effectiveDate,
    termDate: row.termDate,
    note: NOTE,
  }
  const same = span && span.termDate === row.termDate && span.planLevel === row.planLevel
  if (problems.length === 0 && !same) {
    const facts = { ...claim, ownerId: null }
    problems.push(...inColumns(spanProblems(facts, wanted, today)))
    const [warning] = problems.length > 0 ? [] : spanWarnings(facts, wanted)
    if (warning)
      problems.push({
        column: 'term_date',
        message: `${warning.message} Change it on the screen, where it is confirmed.`,
      })
  }
  const facts = factsOfLine(claim.base, row.facts, { usual: today, today })
  problems.push(...facts.problems)
  if (problems.length > 0) return problems
  const changed: string[] = []
  const base = keepFacts(batch.facts, claim.base, facts.changes, { at, newId, isNew: false })
  if (facts.changes.length > 0) {
    changed.push('facts')
    batch.known.set(row.claimNumber, { ...claim, base })
  }
  const after = { ...before, ssn4: row.ssn4 ?? before.ssn4, gender: row.gender === 'U' ? before.gender : row.gender }
  for (const field of contactFields) after[field] = row[field] || before[field]
  const injury = row.injury || claim.injury
  const reached = [...contactFields, 'gender', 'ssn4'] as const
  const isOther = reached.some((field) => after[field] !== before[field])
  if (isOther) batch.details.set(claim.claimantId, after)
  if (injury !== claim.injury) batch.injuries.set(claim.id, injury)
  if (isOther || injury !== claim.injury) {
    const hurt = (was: string) => (injury === claim.injury ? {} : { injury: was })
    batch.changes.push(
      changeOf(
        {
          sub_carrier: claim.subCarrier,
          stratus_claim_id: claim.id,
          kind: 'CONTACT',
          before: { ...before, ...hurt(claim.injury) },
          after: { ...after, ...hurt(injury) },
        },
        at,
        newId,
      ),
    )
    batch.known.set(row.claimNumber, { ...claim, base, injury })
    changed.push('details')
  }
  if (!same) {
    const write = {
      id: span?.id ?? newId(),
      claimId: claim.id,
      effectiveDate: row.effectiveDate,
      termDate: row.termDate,
      planLevel: row.planLevel,
      reasonCode: row.termDate === null ? 'NEW' : 'TERM_CLOSED',
    }
    // A period an earlier line of this batch made is written once, as the last line has it.
    const made = batch.newSpans.findIndex((one) => one.id === write.id)
    if (made >= 0) batch.newSpans[made] = write
    else if (span) batch.spans.set(write.id, write)
    else batch.newSpans.push(write)
    batch.changes.push(
      changeOf(
        {
          sub_carrier: claim.subCarrier,
          stratus_claim_id: claim.id,
          eligibility_id: write.id,
          kind: 'SPAN',
          before: span ?? null,
          after: write,
        },
        at,
        newId,
      ),
    )
    const { claimId: _, reasonCode: __, ...stays } = write
    batch.known.set(row.claimNumber, {
      ...claim,
      base,
      injury,
      spans: [...claim.spans.filter((one) => one.id !== stays.id), stays],
    })
    changed.push('span')
  }
  return changed.length > 0 ? 'changed' : 'unchanged'
}

function addClaim(
  row: FeedLine,
  lineNumber: number,
  found: sql.FeedFacts,
  batch: Batch,
  at: string,
  newId: () => string,
): Outcome {
  const { today, group, owner, patient } = found
  const first = row.effectiveDate
  const problems = inColumns(
    addProblems(row, {
      today,
      groupKnown: group !== null,
      groupOpen: group !== null && group.effectiveDate <= first && (group.termDate === null || group.termDate >= first),
      owner: owner !== null,
      numberTaken: false,
      claimant: row.patientId === null ? undefined : patient,
    }),
  )
  const ids = { id: newId(), claimant_id: '' }
  const claimBase = newBase({ ...ids, sub_carrier: group?.subCarrier ?? '', doi: row.doi, dob: row.dob })
  const facts = factsOfLine(claimBase, row.facts, { usual: row.doi, today })
  problems.push(...facts.problems)
  if (row.termDate !== null && row.termDate < first)
    problems.push({ column: 'term_date', message: 'Coverage cannot end before it starts.' })
  const fold = { first: normalizeForSearch(row.firstName), last: normalizeForSearch(row.lastName) }
  // Those whom earlier lines of this batch added are looked for as those on file are.
  const fellows = [fold.last, row.ssn4]
    .flatMap((one) => (one ? (batch.fellows.get(`${row.dob} ${one}`) ?? []) : []))
    .filter((one, at, all) => all.indexOf(one) === at)
  const { exact, possible } = scored(row, [...found.candidates, ...fellows.map(({ candidate }) => candidate)])
  // Two lines of a file with the same name and birth date are one worker with two claims, unless it may be somebody on file.
  const isOnFile = possible.some((one) => found.candidates.some(({ claimantId }) => claimantId === one.claimantId))
  const fellow = isOnFile ? undefined : fellows.find(({ candidate: one }) => isNamesake(row, one))
  const onFile = row.newWorker
    ? undefined
    : (patient?.claimantId ?? exact[0]?.claimantId ?? fellow?.candidate.claimantId)
  const alike = possible[0]
  if (onFile === undefined && !row.newWorker && alike) {
    const listed = fellows.find(({ candidate }) => candidate.claimantId === alike.claimantId)
    problems.push({
      column: 'patient_id',
      message: listed
        ? `The patient of line ${listed.line} looks like this one. Write NEW here for another person, or correct the line.`
        : `A patient on file looks like this one. Write their patient ID here, ${alike.patientId}, or NEW for another person.`,
    })
  }
  if (problems.length > 0) return problems
  const contact = Object.fromEntries(contactFields.map((field) => [field, row[field] ?? ''])) as sql.FeedContact
  contact.language ||= 'en'
  const claimantId = onFile ?? newId()
  if (onFile === undefined)
    batch.workers.push({
      ...contact,
      id: claimantId,
      first_name: row.firstName,
      last_name: row.lastName,
      first_folded: fold.first,
      last_folded: fold.last,
      dob: row.dob,
      gender: row.gender,
      ssn_last4: row.ssn4 ?? null,
    })
  const claim = {
    id: ids.id,
    sub_carrier: group!.subCarrier,
    group_code: row.groupCode,
    claimant_id: claimantId,
    employer_id: group!.employerId,
    claim_number: row.claimNumber,
    doi: row.doi,
    juris_state: row.jurisState,
    injury: row.injury ?? '',
    owner_id: owner!,
  }
  batch.claims.push(claim)
  const added = { line: lineNumber, candidate: candidateOf(row, claimantId, claim.id) }
  for (const one of [fold.last, row.ssn4])
    if (one) batch.fellows.set(`${row.dob} ${one}`, [...(batch.fellows.get(`${row.dob} ${one}`) ?? []), added])
  const span = { id: newId(), effectiveDate: first, termDate: row.termDate, planLevel: row.planLevel }
  batch.newSpans.push({ ...span, claimId: claim.id, reasonCode: 'NEW' })
  const after = {
    claimNumber: row.claimNumber,
    doi: row.doi,
    group: row.groupCode,
    effectiveDate: first,
    planLevel: row.planLevel,
  }
  batch.changes.push(
    changeOf(
      {
        sub_carrier: claim.sub_carrier,
        stratus_claim_id: claim.id,
        eligibility_id: span.id,
        kind: 'ADDED',
        before: null,
        after,
      },
      at,
      newId,
    ),
  )
  const base = keepFacts(batch.facts, { ...claimBase, claimant_id: claimantId }, facts.changes, {
    at,
    newId,
    isNew: true,
  })
  batch.known.set(row.claimNumber, {
    base,
    id: claim.id,
    subCarrier: claim.sub_carrier,
    groupCode: row.groupCode,
    jurisState: row.jurisState,
    injury: claim.injury,
    gender: row.gender,
    ssn4: row.ssn4 ?? null,
    claimantId,
    firstName: row.firstName,
    lastName: row.lastName,
    dob: row.dob,
    doi: row.doi,
    status: 'OPEN',
    closedDate: null,
    lastPaidFill: null,
    spans: [span],
    formerly: [],
    contact,
  })
  return 'added'
}
