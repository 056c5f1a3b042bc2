import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { ask, asFailed, type CallFailed } from '#platform/browser/call.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { phoneWords } from '#platform/text/phone-words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Keys } from '#platform/ui/keys/keys.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { useRows } from '#platform/ui/list/use-rows.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { callerKindWords } from './caller.ts'
import { support, type Match } from './contract.ts'
import css from './find-caller.module.css'
import { patientWord } from '#features/settings/patient-word.ts'

type Answer = AnswerOf<typeof support.find> & { text: string }

/** One field for somebody on the phone: what they name is recognized by its shape. A single request opens at once. */
export function FindCaller() {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Answer>()
  const [failure, setFailure] = useState<CallFailed>()
  const [busy, setBusy] = useState(false)
  const find = async () => {
    const typed = text.trim()
    if (typed === '' || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const found = await ask(support.find, { text: typed })
      const [only] = found.content
      if (only && found.content.length === 1) return navigate(requestPath(only.authorizationId))
      setAnswer({ ...found, text: typed })
    } catch (error) {
      setAnswer(undefined)
      setFailure(asFailed(error))
    }
    setBusy(false)
  }
  const wrong = failure?.code === 'VALIDATION' ? (failure.fields?.[0]?.message ?? failure.message) : undefined
  return (
    <section aria-label="Find a caller’s request" className={css.find}>
      <form
        role="search"
        className={css.line}
        onSubmit={(event) => {
          event.preventDefault()
          void find()
        }}
      >
        <TextField
          label="Who is calling, about what?"
          type="search"
          icon={iconSearch}
          placeholder="Rx number, pharmacy’s phone, reference, claim or last name"
          value={text}
          onChange={setText}
          error={wrong}
          className={css.field}
          end={<Keys of={['/']} />}
        />
        <Button type="submit" tone="primary" busy={busy} busyLabel="Searching">
          Find
        </Button>
      </form>
      {failure && wrong === undefined && <FailedNote failure={failure} what="The search did not work." />}
      {answer && answer.content.length > 0 && (
        <Matches key={answer.text} of={answer} onClose={() => setAnswer(undefined)} />
      )}
      {answer?.content.length === 0 && (
        <Card>
          <State
            small
            kind="noMatch"
            title={`Nothing found for “${answer.text}”`}
            acts={
              <LinkButton href="/patients" tone="secondary">
                Find a patient
              </LinkButton>
            }
          >
            Looked for {callerKindWords[answer.kind]}. Ask for another number, or for the patient’s last name and birth
            date.
          </State>
        </Card>
      )}
    </section>
  )
}

function Matches({ of, onClose }: { of: Answer; onClose: () => void }) {
  const { person, settings } = useUser()
  const now = useNow()
  const list = useRows(of.content.map(({ authorizationId }) => authorizationId))
  useKeys({
    ...list.keys,
    Escape: ({ target }) => (target instanceof Element && target.closest('input') ? false : onClose()),
  })
  const when = ({ receivedAt }: Match) => `received ${whenWords(receivedAt, person.timeZone, now)}`
  return (
    <Card
      title={`${of.content.length}${of.more ? ' or more' : ''} requests`}
      sub={`Found as ${callerKindWords[of.kind]}. Check the birth date before you say anything of the claim.`}
      flush
      acts={
        <Button size="small" tone="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div {...list.listProps}>
        <Table caption={`Requests found for ${of.text}`} cards="labels">
          <TableHead>
            <HeadCell>{patientWord(settings['dateLabel'])}</HeadCell>
            <HeadCell>Drug</HeadCell>
            <HeadCell>Pharmacy</HeadCell>
            <HeadCell>Status</HeadCell>
          </TableHead>
          <TableBody>
            {of.content.map((one, index) => (
              <Row key={one.authorizationId} {...list.rowProps(index)}>
                <Cell head second={`Born ${usDate(one.dateOfBirth)} · Claim ${one.claimNumber}`}>
                  <Link href={requestPath(one.authorizationId)} {...list.linkProps(index)}>
                    {one.claimant}
                  </Link>
                </Cell>
                <Cell label="Drug" second={`Rx ${one.rxNumber}`}>
                  {one.drug}
                </Cell>
                <Cell label="Pharmacy" second={one.pharmacyPhone && phoneWords(one.pharmacyPhone)}>
                  {one.pharmacy}
                </Cell>
                <Cell label="Status" second={`Ref. ${one.referenceNumber} · ${when(one)}`}>
                  <Badge tone={one.open ? 'amber' : 'neutral'}>{one.status}</Badge>
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </div>
    </Card>
  )
}
