import { useState } from 'react'
import { Link } from 'wouter'
import { patients, type FoundPatient } from '#features/patients/contract.ts'
import { guessType, matchWords, sentText } from '#features/patients/search-type.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { createAddress } from './address.ts'
import css from './create.module.css'

type Line = {
  masterCarrier: string
  subCarrier: string
  claimId: string
  claimantFirstName: string
  claimantLastName: string
  dob: string
  customerClaimNumber: string
  /** How a search found it. */
  match?: FoundPatient['match']
}

/** Who it is for: those viewed last, or found by claim number, patient ID or last name. */
export function ChoosePatient() {
  const { carrier } = useUser()
  const [text, setText] = useState('')
  const [sent, setSent] = useState('')
  const type = guessType(sent)
  const recent = useRead(patients.recent, { id: 'me', masterCarrier: carrier.code }, { off: sent !== '' })
  const found = useRead(
    patients.search,
    { masterCarrier: carrier.code, searchType: type ?? 'C', value: sentText(type ?? 'C', sent), page: 0, size: 25 },
    { off: type === undefined },
  )
  const asked = sent === '' ? recent : found
  const rows: readonly Line[] | undefined = sent === '' ? recent.data : found.data?.content
  return (
    <Page as="reading" canvas>
      <PageTitle title="Create authorization">Create authorization</PageTitle>
      <div className={css.choose}>
        <Card title="Who is it for?">
          <form
            role="search"
            aria-label="Find the patient"
            className={css.chosen}
            onSubmit={(event) => {
              event.preventDefault()
              setSent(text.trim())
            }}
          >
            <TextField
              label="Claim number, patient ID or last name"
              icon={iconSearch}
              hint={matchWords[guessType(text) ?? 'C']}
              value={text}
              onChange={setText}
            />
            <Button type="submit" tone="primary">
              Find
            </Button>
          </form>
        </Card>
        <Card title={sent === '' ? 'Viewed last' : 'Found'}>
          {asked.error && !rows ? (
            <NotLoaded small title="Patients could not be loaded" of={asked} />
          ) : (
            <Loading
              busy={!rows}
              skeleton={<Skeleton width="100%" height={120} />}
              loaded={rows && `${rows.length} ${rows.length === 1 ? 'patient' : 'patients'}.`}
            >
              {rows?.length === 0 && (
                <State kind="empty" title={sent === '' ? 'Nobody yet' : 'Nobody found'}>
                  Look for a claim number, a patient ID or a last name.
                </State>
              )}
              <ul className={css.people}>
                {rows?.map((one) => (
                  <li key={one.claimId}>
                    <Link href={createAddress(one)}>
                      {one.claimantFirstName} {one.claimantLastName}
                    </Link>
                    <span>
                      Born {usDate(one.dob)} · Claim {one.customerClaimNumber} · {one.subCarrier}
                      {one.match === 'CLOSE' && ' · close to what you typed'}
                    </span>
                  </li>
                ))}
              </ul>
            </Loading>
          )}
        </Card>
      </div>
    </Page>
  )
}
