import { Suspense, useRef, useState } from 'react'
import { Link, useLocation, useParams, useSearch } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { DraftForm } from '#features/drafts/use-draft.ts'
import { useDraft } from '#features/drafts/use-draft.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { patients, type Profile } from '#features/patients/contract.ts'
import { coverageWords, genderWords } from '#features/patients/words.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { ageOn, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconArrowLeft, iconCheck, iconFile } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { KeptNote } from '#platform/ui/form/kept-note.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { timeWords } from '#platform/dates/words.ts'
import { timeIn } from '#platform/dates/zone.ts'
import { createAddress } from './address.ts'
import { CheckStep } from './check-step.tsx'
import { ChoosePatient } from './choose-patient.tsx'
import css from './create.module.css'
import { LimitsStep } from './limits-step.tsx'
import { RequestStep } from './request-step.tsx'
import type { StepProps } from './step-props.ts'
import { Summary } from './summary.tsx'
import { nothingTyped, readTyped, valuesOf, wrongLimits, wrongRequest, type Problem, type Typed } from './typed.ts'

const anyStep = [{ keys: ['Alt', '1–3'], does: 'Step' }] as const
const next = { keys: ['Ctrl', 'Enter'], does: 'Next' } as const
const back = { keys: ['Esc'], does: 'Back' } as const
/** What the keys of each step do. */
const hints: readonly (readonly Hint[])[] = [
  [...anyStep, next, { keys: ['/'], does: 'Choose the drug' }, back],
  [...anyStep, next, back],
  [...anyStep, { keys: ['Ctrl', 'Enter'], does: 'Send' }, { keys: ['T'], does: 'Trial run' }, back],
]
const RenewalNote = lazyPart(() => import('./renewal-note.tsx').then((it) => it.RenewalNote))
const DocumentAside = lazyPart(() => import('./document-aside.tsx').then((it) => it.DocumentAside))

const draftForm: DraftForm<Typed> = {
  about: 'claim',
  name: 'new-authorization',
  title: 'New authorization',
  read: readTyped,
}
type Marked = { tries: number; problems: readonly Problem[]; byServer: boolean }
const nothingMarked: Marked = { tries: 0, problems: [], byServer: false }
const REST_MS = 400
const steps = [
  { title: 'Drug and request', sub: 'Drug, requester, breadth' },
  { title: 'Dates and limits', sub: 'Quantity, fills, owners' },
  { title: 'Check and submit', sub: 'Trial run and due time' },
] as const

/** Creating an authorization from a fax, letter or call (/create-authorization/:mc?/:sc?/:claimId?). */
export function CreateAuthorization() {
  const { mc, sc, claimId } = useParams()
  if (!mc || !sc || !claimId) return <ChoosePatient />
  return <ForPatient key={claimId} mc={mc} sc={sc} claimId={claimId} />
}

function ForPatient({ mc, sc, claimId }: { mc: string; sc: string; claimId: string }) {
  const asked = useRead(patients.profile, { mc, sc, claimId })
  if (asked.data) return <Wizard profile={asked.data} />
  return (
    <Page canvas>
      <PageTitle title="Create authorization" quiet />
      {asked.error?.code === 'NOT_FOUND' || asked.error?.code === 'VALIDATION' ? (
        <State
          kind="noPermission"
          title="This patient is not available"
          acts={
            <LinkButton tone="primary" href="/create-authorization">
              Choose another patient
            </LinkButton>
          }
        >
          The claim does not exist, or it is not in your programs.
        </State>
      ) : asked.error ? (
        <NotLoaded title="We could not load this patient" of={asked} />
      ) : (
        <Loading busy skeleton={<Skeleton width="100%" height={160} />}>
          {null}
        </Loading>
      )}
    </Page>
  )
}

/** What the server says of the request as it is typed. */
function useTerms(profile: Profile, typed: Typed, today: string) {
  const { originCode, arrival, arrived } = valuesOf(typed, today)
  const said = useRested(
    JSON.stringify({ originCode, ...(arrived ? arrival : { urgent: typed.urgent }), ndc: typed.drug?.id }),
    REST_MS,
  )
  return useRead(
    newAuthorization.terms,
    { stratusClaimId: profile.patient.claimId, ...(JSON.parse(said) as object) },
    { keepPrevious: true },
  )
}

