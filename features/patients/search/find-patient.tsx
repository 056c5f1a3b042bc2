import { useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { addWorkerPath } from '#features/eligibility/address.ts'
import { eligibility } from '#features/eligibility/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { iconPlus } from '#platform/ui/display/icons.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { tabPanelProps, Tabs } from '#platform/ui/list/tabs.tsx'
import { searchTypes, type SearchType } from '../contract.ts'
import { guessType, sentText } from '../search-type.ts'
import { Recents } from '../recents.tsx'
import css from './find-patient.module.css'
import { FromCarrier } from './from-carrier.tsx'
import { keepType, lastType, remember, remembered, type SentSearch } from '../remembered.ts'
import { Results } from './results.tsx'
import { SearchForm, type Typed } from './search-form.tsx'
import { usePatientSearch } from './use-patient-search.ts'
import { patientWord } from '#features/settings/patient-word.ts'

const hints: readonly Hint[] = [
  { keys: ['/'], does: 'Search' },
  { keys: ['Alt', '1–5'], does: 'Search type' },
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['Enter'], does: 'Open' },
  { keys: ['Space'], does: 'Preview' },
  { keys: ['M'], does: 'Medications' },
  { keys: ['F'], does: 'Filter' },
]
const panelId = 'patients-panel'
const mine = '/patients?adjuster=me'
const empty = { text: '', dob: '', state: '', coverage: 'any' } as const

/** Finding a patient (/patients), the user's own (/patients?adjuster=me), and a link from the carrier's own system. */
export function FindPatient() {
  const { mc, number } = useParams()
  return mc && number ? <FromCarrier mc={mc} number={number} /> : <FindPage />
}

function FindPage() {
  useHints(hints)
  const isMine = new URLSearchParams(useSearch()).get('adjuster') === 'me'
  const { carrier, viewOnly, settings } = useUser()
  const word = patientWord(settings['dateLabel'])
  const adding = useRead(eligibility.addForm, { masterCarrier: carrier.code }, { off: viewOnly })
  return (
    <Page as="work">
      <div className={css.head}>
        <PageTitle title={isMine ? `My ${word.toLowerCase()}s` : `${word}s`} className={css.title ?? ''}>
          {word}s
        </PageTitle>
        <Tabs
          label={`${word}s`}
          bare
          panelId={panelId}
          current={isMine ? mine : '/patients'}
          tabs={[
            { href: '/patients', label: `Find a ${word.toLowerCase()}` },
            { href: mine, label: `My ${word.toLowerCase()}s` },
          ]}
        />
        {adding.data?.whyNotAdd === null && (
          <LinkButton href={addWorkerPath} icon={iconPlus} size="small" className={css.add ?? ''}>
            Add {word.toLowerCase()}
          </LinkButton>
        )}
      </div>
      <div {...tabPanelProps(panelId)} className={css.panel}>
        {isMine ? <MyPatients /> : <Find />}
      </div>
    </Page>
  )
}

function MyPatients() {
  const [page, setPage] = useState(0)
  const asked: SentSearch = { type: 'A', text: 'me', page }
  return <Results asked={asked} found={usePatientSearch(asked)} onPage={setPage} mine />
}

function Find() {
  const { carrier } = useUser()
  const [, navigate] = useLocation()
  const before = remembered(carrier.code)
  const [asked, setAsked] = useState<SentSearch | undefined>(before)
  const [typed, setTyped] = useState<Typed>({ type: before?.type ?? lastType(), ...empty, text: before?.text ?? '' })
  // A type that was chosen stays until the text is cleared; before, the text decides.
  const [chosen, setChosen] = useState(before !== undefined && guessType(before.text) !== before.type)
  const found = usePatientSearch(asked)

  const ask = (next: SentSearch | undefined) => {
    remember(carrier.code, next)
    setAsked(next)
  }
  const change = (next: Typed) => {
    const picked = next.type !== typed.type
    if (picked) keepType(next.type)
    setChosen(next.text === '' ? picked : chosen || picked)
    const guessed = picked || chosen ? undefined : guessType(next.text)
    setTyped(guessed ? { ...next, type: guessed } : next)
    if (next.text === '') ask(undefined)
  }
  const send = () => {
    const text = sentText(typed.type, typed.text)
    if (text === '') return
    keepType(typed.type)
    const next: SentSearch = {
      type: typed.type,
      text,
      ...(typed.type === 'N' && typed.dob && { dob: typed.dob.replaceAll('-', '') }),
      ...(typed.type === 'N' && typed.state && { state: typed.state }),
      ...(typed.type === 'N' && typed.coverage !== 'any' && { covered: typed.coverage === 'covered' }),
      page: 0,
    }
    // Enter again on the same search opens the one exact match.
    const [only, another] = found.data?.content ?? []
    if (only && !another && only.match === 'EXACT' && JSON.stringify(next) === JSON.stringify(asked))
      return navigate(patientAddress(only))
    ask(next)
  }
  const askAs = (type: SearchType) => {
    setTyped({ ...typed, type })
    setChosen(true)
    ask({ type, text: sentText(type, typed.text), page: 0 })
  }
  useKeys(Object.fromEntries(searchTypes.map((type, at) => [`alt+${at + 1}`, () => change({ ...typed, type })])))
  return (
    <>
      <SearchForm typed={typed} onChange={change} onSearch={send} busy={asked !== undefined && found.isFetching} />
      {asked ? (
        <Results asked={asked} found={found} onPage={(page) => ask({ ...asked, page })} onSearchAs={askAs} />
      ) : (
        <section className={css.recents} aria-labelledby="recent-patients">
          <h2 id="recent-patients">Recently viewed</h2>
          <Recents />
        </section>
      )}
    </>
  )
}
