import { useState } from 'react'
import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { patientAddress, type ClaimPlace } from '#features/claims/patient-address.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { iconUndo } from '#platform/ui/display/icons.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { Panel } from '#platform/ui/overlay/panel.tsx'
import { BillReview } from './bill-review.tsx'
import { transactionHistory } from './contract.ts'
import { ReverseDialog } from './reverse-dialog.tsx'
import { reviewedChannels } from './reviewed-channels.ts'
import type { Txn, TxnDetail } from './shapes.ts'
import { TransactionDocuments } from './transaction-documents.tsx'
import css from './transactions.module.css'
import { amountOfDrug, amountShown, dollars, kinds } from './words.ts'

/** What a list knows of the transaction it opens. */
type OpenedTransaction = Pick<
  Txn,
  'stratusClaimId' | 'referenceNumber' | 'tcn' | 'drugName' | 'fillDate' | 'quantity' | 'daysSupply'
>
type TransactionPanelProps = { txn: OpenedTransaction; patient: ClaimPlace; onClose: () => void }

/** One transaction in full: why, money, who, documents; support may reverse it. */
export function TransactionPanel({ txn, patient, onClose }: TransactionPanelProps) {
  const asked = useRead(transactionHistory.detail, {
    id: txn.stratusClaimId,
    referenceNumber: txn.referenceNumber,
    tcn: txn.tcn,
    masterCarrier: patient.masterCarrier,
  })
  const [reversing, setReversing] = useState(false)
  const detail = asked.data
  return (
    <>
      <Panel
        title={txn.drugName}
        sub={`Filled ${usDate(txn.fillDate)}${detail ? ` · claim ${detail.claimNumber}` : ''}`}
        onClose={onClose}
        reads
        footer={detail && <Foot detail={detail} onReverse={() => setReversing(true)} />}
      >
        <p className={css.type}>
          {detail && (
            <>
              <Badge tone={kinds[detail.status].tone} icon={kinds[detail.status].icon}>
                {kinds[detail.status].label}
              </Badge>
              <b>{amountShown(detail)}</b>
            </>
          )}
          <span className="muted">{amountOfDrug(txn)}</span>
        </p>
        {asked.error && !detail ? (
          <NotLoaded small title="This transaction could not be loaded" of={asked} />
        ) : (
          <Loading busy={!detail} skeleton={<Skeleton width="100%" height={320} />}>
            {detail && <Detail detail={detail} patient={patient} />}
          </Loading>
        )}
      </Panel>
      {/* Beside the panel: what is in it is there twice, once for paper. */}
      {reversing && detail && <ReverseDialog detail={detail} onClose={() => setReversing(false)} />}
    </>
  )
}

function Foot({ detail, onReverse }: { detail: TxnDetail; onReverse: () => void }) {
  if (detail.status !== 'P' && detail.status !== 'B') return null
  if (!detail.reverse.allowed) return <span className="muted">{detail.reverse.reason}</span>
  return (
    <Button icon={iconUndo} onClick={onReverse}>
      Reverse this fill
    </Button>
  )
}