function Wizard({ profile }: { profile: Profile }) {
  const { patient } = profile
  const { person } = useUser()
  const now = useNow()
  const today = dateIn(now, person.timeZone)
  const [, navigate] = useLocation()
  const address = new URLSearchParams(useSearch())
  const renew = address.get('renew')
  const correct = address.get('correct')
  const before = renew ?? correct
  // Empty: one is being chosen.
  const opened = address.get('document')
  const showDocument = (id: string | null) =>
    navigate(
      createAddress(patient, {
        ...(renew && { renew }),
        ...(correct && { correct }),
        ...(id !== null && { document: id }),
      }),
      {
        replace: true,
      },
    )
  const [kept, setKept] = useState<Typed>()
  const typed = kept ?? nothingTyped
  const draft = useDraft(draftForm, patient.claimId, kept, setKept)
  const asked = useTerms(profile, typed, today)
  const terms = asked.data
  const [step, setStep] = useState(0)
  useHints(hints[step]!)
  const body = useRef<HTMLDivElement>(null)
  const [marked, setMarked] = useState<Marked>(nothingMarked)
  const change = (part: Partial<Typed>) => {
    setKept({ ...typed, ...part })
    // What the server said is of the form as it was.
    if (marked.byServer) setMarked(nothingMarked)
  }
  const mark = (problems: readonly Problem[], byServer = false) =>
    setMarked(({ tries }) => ({ tries: tries + 1, problems, byServer }))

  const judge = (of: number): Problem[] => {
    const values = valuesOf(typed, today)
    if (of === 0) {
      const late = terms?.arrivalProblem
      return [...wrongRequest(typed, values, today), ...(late ? [{ field: late.field, message: late.message }] : [])]
    }
    return of === 1 ? wrongLimits(typed, values) : []
  }
  /** Goes to a step when those before it are complete; else to the first that is not, with what is missing there. */
  const go = (to: number) => {
    for (let before = 0; before < to; before += 1) {
      const wrong = judge(before)
      if (wrong.length > 0) {
        mark(wrong)
        setStep(before)
        return
      }
    }
    setMarked(nothingMarked)
    setStep(to)
    body.current?.scrollTo(0, 0)
    body.current?.parentElement?.scrollTo(0, 0)
  }
  /** The server refused something at a field: back to the step that has it. */
  const refused = (wrong: readonly Problem[]) => {
    const first = wrong.some(({ field }) => requestFields.includes(field)) ? 0 : 1
    mark(wrong, true)
    setStep(first)
  }
  // What was marked is gone once it is put right.
  const wrongNow = judge(step)
  const problems = marked.byServer
    ? marked.problems
    : marked.problems.filter(({ field }) => wrongNow.some((one) => one.field === field))
  const leave = patientAddress(patient, 'prior-auths')
  useKeys({
    'alt+1': () => go(0),
    'alt+2': () => go(1),
    'alt+3': () => go(2),
    ...(step < 2 && { 'mod+Enter': () => go(step + 1) }),
    Escape: () => navigate(leave),
  })
  const shared: StepProps = {
    profile,
    typed,
    change,
    terms,
    today,
    problemOf: (field) => problems.find((one) => one.field === field)?.message,
  }
  const name = `${patient.claimantFirstName} ${patient.claimantLastName}`
  return (
    <Page as="work" canvas>
      <div className={css.head}>
        <Link href={leave} className={css.back}>
          <Icon of={iconArrowLeft} size={16} /> Patient
        </Link>
        <PageTitle title={`Create authorization, claim ${patient.customerClaimNumber}`} className={css.title ?? ''}>
          Create authorization
        </PageTitle>
        <ol className={css.steps}>
          {steps.map(({ title, sub }, at) => (
            <li key={title}>
              <button type="button" aria-current={at === step ? 'step' : undefined} onClick={() => go(at)}>
                <span className={css.number} data-done={at < step || undefined}>
                  {at < step ? <Icon of={iconCheck} size={14} /> : at + 1}
                </span>
                <span className={css.stepWords}>
                  <b>{title}</b>
                  <small>{sub}</small>
                </span>
              </button>
            </li>
          ))}
        </ol>
        {draft.shown.saved && (
          <span className={css.saved}>
            Draft saved {timeWords(timeIn(Date.parse(draft.shown.saved), person.timeZone))}
          </span>
        )}
      </div>
      <div className={css.patient}>
        <Avatar name={name} />
        <Link href={patientAddress(patient)} className={css.name}>
          {name}
        </Link>
        <span>
          Born <b>{usDate(patient.dob)}</b> ({ageOn(patient.dob, today)}){genderWords(patient.gender)}
        </span>
        <span>
          Claim <b>{patient.customerClaimNumber}</b>
        </span>
        <span>
          Injured {usDate(patient.doi)}, {patient.injury.toLowerCase()}
        </span>
        <span>{patient.jurisState}</span>
        <span>{patient.subCarrier}</span>
        <span>{coverageWords(profile.currentEligibility)}</span>
        <span className={css.other}>
          {opened === null && (
            <Button size="small" icon={iconFile} onClick={() => showDocument('')}>
              Show a document
            </Button>
          )}
          <Link href="/create-authorization">Change patient</Link>
        </span>
      </div>
      <div className={css.body} data-document={opened === null ? undefined : ''}>
        {opened !== null && (
          <Suspense fallback={<Skeleton width="40%" height={320} />}>
            <DocumentAside profile={profile} open={opened} onOpen={showDocument} onClose={() => showDocument(null)} />
          </Suspense>
        )}
        <div className={css.work}>
          <div className={css.main} ref={body}>
            {before && (
              <Suspense fallback={null}>
                <RenewalNote
                  profile={profile}
                  id={before}
                  corrects={renew === null}
                  today={today}
                  typed={kept}
                  onFill={setKept}
                />
              </Suspense>
            )}
            <KeptNote
              {...draft.shown}
              zone={person.timeZone}
              now={now}
              onDiscard={draft.discard}
              onTakeOther={draft.takeOther}
              onKeepMine={draft.keepMine}
            />
            {terms?.whyNot ? (
              <State kind="noPermission" title="You cannot create authorizations here">
                {terms.whyNot.message}
              </State>
            ) : step === 0 ? (
              <RequestStep {...shared} problems={marked.problems} tries={marked.tries} />
            ) : step === 1 ? (
              <LimitsStep {...shared} problems={marked.problems} tries={marked.tries} />
            ) : (
              <CheckStep {...shared} onRefused={refused} onDone={draft.discard} />
            )}
          </div>
          {!terms?.whyNot && <Summary {...shared} step={step} onStep={go} />}
        </div>
      </div>
    </Page>
  )
}

/** Fields of the first step, by the names the server gives them. */
const requestFields = [
  'how',
  'receivedHow',
  'receivedAt',
  'time',
  'postedOn',
  'ndc',
  'gpi',
  'drugLevel',
  'pharmacyNabp',
  'prescriberId',
]
