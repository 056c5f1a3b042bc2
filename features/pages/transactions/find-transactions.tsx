import { useState } from 'react'
import { Link } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { transactionHistory } from '#features/transaction-history/contract.ts'
import type { Txn } from '#features/transaction-history/shapes.ts'
import { TransactionList } from '#features/transaction-history/transaction-list.tsx'
import { TransactionPanel } from '#features/transaction-history/transaction-panel.tsx'
import type { CallFailed } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { SearchBy } from '#platform/ui/form/search-by.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import css from './find-transactions.module.css'

const keys = [
  { value: 'claim', label: 'Claim number' },
  { value: 'tcn', label: 'TCN' },
] as const
type Key = (typeof keys)[number]['value']
const HINT =
  'The number of a claim, also one the carrier used before, shows its latest transactions. A TCN shows one of them.'

type Person = {
  claimantFirstName: string
  claimantLastName: string
  dob: string
  masterCarrier: string
  subCarrier: string
  claimId: string
}

/** Transactions by a number somebody reads out on the telephone (/transactions). */
export function FindTransactions() {
  const { carrier } = useUser()
  const [by, setBy] = useState<Key>('claim')
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<{ by: Key; text: string }>()
  const ofClaim = useRead(
    transactionHistory.byClaimNumber,
    { a: carrier.code, b: 'ALL', c: asked?.text ?? '' },
    { off: asked?.by !== 'claim' },
  )
  const ofTcn = useRead(transactionHistory.byTcn, { tcn: asked?.text ?? '' }, { off: asked?.by !== 'tcn' })
  const find = () => {
    const typed = text.trim()
    setAsked(typed === '' ? undefined : { by, text: typed })
  }
  const found = asked?.by === 'tcn' ? ofTcn : ofClaim
  const people: (Person & { number: string })[] | undefined =
    asked?.by === 'tcn'
      ? ofTcn.data && [{ ...ofTcn.data.patient, number: ofTcn.data.patient.claimNumber }]
      : ofClaim.data?.patients.map((one) => ({ ...one, number: one.customerClaimNumber }))
  const rows = asked?.by === 'tcn' ? ofTcn.data && [ofTcn.data.transaction] : (ofClaim.data?.transactions ?? [])
  return (
    <Page canvas>
      <PageTitle title="Transactions">Transactions</PageTitle>
      <div className={css.form}>
        <SearchBy
          label="Find transactions"
          className={css.search ?? ''}
          by={by}
          keys={keys}
          onBy={setBy}
          value={text}
          onChange={setText}
          onSearch={find}
          shortcut={['/']}
        />
        <Button tone="primary" icon={iconSearch} onClick={find}>
          Find
        </Button>
      </div>
      <p className="muted">{HINT}</p>
      {asked && <Answer asked={asked} found={found} people={people} rows={rows ?? []} />}
    </Page>
  )
}

type AnswerProps = {
  asked: { by: Key; text: string }
  found: { error: CallFailed | null; isFetching: boolean; refetch: () => unknown }
  people: readonly (Person & { number: string })[] | undefined
  rows: readonly Txn[]
}

function Answer({ asked, found, people, rows }: AnswerProps) {
  const [opened, setOpened] = useState<Txn>()
  const none = (
    <State kind="noMatch" title={`Nothing found for ${asked.by === 'tcn' ? 'TCN' : 'claim number'} ${asked.text}`}>
      We looked in your programs, also in closed claims. Check the digits, or look for the patient by name.
    </State>
  )
  if (found.error && !people)
    return found.error.code === 'NOT_FOUND' ? (
      none
    ) : (
      <ErrorState
        title={found.error.code === 'VALIDATION' ? 'We cannot search for that' : 'The search did not work'}
        safe="What you typed is still there."
        text={found.error.fields?.[0]?.message ?? found.error.message}
        supportId={found.error.supportId}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    )
  const [only, another] = people ?? []
  return (
    <Loading busy={!people} skeleton={<Skeleton width="100%" height={200} />}>
      {people?.length === 0 && none}
      {another && <p>Several claims have this number. Choose one:</p>}
      {people && people.length > 0 && (
        <ul className={css.people}>
          {people.map((one) => (
            <li key={one.claimId}>
              <Link href={`${patientAddress(one, 'medications')}?view=transactions`}>
                {one.claimantFirstName} {one.claimantLastName}
              </Link>{' '}
              Born {usDate(one.dob)} · claim {one.number} · {one.subCarrier}
            </li>
          ))}
        </ul>
      )}
      {only && !another && (
        <Card title={asked.by === 'tcn' ? 'Transaction' : 'Latest transactions'} sub={rows.length} flush>
          {rows.length === 0 ? (
            <State small kind="empty" title="No transactions">
              Nothing was billed on this claim.
            </State>
          ) : (
            <TransactionList rows={rows} complete={false} busy={found.isFetching} onOpen={setOpened} />
          )}
        </Card>
      )}
      {opened && only && <TransactionPanel txn={opened} patient={only} onClose={() => setOpened(undefined)} />}
    </Loading>
  )
}
