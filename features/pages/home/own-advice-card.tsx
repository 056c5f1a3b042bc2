import { useState } from 'react'
import { Link } from 'wouter'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { requestPath } from '#features/authorizations/queue.ts'
import { clinical } from '#features/clinical/contract.ts'
import { adviceDays } from '#features/clinical/own-advice.ts'
import { spanWords } from '#features/deadlines/timer.ts'
import { levelInWords } from '#features/prior-auths/levels.ts'
import { patientWord } from '#features/settings/patient-word.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { plural } from '#platform/text/plural.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconCheck, iconClose } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'

type Own = AnswerOf<typeof clinical.ownAdvice>['content'][number]

const SHOWN = 4
const title = 'My recommendations'
const looks: Readonly<Record<Own['outcome'], { tone: Tone; icon?: string; words: string }>> = {
  OPEN: { tone: 'neutral', words: 'Not decided' },
  FOLLOWED: { tone: 'green', icon: iconCheck, words: 'Followed' },
  CHANGED: { tone: 'amber', words: 'Changed' },
  NOT_FOLLOWED: { tone: 'red', icon: iconClose, words: 'Not followed' },
  DECIDED: { tone: 'neutral', words: 'Decided' },
}
const advised: Readonly<Record<string, string>> = {
  APPROVE: 'Approve',
  APPROVE_MODIFIED: 'Approve',
  REJECT: 'Do not approve',
  P2P: 'Call the prescriber first',
  DEFER: 'Ask for more information',
}

/** "Approve: 7 days, one fill" */
function adviceOf({ action, modified: { oneTime, days, quantity, drugLevel } }: Own): string {
  const changes = [
    quantity !== null && `${quantity} a fill`,
    days !== null && plural(days, 'day'),
    oneTime && 'one fill',
    drugLevel !== null && levelInWords(drugLevel),
  ].filter((change) => change !== false)
  return `${advised[action] ?? action}${changes.length > 0 ? `: ${changes.join(', ')}` : ''}`
}

/** "18 in 7 days: 14 followed, 3 changed, 1 not followed" */
function countWords(all: readonly Own[]): string {
  const of = (outcome: Own['outcome']) => all.filter((one) => one.outcome === outcome).length
  return `${all.length} in ${adviceDays} days: ${of('FOLLOWED')} followed, ${of('CHANGED')} changed, ${of('NOT_FOLLOWED')} not followed`
}

/** What became of the advice a pharmacist gave in the last week; absent where there was none. */
export function OwnAdviceCard() {
  const { person, settings } = useUser()
  const asked = useRead(clinical.ownAdvice, {})
  const now = useNow()
  const [whole, setWhole] = useState(false)
  const all = asked.data?.content
  if (asked.error && !all)
    return (
      <Card title={title}>
        <NotLoaded small title="Your recommendations could not be loaded" of={asked} />
      </Card>
    )
  if (!all || all.length === 0) return null
  const who = `${patientWord(settings['dateLabel'])}, drug`
  return (
    <Card
      title={title}
      sub={countWords(all)}
      flush
      acts={
        all.length > SHOWN && (
          <Button tone="quiet" size="small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Show fewer' : `Show ${all.length}`}
          </Button>
        )
      }
    >
      <Table caption={`What became of your recommendations of the last ${adviceDays} days`} cards="labels">
        <TableHead>
          <HeadCell>{who}</HeadCell>
          <HeadCell>You advised</HeadCell>
          <HeadCell>Decided by</HeadCell>
          <HeadCell>Outcome</HeadCell>
        </TableHead>
        <TableBody>
          {all.slice(0, whole ? all.length : SHOWN).map((one) => {
            const { words, ...look } = looks[one.outcome]
            return (
              <Row key={`${one.authorizationId} ${one.at}`}>
                <Cell head label={who} second={one.drugName}>
                  <Link href={requestPath(one.authorizationId)}>{one.claimantName}</Link>
                </Cell>
                <Cell
                  label="You advised"
                  second={one.answeredInMs === null ? 'not asked' : `answered in ${spanWords(one.answeredInMs)}`}
                >
                  {adviceOf(one)}
                </Cell>
                <Cell
                  label="Decided by"
                  second={one.decidedAt === null ? undefined : whenWords(one.decidedAt, person.timeZone, now)}
                >
                  {one.decidedBy ?? 'Nobody yet'}
                </Cell>
                <Cell label="Outcome">
                  <div>
                    <Badge {...look}>{words}</Badge>
                  </div>
                </Cell>
              </Row>
            )
          })}
        </TableBody>
      </Table>
    </Card>
  )
}
