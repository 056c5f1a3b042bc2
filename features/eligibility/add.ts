import { isSupport } from '#features/permissions/rules.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import type { Person } from '#platform/calls/person.ts'
import type { ParsedInputOf } from '#platform/calls/contract.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import { factsOf, makeCard } from '#features/cards/make-card.ts'
import { cardOf } from '#features/cards/sql.ts'
import { jurisdictions } from '#reference/jurisdictions/jurisdictions.ts'
import * as rows from './add-sql.ts'
import { addProblems, addWarnings, firstCard, saidAdd, whyNotAdd, type AddContext } from './add-rules.ts'
import type { eligibility } from './contract.ts'
import { whyNotCheck } from './rules.ts'
import { scored } from './shown.ts'
import { insertChange, insertSpan } from './sql.ts'

type Calls = typeof eligibility
type Wanted = NonNullable<ParsedInputOf<Calls['validate']>['claim']>

const lookedFor = (of: Wanted) => ({
  dob: of.dob,
  doi: of.doi,
  lastSearched: normalizeForSearch(of.lastName),
  ssn4: of.ssn4 ?? null,
})
const factsFor = (of: Wanted, now: Date) =>
  rows.addFacts(
    {
      group: of.groupCode,
      owner: of.caseOwnerId,
      claimNumber: of.claimNumber,
      claimant: of.claimantId ?? null,
      effective: of.effectiveDate,
    },
    now.toISOString(),
  )
const contextFor = (of: Wanted, facts: rows.AddFacts): AddContext => ({
  today: facts.today,
  groupKnown: facts.sub_carrier !== null,
  groupOpen: facts.group_open,
  owner: facts.owner,
  numberTaken: facts.number_taken,
  claimant: of.claimantId === undefined ? undefined : facts.claimant,
})

/** What the form that adds a worker offers this user. */
export function formFor(person: Person, { today, groups, may_add }: rows.FormFacts) {
  const open = groups.filter((group) => !group.addOff)
  return {
    today,
    groups: open.map(({ addOff: _, ...group }) => group),
    jurisdictions: jurisdictions.map(({ code, name }) => ({ code, name })),
    whyNotAdd: saidAdd(person, { mayAdd: may_add, off: groups.length > 0 && open.length === 0 }),
  }
}

/** Checks a new claim without saving it. */
export async function checkClaim({ db, who, now, note, refuse }: CallContext<Calls['validate']>, wanted: Wanted) {
  const [person, facts, found] = await Promise.all([
    who(),
    db.one(factsFor(wanted, now)),
    db.all(rows.candidates(lookedFor(wanted))),
  ])
  refuse(whyNotCheck(person))
  const errors = addProblems(wanted, contextFor(wanted, facts!))
  const { exact, possible } = scored(wanted, found)
  if (wanted.claimantId === undefined && wanted.otherPersonReason === undefined && exact.length > 0)
    errors.push({ path: 'lastName', code: 'on_file', message: onFile(exact[0]!) })
  note({ claims: [...exact, ...possible].map((one) => one.claimId) })
  return {
    valid: errors.length === 0,
    errors,
    warnings: addWarnings(wanted),
    effects: [],
    possibleDuplicates: [...exact, ...possible],
  }
}
const onFile = (one: { patientId: string }): string =>
  `This patient is on file as ${one.patientId}. Choose them, and the claim is added to that patient, or say why this is somebody else.`

