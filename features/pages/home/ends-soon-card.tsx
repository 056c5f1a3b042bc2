import { useState } from 'react'
import { Link } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { priorAuths, type EndingPriorAuth } from '#features/prior-auth-maintenance/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { patientWord } from '#features/settings/patient-word.ts'
import { useUser } from '#platform/browser/use-user.ts'
import css from './home.module.css'

const SHOWN = 5
/** A refill is due after it: the patient goes without unless it is extended. */
const isShort = ({ refillDate, endDate }: EndingPriorAuth): boolean => refillDate !== null && refillDate > endDate

/** The mail's link names the card, which comes after the page. */
const toItsPlace = (card: HTMLDivElement | null): void => {
  if (card && location.hash === '#ends') card.scrollIntoView()
}

/** Prior authorizations on one's own claims that end soon or have one fill left. The mail about an end leads here. */
export function EndsSoonCard() {
  const asked = useRead(priorAuths.ending, {})
  const word = patientWord(useUser().settings['dateLabel'])
  const [whole, setWhole] = useState(false)
  const found = asked.data
  if (asked.error && !found)
    return (
      <Card title="Prior authorizations that end soon">
        <NotLoaded small title="The authorizations that end soon could not be loaded" of={asked} />
      </Card>
    )
  if (!found || found.content.length === 0) return null
  const shown = whole ? found.content : found.content.slice(0, SHOWN)
  const total = found.totalElements
  return (
    <div id="ends" ref={toItsPlace}>
      <Card
        title="Prior authorizations that end soon"
        sub={shown.length < total ? `${shown.length} of ${total}` : total}
        flush
        acts={
          found.content.length > SHOWN && (
            <Button tone="quiet" size="small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
              {whole ? 'Show fewer' : `Show ${Math.min(total, found.content.length)}`}
            </Button>
          )
        }
      >
        <Table caption="Prior authorizations that end in 30 days or have one fill left" cards="labels">
          <TableHead>
            <HeadCell>{word}, drug</HeadCell>
            <HeadCell>Fills left</HeadCell>
            <HeadCell>Ends</HeadCell>
          </TableHead>
          <TableBody>
            {shown.map((one) => (
              <Row key={one.id}>
                <Cell
                  head
                  label={`${word}, drug`}
                  second={
                    <span className={css.wraps}>
                      {one.ownerName === null ? one.drugName : `${one.drugName} · for ${one.ownerName}`}
                    </span>
                  }
                >
                  <Link
                    href={patientAddress(
                      { masterCarrier: one.masterCarrier, subCarrier: one.subCarrier, claimId: one.stratusClaimId },
                      'prior-auths',
                    )}
                  >
                    {one.claimantFirstName} {one.claimantLastName}
                  </Link>
                </Cell>
                <Cell label="Fills left">{one.fillsLeft ?? 'no limit'}</Cell>
                <Cell
                  label="Ends"
                  second={isShort(one) ? <Badge tone="amber">Refill due {usDate(one.refillDate!)}</Badge> : undefined}
                >
                  {usDate(one.endDate)}
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </Card>
    </div>
  )
}