function Detail({ detail, patient }: { detail: TxnDetail; patient: ClaimPlace }) {
  const { person } = useUser()
  const { reversal, pricing, priorAuth, authorization } = detail
  const at = (instant: string): string => exactWords(instant, person.timeZone)
  const money = (amount: number | null): string => (amount === null ? '' : dollars(amount))
  return (
    <>
      {detail.why.length > 0 && (
        <section className={css.part}>
          <h3>Why it was rejected</h3>
          <ul className={css.why}>
            {detail.why.map((one) => (
              <li key={one.code}>
                <CodeChip code={one.code} words={one.meaning} tone="red" beside /> <b>{one.meaning}</b>
                {one.message !== '' && <p>{one.message}</p>}
                <p>To fix: {one.fixHint}</p>
                <p>Who can: {one.whoCanFix}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {reversal && (
        <section className={css.part}>
          <h3>Reversed</h3>
          <Facts
            of={[
              ['When', at(reversal.at)],
              ['By', reversal.by],
              ['Reason', reversal.reason],
              ['Reversal reference', reversal.reference],
            ]}
          />
        </section>
      )}
      <section className={css.part}>
        <h3>Money</h3>
        <Facts
          of={[
            ['Average wholesale price', money(pricing.awp)],
            ['Fee schedule', money(pricing.feeSchedule)],
            ['Network price', money(pricing.network)],
            ['Usual and customary', money(pricing.usualAndCustomary)],
            [detail.status === 'X' ? 'Had been paid' : 'Paid', money(pricing.paid)],
            ...(detail.invoiceNumber
              ? ([
                  ['Invoice', `${detail.invoiceNumber}${detail.billedDate ? `, ${usDate(detail.billedDate)}` : ''}`],
                ] as const)
              : []),
          ]}
        />
      </section>
      {(priorAuth || authorization || detail.cleared.length > 0) && (
        <section className={css.part}>
          <h3>Authorization used</h3>
          <Facts
            of={[
              ...(priorAuth
                ? ([
                    [
                      'Prior authorization',
                      <Link key="pa" href={patientAddress(patient, 'prior-auths')}>
                        {priorAuth.overrideRef}, {priorAuth.drugDescription}, to {usDate(priorAuth.endDate)}
                      </Link>,
                    ],
                  ] as const)
                : []),
              ...(authorization
                ? ([
                    [
                      'Request',
                      <Link key="request" href={requestPath(authorization.authorizationId)}>
                        {authorization.referenceNumber}, {authorization.status.toLowerCase()}
                      </Link>,
                    ],
                  ] as const)
                : []),
              ...detail.cleared.map((one) => [`${one.code} ${one.meaning}`, `Cleared by: ${one.by}`] as const),
            ]}
          />
        </section>
      )}
      <section className={css.part}>
        <h3>The fill</h3>
        <Facts
          of={[
            ['Amount', amountOfDrug(detail)],
            [
              'Fill',
              detail.refill === 0
                ? 'First fill of this prescription'
                : `Refill ${detail.refill} of ${detail.refillsAuthorised}`,
            ],
            ['Rx number', detail.rxNumber],
            ['Written', detail.dateWritten && usDate(detail.dateWritten)],
            ['NDC', detail.ndc],
            ...(detail.mmePerDay ? ([['Opioid dose', `${detail.mmePerDay} MME a day`]] as const) : []),
            [
              'Prescriber',
              [detail.prescriber.name, detail.prescriber.specialty, detail.prescriber.phone].filter(Boolean).join(', '),
            ],
            [
              'Pharmacy',
              [detail.pharmacy.name, detail.pharmacy.city, detail.pharmacy.state, detail.pharmacy.phone]
                .filter(Boolean)
                .join(', '),
            ],
            ['Channel', detail.claimChannelName],
            ['Submitted', at(detail.submittedAt)],
            ['Reference number', detail.referenceNumber],
            ['TCN', detail.tcn],
          ]}
        />
      </section>
      {detail.compound && <Ingredients detail={detail} />}
      {reviewedChannels.includes(detail.claimChannelType) && <BillReview detail={detail} />}
      {(detail.eob.length > 0 || detail.pbImage) && <TransactionDocuments detail={detail} patient={patient} />}
    </>
  )
}

function Ingredients({ detail }: { detail: TxnDetail }) {
  const { data, error } = useRead(transactionHistory.ingredients, {
    referenceNumber: detail.referenceNumber,
    tcn: detail.tcn,
  })
  return (
    <section className={css.part}>
      <h3>Ingredients</h3>
      {error && <p role="alert">The ingredients could not be loaded. {error.message}</p>}
      {data && data.message !== '' && <p className="muted">{data.message}</p>}
      {data && data.ingredients.length > 0 && (
        <Table caption="Ingredients" cards="labels">
          <TableHead>
            <HeadCell>Ingredient</HeadCell>
            <HeadCell end>Quantity</HeadCell>
            <HeadCell end>Cost</HeadCell>
            <HeadCell>Covered</HeadCell>
          </TableHead>
          <TableBody>
            {data.ingredients.map((one) => (
              <Row key={one.seq}>
                <Cell head label="Ingredient">
                  {one.name}
                </Cell>
                <Cell end label="Quantity">
                  {one.qty} {one.unit}
                </Cell>
                <Cell end label="Cost">
                  {dollars(one.cost)}
                </Cell>
                <Cell label="Covered">{one.reason}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </section>
  )
}