/** Adds a claim, with its worker where they are not on file. */
export async function addClaim({
  input,
  db,
  who,
  now,
  newId,
  write,
  note,
  publishChange,
  portal,
  refuse,
}: CallContext<Calls['add']>) {
  const at = now.toISOString()
  // The number is locked before it is looked for: two users who add one claim are two, one after the other.
  const [person, , facts, found] = await Promise.all([
    who(),
    db.all(rows.lockNumber(input.claimNumber)),
    db.one(factsFor(input, now)),
    db.all(rows.candidates(lookedFor(input))),
  ])
  refuse(whyNotAdd(person, { mayAdd: facts!.may_add, off: facts!.add_off }))
  const problems = addProblems(input, contextFor(input, facts!))
  if (problems.some(({ path, code }) => path === 'claimNumber' && code === 'taken'))
    refuse({ code: 'DUPLICATE', field: 'claimNumber', message: 'This claim number is on file already.' })
  if (problems.length > 0)
    refuse({ code: 'VALIDATION', fields: problems.map(({ path, code, message }) => ({ path, code, message })) })
  const alike = scored(input, found)
  const [same] = alike.exact
  if (same && input.claimantId === undefined && input.otherPersonReason === undefined)
    refuse({ code: 'DUPLICATE', field: 'lastName', message: onFile(same), current: same })
  const notSame =
    input.claimantId === undefined && input.otherPersonReason !== undefined
      ? [...alike.exact, ...alike.possible].map((one) => one.patientId)
      : []
  const [claimId, claimantId] = [newId(), input.claimantId ?? newId()]
  const empty = (text: string | undefined): string | null => text || null
  const worker =
    input.claimantId === undefined
      ? db.one(
          rows.insertWorker({
            id: claimantId,
            first_name: input.firstName,
            last_name: input.lastName,
            first_folded: normalizeForSearch(input.firstName),
            last_folded: normalizeForSearch(input.lastName),
            dob: input.dob,
            gender: input.gender,
            ssn_last4: input.ssn4 ?? null,
            address1: empty(input.address1),
            city: empty(input.city),
            state: empty(input.state),
            zip: empty(input.zip),
            phone: empty(input.phone),
            mobile: empty(input.mobile),
            email: empty(input.email),
            language: input.language ?? 'en',
          }),
        )
      : db.one(rows.patientIdOf(claimantId))
  const span = {
    id: newId(),
    claim: claimId,
    effectiveDate: input.effectiveDate,
    termDate: null,
    planLevel: input.planLevel,
    reasonCode: 'NEW' as const,
    source: isSupport(person) ? ('SUPPORT' as const) : ('PORTAL' as const),
  }
  const [made, claim, , card] = await Promise.all([
    worker,
    db.one(
      rows.insertClaim({
        id: claimId,
        sub_carrier: facts!.sub_carrier!,
        group_code: input.groupCode,
        claimant_id: claimantId,
        employer_id: facts!.employer_id,
        claim_number: input.claimNumber,
        doi: input.doi,
        juris_state: input.jurisState,
        injury: input.injury ?? '',
        owner_id: input.caseOwnerId,
      }),
    ),
    db.all(insertSpan(span)),
    // The card reads what was just added.
    db.one(cardOf(claimId, at)),
  ])
  const first = firstCard(factsOf(card!), input.cardChannel)
  if (first.refused !== null) refuse({ code: 'VALIDATION', field: 'cardChannel', message: first.refused })
  const sent = first.channel
    ? await makeCard(card!, first.channel, { person, now, newId, files: portal.files })
    : undefined
  for (const statement of sent?.statements ?? []) write(statement)
  const after = {
    claimNumber: input.claimNumber,
    doi: input.doi,
    group: input.groupCode,
    effectiveDate: input.effectiveDate,
    planLevel: input.planLevel,
    ...(notSame.length > 0 && { notSame: notSame.join(', ') }),
  }
  write(
    insertChange({
      id: newId(),
      sub_carrier: facts!.sub_carrier!,
      stratus_claim_id: claimId,
      eligibility_id: span.id,
      kind: 'ADDED',
      at,
      changed_by: person.id,
      changed_by_name: person.name,
      before: null,
      after,
      note: notSame.length > 0 ? (input.otherPersonReason ?? '') : '',
    }),
  )
  publishChange('eligibility')
  if (sent) publishChange('documents')
  note({
    claims: [claimId],
    type: 'wc_claim',
    id: claimId,
    detail: {
      ...after,
      claimant: input.claimantId === undefined ? 'new' : 'on file',
      ...(notSame.length > 0 && { reason: input.otherPersonReason }),
      card: first.channel,
    },
  })
  return {
    success: true as const,
    claimId,
    patientId: made!.patient_id,
    subscriberNumber: claim!.subscriber_number,
    cardRequested: sent !== undefined,
    cardSentTo: sent?.sentTo ?? null,
    whyNoCard: first.whyNone,
  }
}
